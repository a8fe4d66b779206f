"""The terminal interface: a Textual application over `edgerag.engine`."""
