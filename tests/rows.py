"""Files with a JSON object a line."""

from __future__ import annotations

import gzip
import json
from pathlib import Path


def write_rows(path: Path, *rows: object) -> Path:
    """Write rows to a file, zipped if it is named so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row) + "\n" for row in rows)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8")
    return path
