from __future__ import annotations

import pytest

from edgerag.confirm.facts import MANY, area_of, borne_out, confirmed
from edgerag.domain.answers import Answer, Status
from edgerag.domain.ids import HandbookId
from edgerag.domain.points import Ground, Party, Point, PointKind, Saying, Summary, Trust
from edgerag.domain.reports import Judgement, Label, Mark, Report, verdict_of
from edgerag.errors import EdgeRagError
from tests.answers import make_answer, make_pair

QUESTION = "What dose of adrenaline should an adult with anaphylaxis receive?"
A, B, C, D = (make_answer(name, f"Give {n} mg.") for n, name in enumerate("ABCD"))
DOSE, ROUTE = "adrenaline dose", "route"
PAIRS = (
    make_pair(A, B, Label.CONSISTENT),
    make_pair(A, C, Label.DIVERGENT, DOSE),
    make_pair(A, D, Label.DIVERGENT, ROUTE),
    make_pair(B, C, Label.COMPLEMENTARY),
)


def report(*answers: Answer, pairs: tuple[Judgement, ...] = PAIRS, **more: object) -> Report:
    verdict = verdict_of(answers, pairs)
    return Report(QUESTION, verdict, answers, pairs, {}, **more)  # type: ignore[arg-type]


ALL = report(A, B, C, D)
NAME_A, NAME_B, NAME_C = (HandbookId(name) for name in "ABC")


def worth(facts: list) -> dict[str, float]:  # type: ignore[type-arg]
    return {fact.handbook: fact.credit for fact in facts}


def test_who_says_the_same_is_right_with_it_and_who_cannot_be_followed_with_it_is_wrong() -> None:
    assert worth(confirmed(ALL, NAME_A)) == {"A": 1.0, "B": 1.0, "C": 0.0, "D": 0.0}
    assert worth(confirmed(ALL, NAME_B)) == {"B": 1.0, "A": 1.0}


def test_on_one_topic_nothing_follows_for_who_differs_on_another() -> None:
    assert worth(confirmed(ALL, NAME_A, topic=DOSE)) == {"A": 1.0, "B": 1.0, "C": 0.0}


def test_that_one_is_wrong_makes_nobody_else_right() -> None:
    assert worth(confirmed(ALL, NAME_A, is_right=False)) == {"A": 0.0, "B": 0.0}


@pytest.mark.parametrize(
    ("right", "found"),
    [(Label.CONSISTENT, {"C": 1.0, "A": 1.0}), (None, {"C": 1.0}), (Label.ABSENT, {"C": 1.0})],
)
def test_a_readers_mark_stands_above_the_label(right: Label | None, found: dict[str, float]) -> None:
    marked = report(A, B, C, D, marks=(Mark(NAME_A, NAME_C, right),))
    assert worth(confirmed(marked, NAME_C)) == found


def test_the_same_quotation_is_the_same_statement_whenever_it_is_asked_for() -> None:
    alone = report(A, pairs=())
    statements = [
        {fact.statement for fact in confirmed(one, NAME_A) if fact.handbook == "A"} for one in (ALL, alone)
    ]
    assert statements[0] == statements[1]
    (dose,) = (f.statement for f in confirmed(ALL, NAME_A, topic=DOSE) if f.handbook == "A")
    assert {dose} != statements[0]


def test_what_was_not_answered_cannot_be_confirmed() -> None:
    silent = make_answer("A", status=Status.NOT_ADDRESSED)
    with pytest.raises(EdgeRagError, match="gave no answer"):
        confirmed(report(silent, pairs=()), NAME_A)
    with pytest.raises(EdgeRagError, match="nobody differs with it on 'age'") as caught:
        confirmed(ALL, NAME_A, topic="age")
    assert caught.value.hint == f"topics: {DOSE}, {ROUTE}"


def point_of(kind: PointKind, *sizes: int, trusted: int | None = None) -> tuple[Point, list[Answer]]:
    """Make a point with parties of so many families, and the answers in it."""
    answers = [make_answer(f"{side}-{n}", "Give it.") for side, size in enumerate(sizes) for n in range(size)]
    parties = tuple(
        Party(
            tuple(Saying(one.handbook.id) for one in answers if one.handbook.id.startswith(f"{side}-")), size
        )
        for side, size in enumerate(sizes)
    )
    trust = None
    if trusted is not None:
        trust = Trust(trusted, 0.9, (Ground.VOICES,), sizes[trusted], sum(sizes))
    return Point(kind, parties, "dose", trust=trust), answers


@pytest.mark.parametrize(
    ("kind", "sizes", "trusted", "n_right", "n_wrong"),
    [
        (PointKind.AGREEING, (MANY,), None, MANY, 0),
        (PointKind.AGREEING, (MANY - 1,), None, 0, 0),
        (PointKind.COMPATIBLE, (MANY,), None, 0, 0),
        (PointKind.DIFFERING, (MANY, 1), 0, MANY, 1),
        (PointKind.DIFFERING, (MANY - 1, 1), 0, 0, 0),
        (PointKind.DIFFERING, (MANY, 2), 0, 0, 0),
        (PointKind.DIFFERING, (MANY, 1), None, 0, 0),
    ],
)
def test_only_many_voices_that_nothing_speaks_against_bear_a_statement_out(
    kind: PointKind, sizes: tuple[int, ...], trusted: int | None, n_right: int, n_wrong: int
) -> None:
    point, answers = point_of(kind, *sizes, trusted=trusted)
    facts = borne_out(report(*answers, pairs=(), summary=Summary((point,))))
    assert sum(fact.credit > 0.5 for fact in facts) == n_right
    assert sum(fact.credit < 0.5 for fact in facts) == n_wrong
    assert not any(fact.by_person for fact in facts)


def test_copies_however_many_bear_nothing_out() -> None:
    point, answers = point_of(PointKind.AGREEING, 9)
    copied = Point(point.kind, (Party(point.parties[0].sayings, 1),))
    assert borne_out(report(*answers, pairs=(), summary=Summary((copied,)))) == []


@pytest.mark.parametrize(
    ("question", "area"),
    [
        (QUESTION, "anaphylaxis"),
        ("How is TB treated?", "tuberculosis"),
        ("How much paracetamol may a child have?", "paracetamol"),
        ("What is the number of the ward?", ""),
    ],
)
def test_the_subject_is_the_illness_or_else_the_medicine(question: str, area: str) -> None:
    assert area_of(question) == area
