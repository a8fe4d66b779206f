from __future__ import annotations

from pathlib import Path

import pytest

from edgerag import paths
from edgerag.audit.begin import begin, guard_of
from edgerag.config import Config
from edgerag.engine.ask import Engine
from edgerag.errors import AuditError, HandbookNotFoundError
from edgerag.store.audits import Audits
from tests.unit.audit.conftest import QUESTIONS


def test_an_audit_is_begun_once_for_the_handbooks_that_are_named(audits: Audits) -> None:
    with Engine.open(Config(), extractive=True) as engine:
        one = engine.library.handbooks()[0]
        terms = begin(engine, Config(), "one", QUESTIONS, [one.id], is_extractive=True)
        assert [book.id for book in terms.handbooks] == [one.id]
        assert terms.is_extractive
        with pytest.raises(AuditError, match="there is an audit one already"):
            begin(engine, Config(), "one", QUESTIONS, [], is_extractive=True)
        with pytest.raises(HandbookNotFoundError):
            begin(engine, Config(), "other", QUESTIONS, ["nobody's"], is_extractive=True)
    assert set(audits.names()) == {"doses", "one"}
    assert audits.terms("one") == terms
    assert list(audits.questions("one")) == QUESTIONS


def test_two_audits_have_two_guards_in_the_data_folder(audits: Audits, home: Path) -> None:
    with Engine.open(Config(), extractive=True) as engine:
        begin(engine, Config(), "other", QUESTIONS, [], is_extractive=True)
    guards = {guard_of(audits, name) for name in ("doses", "other")}
    assert len(guards) == 2
    assert {guard.parent for guard in guards} == {paths.data_folder()}
    assert paths.data_folder().is_relative_to(home)
    with pytest.raises(AuditError):
        guard_of(audits, "nothing")
