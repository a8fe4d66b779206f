"""edgerag: ask once, hear every handbook, offline."""

__version__ = "0.1.0"
