from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.answers import Answer, Status
from edgerag.domain.ids import HandbookId
from edgerag.domain.points import Point, PointKind, Summary
from edgerag.domain.reports import AGREEMENTS, CONFLICTS, Judgement, Label
from edgerag.summarise.summarise import summarise
from tests.answers import make_answer, make_handbook, make_pair

DOSES = ["1 mL", "0.5 mL", "0.5 mg", "0.3 mg", "25 mg"]


def told(summary: Summary) -> list[tuple[str, str, list[list[tuple[str, str]]]]]:
    """Each point's kind and topic, and of each party who says what."""
    return [
        (
            point.kind.value,
            point.topic,
            [[(said.handbook, said.words) for said in party.sayings] for party in point.parties],
        )
        for point in summary.points
    ]


def give(title: str, dose: str) -> Answer:
    return make_answer(title, f"Give {dose} of adrenaline.")


def test_parties_say_what_they_differ_on_and_who_agrees_stands_together() -> None:
    a, b, c = give("A", "1 mL"), give("B", "0.5 mL"), give("C", "0.5 mg")
    pairs = [
        make_pair(a, b, Label.DIVERGENT, "adrenaline dose", ("1 mL", "0.5 mL")),
        make_pair(a, c, Label.DIVERGENT, "adrenaline dose", ("1 mL", "0.5 mg")),
        make_pair(b, c, Label.CONSISTENT, "", ("0.5 mL", "0.5 mg")),
    ]
    parties = [[("A", "1 mL")], [("B", "0.5 mL"), ("C", "0.5 mg")]]
    assert told(summarise([a, b, c], pairs)) == [("differing", "adrenaline dose", parties)]


def test_who_conflicts_on_one_topic_with_different_words_says_all_of_them() -> None:
    a = make_answer("A", "Give 1 mL, children 0.3 mg.")
    b, c = give("B", "0.5 mL"), give("C", "25 mg")
    pairs = [
        make_pair(a, b, Label.DIVERGENT, "dose", ("1 mL", "0.5 mL")),
        make_pair(a, c, Label.DIVERGENT, "dose", ("0.3 mg", "25 mg")),
        make_pair(b, c, Label.DIVERGENT, "dose", ("0.5 mL", "25 mg")),
    ]
    (point,) = summarise([a, b, c], pairs).points
    assert [said.words for said in point.parties[0].sayings] == ["1 mL", "0.3 mg"]


def test_the_most_harmful_conflict_comes_first() -> None:
    a, b, c = give("A", "1 mL"), give("B", "0.5 mL"), give("C", "1 mL")
    pairs = [
        make_pair(a, b, Label.DIVERGENT, "dose"),
        make_pair(a, c, Label.CONSISTENT),
        make_pair(b, c, Label.CONTRADICTORY, "deed"),
    ]
    kinds = [point.kind for point in summarise([a, b, c], pairs).points]
    assert kinds == [PointKind.OPPOSED, PointKind.DIFFERING, PointKind.AGREEING]


def test_of_conflicts_as_harmful_the_one_whose_sides_are_likeliest_to_answer_comes_first() -> None:
    chances = {"A": 0.9, "B": 0.5, "C": 0.8}
    a, b, c = (make_answer(book, f"Give {book}.", relevance=chance) for book, chance in chances.items())
    pairs = [make_pair(a, b, Label.DIVERGENT, "dose"), make_pair(a, c, Label.DIVERGENT, "route")]
    assert [point.topic for point in summarise([a, b, c], pairs).points][:2] == ["route", "dose"]


def test_a_conflict_with_a_handbook_that_may_not_address_the_question_is_told_apart() -> None:
    a, b = give("A", "1 mL"), give("B", "0.5 mL")
    c = make_answer("C", "Give 25 mg of promethazine.", relevance=0.3)
    pairs = [
        make_pair(a, b, Label.DIVERGENT, "dose", ("1 mL", "0.5 mL")),
        make_pair(a, c, Label.CONTRADICTORY, "dose", ("1 mL", "25 mg")),
        make_pair(b, c, Label.DIVERGENT, "dose", ("0.5 mL", "25 mg")),
    ]
    told_of = summarise([a, b, c], pairs).points[:3]
    assert [(point.kind, point.handbooks) for point in told_of] == [
        (PointKind.DIFFERING, ("A", "B")),
        (PointKind.DOUBTFUL, ("A", "C")),
        (PointKind.DOUBTFUL, ("B", "C")),
    ]


