from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from edgerag.domain.handbooks import ParsedHandbook
from edgerag.domain.own_names import NameSource, OwnName
from edgerag.errors import HandbookNotFoundError
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

MATERNITY = make_handbook("Maternity", ["After intrauterine death (IUD) induce labour."])
CLINIC = make_handbook("Clinic", ["An intrauterine device (IUD) is safe."])


def add(library: Library, parsed: ParsedHandbook) -> None:
    library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)


def rows(library: Library) -> int:
    with library.reading() as db:
        return int(db.execute("select count(*) from own_names").get)


def test_each_handbook_keeps_its_own_meaning(library: Library) -> None:
    add(library, MATERNITY)
    add(library, CLINIC)
    assert library.own_names(MATERNITY.handbook.id).names == (
        OwnName("IUD", "intrauterine death", NameSource.DEFINITION),
    )
    assert library.own_names(CLINIC.handbook.id).names == (
        OwnName("IUD", "intrauterine device", NameSource.DEFINITION),
    )


def test_names_go_with_their_handbook(library: Library) -> None:
    add(library, MATERNITY)
    add(library, CLINIC)
    library.remove(CLINIC.handbook.id)
    assert rows(library) == 1
    with pytest.raises(HandbookNotFoundError):
        library.own_names(CLINIC.handbook.id)


def test_a_replaced_handbook_brings_the_names_of_its_new_text(library: Library) -> None:
    add(library, CLINIC)
    newer = make_handbook("Clinic 2", ["Blood pressure (BP) first."], source=CLINIC.handbook.source_path)
    add(library, newer)
    assert [name.name for name in library.own_names(newer.handbook.id).names] == ["BP"]
    assert rows(library) == 1


def test_a_handbook_of_an_older_library_is_read_when_it_is_first_asked(library: Library) -> None:
    add(library, CLINIC)
    with library.transaction() as db:
        db.execute("delete from own_names")
        db.execute("update handbooks set names_read = 0")
    assert [name.name for name in library.own_names(CLINIC.handbook.id).names] == ["IUD"]
    assert rows(library) == 1


def test_names_are_given_even_while_another_process_writes(library: Library, tmp_path: Path) -> None:
    add(library, CLINIC)
    with library.transaction() as db:
        db.execute("update handbooks set names_read = 0")
    other = apsw.Connection(str(tmp_path / "data" / "library.db"))
    other.execute("begin immediate")
    assert [name.name for name in library.own_names(CLINIC.handbook.id).names] == ["IUD"]
    other.execute("rollback")
    other.close()


def test_the_table_refuses_another_type_and_an_unknown_handbook(library: Library) -> None:
    add(library, CLINIC)
    with pytest.raises(apsw.ConstraintError), library.transaction() as db:
        db.execute("insert into own_names values ('one', 'A', 'b', 'list', x'')")
    with pytest.raises(apsw.ConstraintError), library.transaction() as db:
        db.execute("insert into own_names values (99, 'A', 'b', 'list', x'')")
