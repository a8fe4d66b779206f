"""Embeds a corpus so that hours of work survive a stop: vectors go to a file as they are made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from jaxtyping import Float32

from edgerag.domain.handbooks import ParsedHandbook
from edgerag.inference.roles import Embedder

BATCH = 64
"""Chunks between two writes: what a stop costs at most."""


def embedded(
    parsed: ParsedHandbook, embedder: Embedder, unfinished: Path, advance: Callable[[int], None]
) -> Float32[np.ndarray, "chunk dim"]:
    """Embed a handbook's chunks, going on where an earlier run stopped.

    Args:
        parsed: the handbook.
        embedder: makes the vectors.
        unfinished: a file of little-endian float32 rows, made and extended here; whoever stores
            the vectors deletes it. It must belong to this handbook and this embedder.
        advance: told how many chunks have their vector.
    """
    row_bytes = 4 * embedder.dimensions
    n_done = unfinished.stat().st_size // row_bytes if unfinished.is_file() else 0
    with unfinished.open("ab") as rows:
        rows.truncate(n_done * row_bytes)
        while n_done < len(parsed.chunks):
            batch = [chunk.indexed_text for chunk in parsed.chunks[n_done : n_done + BATCH]]
            rows.write(embedder.encode(batch).astype("<f4").tobytes())
            rows.flush()
            n_done += len(batch)
            advance(n_done)
    flat = np.frombuffer(unfinished.read_bytes(), dtype="<f4").astype(np.float32)
    return flat.reshape(len(parsed.chunks), embedder.dimensions)