def test_who_says_the_opposite_stands_among_those_who_differ_as_well() -> None:
    a, b, c = (make_answer(title, "Give it.") for title in "ABC")
    pairs = [
        make_pair(a, b, Label.DIVERGENT, "drug"),
        make_pair(a, c, Label.DIVERGENT, "drug"),
        make_pair(b, c, Label.CONTRADICTORY, "drug"),
    ]
    assert [(point.kind, point.handbooks) for point in summarise([a, b, c], pairs).points] == [
        (PointKind.OPPOSED, ("B", "C")),
        (PointKind.DIFFERING, ("A", "B", "C")),
    ]


def test_who_states_the_same_value_stands_together_though_the_pair_was_not_checked() -> None:
    a, b, c = make_answer("A", "Give 4 g."), make_answer("B", "Give 4 gm."), make_answer("C", "Give 5 g.")
    pairs = [
        make_pair(a, b, Label.NOT_CHECKED),
        make_pair(a, c, Label.DIVERGENT, "dose", ("4 g", "5 g")),
        make_pair(b, c, Label.DIVERGENT, "dose", ("4 gm", "5 g")),
    ]
    assert told(summarise([a, b, c], pairs)) == [
        ("differing", "dose", [[("A", "4 g"), ("B", "4 gm")], [("C", "5 g")]]),
        ("not checked", "", [[("A", "")], [("B", "")]]),
    ]


def test_who_agrees_on_something_else_does_not_stand_together_where_their_words_differ() -> None:
    a = make_answer("A", "Give it for 6 hours.")
    b = make_answer("B", "Give it for 2 months, 6 months in all.")
    c = make_answer("C", "Give it for 8 weeks, 6 months in all.")
    pairs = [
        make_pair(a, b, Label.DIVERGENT, "duration", ("6 hours", "2 months")),
        make_pair(a, c, Label.DIVERGENT, "duration", ("6 hours", "8 weeks")),
        make_pair(b, c, Label.CONSISTENT, "", ("6 months", "6 months")),
    ]
    assert told(summarise([a, b, c], pairs)) == [
        ("differing", "duration", [[("A", "6 hours")], [("B", "2 months")]]),
        ("differing", "duration", [[("A", "6 hours")], [("C", "8 weeks")]]),
        ("agreeing", "", [[("B", "6 months"), ("C", "6 months")]]),
    ]


def test_who_can_be_followed_as_well_is_not_of_one_mind() -> None:
    a, b, c = give("A", "1 mL"), give("B", "0.5 mL"), give("C", "0.3 mg")
    pairs = [
        make_pair(a, b, Label.DIVERGENT, "dose", ("1 mL", "0.5 mL")),
        make_pair(a, c, Label.DIVERGENT, "dose", ("1 mL", "0.3 mg")),
        make_pair(b, c, Label.COMPLEMENTARY, "", ("0.5 mL", "0.3 mg")),
    ]
    points = summarise([a, b, c], pairs).points
    assert [(point.kind, point.handbooks) for point in points] == [
        (PointKind.DIFFERING, ("A", "B")),
        (PointKind.DIFFERING, ("A", "C")),
        (PointKind.COMPATIBLE, ("B", "C")),
    ]


def test_what_is_told_among_the_differences_is_not_told_again() -> None:
    a, b = make_answer("A", "Give ceftriaxone for 7 days."), make_answer("B", "Give amoxicillin.")
    pairs = [make_pair(a, b, Label.DIVERGENT, "drug", ("ceftriaxone", "amoxicillin"))]
    assert told(summarise([a, b], pairs))[1:] == [("says alone", "duration", [[("A", "7 days")]])]


