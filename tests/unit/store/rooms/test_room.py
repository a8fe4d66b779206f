from __future__ import annotations

from pathlib import Path

from edgerag.store.library import Library
from tests.synthetic import make_handbook
from tests.unit.store.shelved import CLINIC, HOSPITAL, add


def test_no_byte_of_a_removed_handbook_stays_in_the_files_once_its_history_is_deleted(
    library: Library, tmp_path: Path
) -> None:
    add(library, HOSPITAL)
    secret = make_handbook("zyxwvut", ["zyxwvut " * 2000], source="/zyxwvut", headings=["zyxwvut"])
    add(library, secret)
    library.keep_answer("k", secret.handbook.id, b"zyxwvut")
    library.keep_report("zyxwvut?", b"zyxwvut", [secret.handbook.id])
    library.remove(secret.handbook.id)
    library.clear_reports()
    for file in (tmp_path / "data").iterdir():
        assert b"zyxwvut" not in file.read_bytes(), file.name


def test_a_look_at_several_things_is_of_one_moment(library: Library, tmp_path: Path) -> None:
    add(library, CLINIC)
    with Library.open(tmp_path / "data" / "library.db") as other, library.reading():
        before = library.keys()
        add(other, HOSPITAL)
        assert library.keys() == before
    assert len(library.keys()) == 2
