"""Build the files of `edgerag selftest`: `python packaging/selftest/build.py [--out FOLDER]`.

    handbook.pdf     two pages, from the text in `handbook.py`
    model.onnx       a vector per word, as small as a graph can be; tokenizer.json is its tokenizer
    model.gguf       a language model that has learnt one thing: after a letter comes the next

With the same library versions the files come out the same, byte for byte.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from alphabet import write_gguf
from handbook import write_handbook
from word_vectors import write_onnx, write_tokenizer

PACKAGE = Path(__file__).parents[2] / "edgerag" / "selftest"


def build(folder: Path) -> None:
    """Write every file into `folder`, which must exist."""
    write_handbook(folder / "handbook.pdf")
    write_onnx(folder / "model.onnx")
    write_tokenizer(folder / "tokenizer.json")
    write_gguf(folder / "model.gguf")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build the files of the self-test.")
    parser.add_argument("--out", type=Path, default=PACKAGE, help="folder to write to (default: the package)")
    build(parser.parse_args().out)
