from __future__ import annotations

import zipfile
from pathlib import Path
from threading import Event

import pytest
from nacl.signing import SigningKey

from edgerag.bundle.exports import signed_with, signer_of
from edgerag.bundle.signing import fingerprint
from edgerag.errors import BundleDamagedError, BundleKeyError
from edgerag.store.exchange import CONTENTS, NOBODY, SIGNATURE, LibraryExport, export_library
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

KEY, OTHER = SigningKey(b"k" * 32), SigningKey(b"o" * 32)
CLINIC = make_handbook("Clinic", ["Adrenaline 0.5 mg IM."])


@pytest.fixture
def library_file(tmp_path: Path) -> Path:
    with Library.open(tmp_path / "library.db") as library:
        library.add(CLINIC, make_vectors(1), EMBEDDER)
    return tmp_path / "library.db"


def export(library_file: Path, key: SigningKey | None) -> Path:
    target = library_file.with_name("handbooks.edgerag")
    sign = signed_with(key) if key else None
    return export_library(library_file, target, lambda *_: None, Event(), sign=sign).path


def test_a_signed_export_says_whose_it_is(library_file: Path) -> None:
    with LibraryExport(export(library_file, KEY)) as opened:
        assert signer_of(opened) == signer_of(opened, KEY.verify_key) == fingerprint(KEY.verify_key)
        with pytest.raises(BundleKeyError, match="is signed with the key"):
            signer_of(opened, OTHER.verify_key)


def test_an_unsigned_export_says_so_and_is_refused_where_a_key_is_asked_for(library_file: Path) -> None:
    with LibraryExport(export(library_file, None)) as opened:
        assert signer_of(opened) == NOBODY
        with pytest.raises(BundleKeyError, match="signed by nobody"):
            signer_of(opened, KEY.verify_key)


def test_a_signature_of_other_contents_is_refused(library_file: Path) -> None:
    path = export(library_file, KEY)
    changed = path.with_name("changed.edgerag")
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(changed, "w") as archive:
        for name in source.namelist():
            content = source.read(name)
            archive.writestr(name, content.replace(b"Clinic", b"clinic") if name == CONTENTS else content)
        assert SIGNATURE in source.namelist()
    with LibraryExport(changed) as opened, pytest.raises(BundleDamagedError, match="damaged or was changed"):
        signer_of(opened)
