"""What the catalogue of models says of files that were trained here."""

from __future__ import annotations

import hashlib
from pathlib import Path


def report_files(folder: Path) -> None:
    """Print size and checksum of a model and its tokenizer."""
    for name in ("model.onnx", "tokenizer.json"):
        content = (folder / name).read_bytes()
        print(f"{name} | bytes {len(content)} | sha256 {hashlib.sha256(content).hexdigest()}")
