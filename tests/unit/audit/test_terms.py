from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from edgerag import paths
from edgerag.audit.terms import library_digest, refuse_changed, refuse_unkept, terms_of
from edgerag.config import Answers, Config, Models, Retrieval
from edgerag.engine.ask import Engine
from edgerag.errors import AuditError, PolicyError
from edgerag.policy import History, Policy, Rules
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors
from tests.unit.store.test_audits import make_terms


def test_the_same_library_has_the_same_digest_wherever_it_was_made(tmp_path: Path) -> None:
    books = [make_handbook(name, [f"{name} says this.", "And that."]) for name in ("Clinic", "Hospital")]
    digests = []
    for n, order in enumerate((books, books[::-1], books[:1])):
        with Library.open(tmp_path / f"{n}.db") as library:
            for parsed in order:
                library.add(parsed, make_vectors(2), EMBEDDER)
            digests.append(library_digest(library))
    assert digests[0] == digests[1] != digests[2]


def test_terms_that_hold_are_let_pass() -> None:
    refuse_changed(make_terms(), make_terms())


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"library": "2" * 64}, "the library has other handbooks, or another text of one"),
        ({"versions": {"edgerag": "0.2.0"}}, "edgerag was 0.1.0 and is 0.2.0"),
        ({"versions": {"edgerag": "0.1.0", "generator": "big"}}, "generator was none and is big"),
        ({"settings": "{1}"}, "the settings for retrieval or answers are others"),
        ({"handbooks": ()}, r"Clinic \(2013\) is gone"),
        ({"handbooks": make_terms("other").handbooks}, r"Clinic \(2013\) is gone; Clinic \(2013\) is new"),
    ],
)
def test_what_changed_is_named(changed: dict[str, object], said: str) -> None:
    with pytest.raises(AuditError, match=said):
        refuse_changed(make_terms(), structs.replace(make_terms(), **changed))


def test_settings_that_change_no_answer_change_no_terms(home: Path) -> None:
    with Engine.open(Config(), extractive=True) as engine:
        usual, threads, fewer, longer = (
            terms_of(engine, config, [], is_extractive=True)
            for config in (
                Config(),
                Config(models=Models(threads=1)),
                Config(retrieval=Retrieval(passages=3)),
                Config(answers=Answers(max_tokens=40)),
            )
        )
        one = terms_of(engine, Config(), ["quarry"], is_extractive=True)
    assert usual == threads
    assert usual.settings != fewer.settings != longer.settings
    assert (len(usual.handbooks), len(one.handbooks)) == (2, 1)
    assert usual.library == one.library
    assert usual.versions["embedder"]
    assert usual.versions["generator"] == ""


def test_an_audit_needs_a_handbook_and_the_leave_to_keep_questions(tmp_path: Path, home: Path) -> None:
    paths.library_file().unlink()
    with Engine.open(Config(), extractive=True) as engine:
        with pytest.raises(AuditError, match="no handbooks to ask"):
            terms_of(engine, Config(), [], is_extractive=True)
        refuse_unkept(engine.library)
        engine.library.rules = Rules(
            Policy("edgerag.policy/1", "Mbeya", history=History(keep=False)), "fixed by"
        )
        with pytest.raises(PolicyError, match="none may be kept: fixed by"):
            refuse_unkept(engine.library)