def test_all_who_answer_agree_only_if_every_two_were_found_to() -> None:
    a, b, c = give("A", "1 mL"), give("B", "1 mL"), give("C", "1 mL")
    agree = [make_pair(x, y, Label.CONSISTENT, "", ("1 mL", "1 mL")) for x, y in combinations((a, b, c), 2)]
    (point,) = summarise([a, b, c], agree).points
    assert point.kind is PointKind.AGREEING
    assert point.handbooks == ("A", "B", "C")
    assert {said.words for said in point.parties[0].sayings} == {"1 mL"}
    doubtful = [*agree[:2], replace(agree[2], label=Label.NOT_CHECKED)]
    kinds = [(point.kind, point.handbooks) for point in summarise([a, b, c], doubtful).points]
    assert kinds == [
        (PointKind.UNCHECKED, ("B", "C")),
        (PointKind.AGREEING, ("A", "B")),
        (PointKind.AGREEING, ("A", "C")),
    ]


def test_a_pair_that_nobody_judged_is_not_checked() -> None:
    (point,) = summarise([give("A", "1 mL"), give("B", "1 mL")], []).points
    assert point.kind is PointKind.UNCHECKED


def test_silence_doubt_and_failure_are_named() -> None:
    answers = [
        make_answer("A", status=Status.NOT_ADDRESSED),
        give("B", "1 mL"),
        make_answer("C", "Keep it cool.", status=Status.UNCERTAIN),
        make_answer("D", status=Status.FAILED),
    ]
    assert told(summarise(answers, [])) == [
        ("answers alone", "", [[("B", "")]]),
        ("uncertain", "", [[("C", "")]]),
        ("failed", "", [[("D", "")]]),
        ("silent", "", [[("A", "")]]),
    ]
    assert summarise([], []) == Summary()


def test_the_newest_edition_of_a_work_is_told_where_its_editions_differ() -> None:
    old, new = (
        make_answer(make_handbook("Cape Ward Guide", year, "Cape"), "Give it.") for year in ("2009", "2014")
    )
    other = give("Other", "1 mL")
    pairs = [make_pair(x, y, Label.DIVERGENT, "dose") for x, y in combinations((old, new, other), 2)]
    summary = summarise([old, new, other], pairs)
    (point,) = (point for point in summary.points if point.kind is PointKind.DIFFERING)
    assert point.newest == ("Cape Ward Guide 2014",)
    assert point.handbooks == ("Cape Ward Guide 2009", "Cape Ward Guide 2014", "Other")
    assert [family.handbooks for family in summary.families] == [
        ("Cape Ward Guide 2009", "Cape Ward Guide 2014")
    ]


def test_an_edition_that_a_newer_one_overtook_is_not_called_the_newest() -> None:
    old, new = (make_answer(make_handbook("Cape Ward Guide", year), "Give it.") for year in ("2009", "2014"))
    newest = make_answer(make_handbook("Cape Ward Guide", "2019"), status=Status.NOT_ADDRESSED)
    point = summarise([old, new, newest], [make_pair(old, new, Label.DIVERGENT, "dose")]).points[0]
    assert point.newest == ()


def test_editions_of_one_work_that_agree_count_as_one_voice() -> None:
    books = [
        make_handbook("Cape Ward Guide", "2009"),
        make_handbook("Cape Ward Guide", "2014"),
        make_handbook("Other Book"),
    ]
    answers = [make_answer(book, "Give it.") for book in books]
    pairs = [make_pair(x, y, Label.CONSISTENT) for x, y in combinations(answers, 2)]
    (point,) = summarise(answers, pairs).points
    assert point.parties[0].n_families == 2


@st.composite
def reports(draw: st.DrawFn) -> tuple[list[Answer], list[Judgement]]:
    """Make answers and labels as they may come, pairs among them that nobody judged."""
    answers: list[Answer] = []
    for n in range(draw(st.integers(0, 7))):
        book = make_handbook(draw(st.sampled_from(["Cape Ward Guide", f"Book {n}"])), str(2000 + n))
        quotes = [
            f"Give {dose} of it." for dose in draw(st.lists(st.sampled_from(DOSES), min_size=1, max_size=3))
        ]
        status = draw(st.sampled_from([Status.ANSWERED] * 4 + list(Status)))
        is_empty = status in (Status.FAILED, Status.NOT_ADDRESSED)
        relevance = draw(st.sampled_from([0.9, 0.9, 0.3]))
        said = [] if is_empty else quotes
        answers.append(make_answer(book, *said, status=status, relevance=relevance))
    pairs: list[Judgement] = []
    for a, b in combinations(answers, 2):
        if a.status is b.status is Status.ANSWERED:
            label = draw(st.sampled_from([*Label, *CONFLICTS, None]))
            words = draw(st.sampled_from(DOSES)), draw(st.sampled_from(DOSES))
            topic = draw(st.sampled_from(["dose", "route"]))
            if label is not None:
                pairs.append(make_pair(a, b, label, topic, words))
    return answers, pairs


