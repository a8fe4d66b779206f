"""The process that does one check and ends: `python -m edgerag.selftest.child`.

It reads a `Task` from standard input and writes an `Outcome` to standard output, both MessagePack. Whatever
else goes wrong, an import that fails or a native library that crashes, ends this process and no other.
"""

from __future__ import annotations

import importlib

import msgspec

from edgerag.errors import EdgeRagError
from edgerag.process import do_one_task
from edgerag.selftest.outcomes import REINSTALL, Check, Failed, Outcome, Task

CHILD_ARGUMENTS = ("-m", "edgerag.selftest.child")

QUICK = {
    "folders": "surroundings.check_folders",
    "SQLite": "stores.check_vectors",
    "Tantivy": "stores.check_words",
    "Kùzu": "stores.check_graph",
    "onnxruntime": "models.check_onnx",
    "llama.cpp": "models.check_llama",
    "PDF engine": "documents.check_pdf",
    "reading process": "documents.check_reading_process",
    "page pictures": "documents.check_pictures",
    "other formats": "documents.check_readers",
    "interface": "surroundings.check_interface",
}
"""The checks that need no installed model, and the functions that do them."""

END_TO_END = {
    "questions": "journey.check_question",
    "generator": "journey.check_generator",
}


def main() -> None:
    """Do the one check on standard input."""
    do_one_task(lambda task: msgspec.msgpack.encode(_run(msgspec.msgpack.decode(task, type=Task))))


def _run(task: Task) -> Outcome:
    module, _, name = (QUICK | END_TO_END)[task.check].partition(".")
    try:
        check: Check = getattr(importlib.import_module(f"edgerag.selftest.{module}"), name)
        return check(task)
    except EdgeRagError as error:
        return Failed(str(error), error.hint or REINSTALL)


if __name__ == "__main__":
    main()
