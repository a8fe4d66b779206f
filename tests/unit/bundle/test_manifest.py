from __future__ import annotations

import msgspec
import pytest

from edgerag.bundle.manifest import BundledFile, Manifest, decode, encode
from edgerag.errors import BundleDamagedError

PROGRAM = BundledFile("edgerag", 3, "a" * 64)
MODEL = BundledFile("models/vec/model.onnx", 5, "b" * 64)
RECORD = BundledFile("models/vec/model.json", 5, "c" * 64)
MANIFEST = Manifest("edgerag.bundle/1", "1.2.0", "linux-x86_64", (PROGRAM, RECORD, MODEL))


def test_what_is_written_is_read() -> None:
    assert decode(encode(MANIFEST)) == MANIFEST


def test_order_of_the_files_changes_no_byte() -> None:
    assert encode(msgspec.structs.replace(MANIFEST, files=(MODEL, PROGRAM, RECORD))) == encode(MANIFEST)


def test_files_know_what_they_are() -> None:
    assert MANIFEST.models() == {"vec": [RECORD, MODEL]}
    assert MANIFEST.program == PROGRAM
    assert MANIFEST.bytes == 13
    assert (RECORD.is_record, MODEL.is_record, PROGRAM.is_record) == (True, False, False)


@pytest.mark.parametrize(
    "path",
    [
        "../edgerag",
        "/etc/passwd",
        "models/../../x",
        "models/vec/../model.onnx",
        "models/.staging/model.onnx",
        "models/vec/deep/model.onnx",
        "models\\vec\\model.onnx",
        "C:/edgerag",
        "edgerag\n",
        "models/vec/model.onnx\n",
        "",
        ".",
        "autorun.inf",
        "models/vec/\u202exnno.ledom",
    ],
)
def test_path_that_a_bundle_cannot_have_is_refused(path: str) -> None:
    evil = msgspec.structs.replace(MANIFEST, files=(PROGRAM, BundledFile(path, 1, "d" * 64)))
    with pytest.raises(BundleDamagedError, match=r"manifest\.json"):
        decode(encode(evil))


@pytest.mark.parametrize(
    "files",
    [
        (MODEL,),
        (PROGRAM, BundledFile("edgerag.exe", 1, "d" * 64)),
        (PROGRAM, MODEL, BundledFile("models/vec/MODEL.onnx", 1, "d" * 64)),
    ],
    ids=["no program", "two programs", "one name on a stick"],
)
def test_manifest_that_makes_no_sense_is_refused(files: tuple[BundledFile, ...]) -> None:
    with pytest.raises(BundleDamagedError):
        decode(encode(msgspec.structs.replace(MANIFEST, files=files)))


@pytest.mark.parametrize(
    ("there", "instead"),
    [(b"bundle/1", b"bundle/2"), (b"1.2.0", b"newest"), (b'"bytes": 3', b'"bytes": -3'), (b"{", b"")],
)
def test_manifest_of_another_form_is_refused(there: bytes, instead: bytes) -> None:
    assert there in encode(MANIFEST)
    with pytest.raises(BundleDamagedError, match=r"manifest\.json cannot be read"):
        decode(encode(MANIFEST).replace(there, instead, 1))


@pytest.mark.parametrize("content", [b'{"format": "\xff"}', b'{"needs": ' + b"[" * 50_000])
def test_a_manifest_that_is_no_text_or_too_deep_is_refused(content: bytes) -> None:
    with pytest.raises(BundleDamagedError, match="cannot be read"):
        decode(content)
