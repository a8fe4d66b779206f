from __future__ import annotations

import apsw
import pytest

from edgerag.store import answers, handbooks
from edgerag.store.handbooks import HandbookKey
from tests.synthetic import make_handbook


def test_an_answer_is_found_under_its_key_alone_and_the_newest_counts(db: apsw.Connection) -> None:
    book = handbooks.insert(db, make_handbook("Clinic", ["Oxygen."]))
    answers.keep(db, "key", book, b"first")
    answers.keep(db, "key", book, b"second")
    assert answers.find(db, "key") == b"second"
    assert answers.find(db, "other") is None


def test_answers_go_with_their_handbook(db: apsw.Connection) -> None:
    clinic, hospital = (
        handbooks.insert(db, make_handbook(title, [title])) for title in ("Clinic", "Hospital")
    )
    answers.keep(db, "clinic", clinic, b"a")
    answers.keep(db, "hospital", hospital, b"b")
    handbooks.delete(db, clinic)
    assert answers.find(db, "clinic") is None
    assert answers.find(db, "hospital") == b"b"


def test_no_answer_is_kept_of_a_handbook_that_is_not_there(db: apsw.Connection) -> None:
    with pytest.raises(apsw.ConstraintError):
        answers.keep(db, "key", HandbookKey(99), b"whose?")
