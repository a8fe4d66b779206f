from __future__ import annotations

from pathlib import Path

import pytest

from edgerag import paths
from edgerag.config import load
from edgerag.domain.trail import Deed, read
from edgerag.errors import PolicyError
from edgerag.governed import change_config, load_config, open_library, rules
from edgerag.policy import NO_RULES
from edgerag.store.library import Library, account
from tests.policies import put_policy
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

CLINIC = make_handbook("Clinic", ["Adrenaline 0.5 mg IM."])


@pytest.fixture
def asked() -> Path:
    """The user's library, with a question of today and one of ten days ago, which is pinned."""
    with Library.open(paths.library_file()) as library:
        library.add(CLINIC, make_vectors(len(CLINIC.chunks)), EMBEDDER)
        for question in ("old", "new"):
            library.keep_report(question, b"{}", [CLINIC.handbook.id])
        old = library.reports()[-1].id
        with library.transaction() as db:
            db.execute("update reports set asked_at = datetime('now', '-10 days') where id = ?", (old,))
        library.pin_report(old)
    return paths.library_file()


def test_without_a_policy_all_is_as_a_person_has_it() -> None:
    assert rules() is NO_RULES
    change_config(paths.config_file(), "models.generator", "mine")
    assert load_config(paths.config_file()).models.generator == "mine"
    with open_library() as library:
        assert (library.notes, library.has_trail) == ([], False)
        assert library.who == account() != ""


def test_the_policy_stands_above_the_settings() -> None:
    change_config(paths.config_file(), "models.generator", "mine")
    put_policy('[models]\ngenerator = "theirs"')
    assert load_config(paths.config_file()).models.generator == "theirs"
    with pytest.raises(PolicyError, match="District pharmacy"):
        change_config(paths.config_file(), "models.generator", "other")
    assert load(paths.config_file()).models.generator == "mine"
    assert change_config(paths.config_file(), "models.reranker", "r").models.generator == "theirs"


@pytest.mark.usefixtures("asked")
def test_questions_of_too_many_days_ago_are_deleted_and_that_is_said() -> None:
    put_policy("[history]\ndays = 7\n[trail]\non = true")
    with open_library() as library:
        assert [kept.question for kept in library.reports()] == ["new"]
        assert "1 earlier question was deleted: fixed by the policy of District pharmacy" in library.notes[0]
        assert read(library.audit_trail()[0][-1].content).what is Deed.HISTORY_DELETED
    with open_library() as library:
        assert library.notes == []
        assert [kept.question for kept in library.reports()] == ["new"]


@pytest.mark.usefixtures("asked")
def test_where_no_question_is_kept_those_before_go_too() -> None:
    put_policy("[history]\nkeep = false")
    with open_library() as library:
        assert library.reports() == ()
        assert "2 earlier questions were deleted" in library.notes[0]


@pytest.mark.usefixtures("asked")
def test_a_policy_that_cannot_be_believed_deletes_nothing() -> None:
    paths.policy_file().write_text("[history]\nkeep = false")
    with open_library() as library:
        assert len(library.reports()) == 2
        assert not library.rules.keeps_history
        assert "policy.toml" in library.notes[-1]


@pytest.mark.usefixtures("asked")
def test_a_policy_turns_the_trail_on_and_off_and_either_is_in_it() -> None:
    put_policy("[trail]\non = true")
    with open_library("Ann Moyo") as library:
        assert library.has_trail
        library.edit(CLINIC.handbook.id, "edition", "2013")
    paths.policy_file().with_name("policy.kept").unlink()
    put_policy("[trail]\non = false")
    with open_library() as library:
        assert not library.has_trail
        entries = [read(row.content) for row in library.audit_trail()[0]]
    assert [entry.what for entry in entries] == [Deed.TRAIL_BEGUN, Deed.EDITED, Deed.TRAIL_PAUSED]
    assert entries[1].who == f"Ann Moyo ({account()})"
    assert "District pharmacy" in entries[0].note


@pytest.mark.usefixtures("asked")
def test_a_kept_handbook_is_neither_removed_nor_replaced() -> None:
    put_policy('[library]\nkeep_handbooks = ["*"]')
    source = CLINIC.handbook.source_path
    other = make_handbook("Clinic", ["Adrenaline 8.5 mg IM."], source=source)
    with open_library() as library:
        with pytest.raises(PolicyError, match="Clinic cannot be removed or replaced"):
            library.remove(CLINIC.handbook.id)
        with pytest.raises(PolicyError, match="Clinic cannot be removed or replaced"):
            library.add(other, make_vectors(len(other.chunks)), EMBEDDER)
        assert [book.id for book in library.handbooks()] == [CLINIC.handbook.id]


def test_a_library_that_cannot_be_written_is_opened_and_what_is_not_done_is_said(asked: Path) -> None:
    put_policy("[history]\ndays = 7")
    with Library.open(asked) as busy, busy.transaction(), open_library(busy_timeout_s=0.1) as library:
        assert "could not be done" in library.notes[0]
        assert len(library.reports()) == 2
