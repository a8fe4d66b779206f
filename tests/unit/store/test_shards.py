from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from edgerag.domain.audits import AuditQuestion
from edgerag.errors import AuditError
from edgerag.store import shards
from edgerag.store.keyring import KEYRING
from edgerag.store.library import Library
from tests.unit.store.locked import PASSPHRASE, found_in, lock, make_library
from tests.unit.store.test_audits import BEGUN, make_questions, make_terms


@pytest.fixture
def library_file(tmp_path: Path) -> Path:
    file = tmp_path / "home" / "library.db"
    with Library.open(file):
        pass
    return file


def test_a_shard_has_the_tables_of_audits_alone(tmp_path: Path, library_file: Path) -> None:
    shards.create(tmp_path, library_file)
    with shards.opened(tmp_path, library_file) as shard:
        shard.create("malaria", make_terms(), make_questions(2), BEGUN)
        assert list(shard.questions("malaria")) == make_questions(2)
    db = apsw.Connection(str(tmp_path / shards.FILE))
    tables = {name for (name,) in db.execute("select name from sqlite_schema where type = 'table'")}
    assert tables == {"_migrations", "audits", "audit_questions", "audit_results", "audit_handbooks"}


@pytest.mark.usefixtures("cheap_wrapping", "empty_keyring")
def test_a_shard_of_a_locked_library_is_never_plain_and_opens_with_its_passphrase(tmp_path: Path) -> None:
    file, folder = tmp_path / "home" / "library.db", tmp_path / "shard"
    make_library(file)
    lock(file)
    folder.mkdir()
    shards.create(folder, file)
    with shards.opened(folder, file) as shard:
        shard.create("malaria", make_terms(), [AuditQuestion(0, "Has Quagmire malaria?")], BEGUN)
        assert found_in(folder) == []
    assert found_in(folder) == []
    KEYRING.forget()
    KEYRING.ask_with(lambda asked: KEYRING.unlock(asked, PASSPHRASE))
    with shards.opened(folder, file) as shard:
        assert shard.questions("malaria")[0].text == "Has Quagmire malaria?"


def test_what_is_no_shard_is_refused(tmp_path: Path, library_file: Path) -> None:
    with pytest.raises(AuditError, match="is no shard"), shards.opened(tmp_path, library_file):
        pass
    apsw.Connection(str(tmp_path / shards.FILE)).execute("create table x (y)")
    with pytest.raises(AuditError, match="another version"), shards.opened(tmp_path, library_file):
        pass
