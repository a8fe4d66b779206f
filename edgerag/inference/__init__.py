"""Models that run on this machine: embedder, reranker, generator, and the catalogue they come from."""
