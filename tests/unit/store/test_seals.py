from __future__ import annotations

import apsw
import pytest

from edgerag.store.seals import intact, register, seal


@pytest.fixture
def memory() -> apsw.Connection:
    db = apsw.Connection(":memory:")
    register(db)
    db.execute("create table t (x text, seal blob)")
    for text in ("0.5 mg", "1 mg"):
        db.execute("insert into t values (?, ?)", (text, seal("t", text)))
    return db


def rows(db: apsw.Connection) -> list[str]:
    query = "select cast(x as blob), seal from t order by rowid"
    return list(intact(db, "t", query, (), lambda row: row[0].decode()))


def test_a_row_that_was_changed_is_left_out(memory: apsw.Connection) -> None:
    assert rows(memory) == ["0.5 mg", "1 mg"]
    memory.execute("update t set x = '8.5 mg' where rowid = 1")
    assert rows(memory) == ["1 mg"]


def test_text_that_is_no_text_any_more_is_left_out(memory: apsw.Connection) -> None:
    memory.execute("update t set x = cast(x'ff302e35' as text) where rowid = 1")
    assert rows(memory) == ["1 mg"]


def test_a_row_of_another_table_has_another_seal() -> None:
    assert seal("pages", 1, "0.5 mg") != seal("chunks", 1, "0.5 mg")
    assert seal("pages", 1, "23") != seal("pages", 12, "3")


def test_sql_and_the_program_give_the_same_seal_of_text_and_of_its_bytes(memory: apsw.Connection) -> None:
    for value in ("Größe", b"\x00\xff", 7, None, -(2**63), 0.5):
        assert memory.execute("select seal('t', ?)", (value,)).get == seal("t", value)
    assert seal("t", "Größe") == seal("t", "Größe".encode())


def test_what_was_damaged_before_there_were_seals_gets_none(memory: apsw.Connection) -> None:
    assert memory.execute("select seal_text('t', x'ff')").get == b""
    assert memory.execute("select seal_text('t', x'30')").get == seal("t", "0")


def test_a_seal_is_the_same_in_every_version_of_the_program() -> None:
    assert seal("pages", 1, None, "Adrenaline 0.5 mg").hex() == "c372d7e97d321d2cc9490a910a9ca0e4"