Report = tuple[list[Answer], list[Judgement]]


@given(reports())
def test_every_disagreement_is_named(report: Report) -> None:
    answers, pairs = report
    points = summarise(answers, pairs).points
    for pair in pairs:
        if pair.label in CONFLICTS:
            kind = PointKind.OPPOSED if pair.label is Label.CONTRADICTORY else PointKind.DIFFERING
            if any(one.trace.relevance < 0.5 for one in answers if one.handbook.id in (pair.a, pair.b)):
                kind = PointKind.DOUBTFUL
            named = [point for point in points if point.kind is kind and point.topic == pair.topic]
            assert any({pair.a, pair.b} in map(set, across(point)) for point in named)


@given(reports())
def test_nothing_is_said_that_the_judged_pairs_do_not_bear_out(report: Report) -> None:
    answers, pairs = report
    label = {frozenset((pair.a, pair.b)): (pair.label, pair.topic) for pair in pairs}
    for point in summarise(answers, pairs).points:
        beside = [label.get(frozenset(two), (None, ""))[0] for two in within(point)]
        apart = [label.get(frozenset(two), (None, ""))[0] for two in across(point)]
        match point.kind:
            case PointKind.OPPOSED | PointKind.DIFFERING | PointKind.DOUBTFUL:
                conflicts = {Label.CONTRADICTORY} if point.kind is PointKind.OPPOSED else CONFLICTS
                told_of = [label[frozenset(two)] for two in across(point)]
                assert all(one in conflicts and topic == point.topic for one, topic in told_of)
                for two, one in zip(within(point), beside, strict=True):
                    assert one in AGREEMENTS or len(words_of(point, two) - {""}) <= 1
            case PointKind.UNCHECKED:
                assert not set(apart) & (CONFLICTS | AGREEMENTS)
                assert set(beside) <= AGREEMENTS
            case PointKind.AGREEING:
                assert set(beside) == {Label.CONSISTENT}
            case PointKind.COMPATIBLE:
                assert set(beside) <= AGREEMENTS
            case _:
                assert len(point.parties) == 1


@given(reports())
def test_every_word_stands_in_the_citation_that_is_given(report: Report) -> None:
    answers, pairs = report
    quotes = {answer.handbook.id: [citation.quote for citation in answer.citations] for answer in answers}
    for point in summarise(answers, pairs).points:
        for said in (said for party in point.parties for said in party.sayings):
            if said.citation is None:
                assert not quotes[said.handbook]
            else:
                assert said.words in quotes[said.handbook][said.citation]


@given(reports())
def test_no_handbook_and_no_pair_of_answers_is_left_out(report: Report) -> None:
    answers, pairs = report
    summary = summarise(answers, pairs)
    assert {book for point in summary.points for book in point.handbooks} == {
        one.handbook.id for one in answers
    }
    of_pairs = [point for point in summary.points if is_of_answers(point)]
    told_pairs = {frozenset(two) for point in of_pairs for two in [*across(point), *within(point)]}
    answered = [one.handbook.id for one in answers if one.status is Status.ANSWERED]
    assert told_pairs == {frozenset(two) for two in combinations(answered, 2)}
    assert summarise(answers, pairs) == summary


def is_of_answers(point: Point) -> bool:
    """Whether a point relates answers to each other."""
    return point.kind in list(PointKind)[:6]


def across(point: Point) -> Sequence[tuple[HandbookId, HandbookId]]:
    """Every two handbooks of different parties."""
    parties = combinations(point.parties, 2)
    return [(a, b) for one, other in parties for a in one.handbooks for b in other.handbooks]


def within(point: Point) -> Sequence[tuple[HandbookId, HandbookId]]:
    """Every two handbooks of one party."""
    return [two for party in point.parties for two in combinations(party.handbooks, 2)]


def words_of(point: Point, books: Sequence[HandbookId]) -> set[str]:
    """What some handbooks say on a point."""
    return {said.words for party in point.parties for said in party.sayings if said.handbook in books}
