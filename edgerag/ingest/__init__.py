"""Files in, parsed handbooks out: adapters per format, then sections, chunks and metadata."""
