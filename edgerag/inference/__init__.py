"""Models that run on this machine: embedder, reranker, generator, and the catalogue they come from."""

import os

# onnxruntime would report its use to its maker over the network, and keep an identifier for that in the home
# folder. It looks when it is loaded, which only modules of this package do.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
