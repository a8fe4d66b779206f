from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.confirm.credibility import Credibility
from edgerag.domain.answers import Answer
from edgerag.domain.facts import Fact
from edgerag.domain.handbooks import Origin, Stated
from edgerag.domain.points import Ground, Point, Summary
from edgerag.domain.reports import Label
from edgerag.engine.trust import with_trust
from edgerag.summarise.summarise import summarise
from tests.answers import make_answer, make_handbook, make_pair

NOTHING = Credibility(())
DOSES = ("1 mg", "0.5 mg", "0.3 mg")


def summary_of(answers: list[Answer], doses: list[str]) -> Summary:
    """Summarise answers of which those with different doses differ."""
    told = zip(answers, doses, strict=True)
    pairs = [
        make_pair(
            a, b, Label.CONSISTENT if one == other else Label.DIVERGENT, "dose" * (one != other), (one, other)
        )
        for (a, one), (b, other) in combinations(told, 2)
    ]
    return summarise(answers, pairs)


def trusted(
    answers: list[Answer], doses: list[str], known: Credibility = NOTHING
) -> tuple[str, tuple[Ground, ...]]:
    """Give the dose that is trusted, and why."""
    (point,) = [
        one for one in with_trust(summary_of(answers, doses), answers, "shock", known).points if one.topic
    ]
    if point.trust is None:
        return "", ()
    return point.parties[point.trust.party].sayings[0].words, point.trust.grounds


def give(title: str, dose: str, edition: str = "", institution: str = "") -> Answer:
    return make_answer(make_handbook(title, edition, institution), f"Give {dose}.")


def stated(answer: Answer, **fields: Stated) -> Answer:
    known = replace(answer.handbook.metadata, **fields)
    return replace(answer, handbook=replace(answer.handbook, metadata=known))


@pytest.mark.parametrize("years", [("2013", "2019"), ("2019", "2013")])
def test_of_two_editions_of_one_work_the_newest_is_trusted_whichever_comes_first(
    years: tuple[str, str],
) -> None:
    doses = {"2013": "1 mg", "2019": "0.5 mg"}
    answers = [give("Primary Care 101", doses[year], year) for year in years]
    assert trusted(answers, [doses[year] for year in years]) == ("0.5 mg", (Ground.NEWEST,))


def test_many_old_editions_do_not_outvote_the_newest() -> None:
    old = [give("Primary Care 101", "1 mg", str(year)) for year in range(2010, 2015)]
    answers = [*old, give("Primary Care 101", "0.5 mg", "2019")]
    assert trusted(answers, [*["1 mg"] * 5, "0.5 mg"]) == ("0.5 mg", (Ground.NEWEST,))


MAKER = "National Health Council"


def art(dose: str, edition: str) -> Answer:
    return give("Treatment of HIV", dose, edition, MAKER)


def test_older_book_of_the_same_maker_does_not_hold_what_the_newest_edition_gave_up() -> None:
    hospital = give("Hospital Care", "1 mg", "2012", MAKER)
    answers = [art("1 mg", "2013"), hospital, art("0.5 mg", "2019")]
    assert trusted(answers, ["1 mg", "1 mg", "0.5 mg"]) == ("0.5 mg", (Ground.NEWEST,))


@pytest.mark.parametrize(
    ("edition", "maker"), [("2020", MAKER), ("", MAKER), ("2012", "Another Council"), ("2012", "")]
)
def test_newer_undated_or_foreign_book_keeps_its_voice_beside_an_older_edition(
    edition: str, maker: str
) -> None:
    answers = [art("1 mg", "2013"), give("Hospital Care", "1 mg", edition, maker), art("0.5 mg", "2019")]
    assert trusted(answers, ["1 mg", "1 mg", "0.5 mg"]) == ("", ())


def test_older_book_that_the_keeper_ranks_higher_keeps_its_voice() -> None:
    hospital = stated(give("Hospital Care", "1 mg", "2012", MAKER), authority=Stated("high", Origin.PERSON))
    answers = [art("1 mg", "2013"), hospital, art("0.5 mg", "2019")]
    assert trusted(answers, ["1 mg", "1 mg", "0.5 mg"])[0] != "0.5 mg"


def test_editions_without_dates_are_one_voice_that_is_divided() -> None:
    answers = [give("Primary Care 101", "1 mg"), give("Primary Care 101", "0.5 mg", "2019")]
    assert trusted(answers, ["1 mg", "0.5 mg"]) == ("", ())


def test_books_of_one_institution_do_not_outvote_two_others() -> None:
    who = [
        give(title, "1 mg", institution="World Health Organization")
        for title in ("Malaria", "Asthma", "Eyes")
    ]
    answers = [*who, give("MSF", "0.5 mg"), give("Red Cross", "0.5 mg")]
    dose, grounds = trusted(answers, ["1 mg"] * 3 + ["0.5 mg"] * 2)
    assert (dose, grounds) == ("0.5 mg", (Ground.VOICES,))


def test_the_rank_counts_if_a_person_stated_it() -> None:
    answers = [give("A", "1 mg"), give("B", "0.5 mg")]
    for origin, found in ((Origin.PERSON, "0.5 mg"), (Origin.DEFAULT, "")):
        book = answers[1].handbook
        high = replace(book.metadata, authority=Stated("high", origin))
        ranked = [answers[0], replace(answers[1], handbook=replace(book, metadata=high))]
        assert trusted(ranked, ["1 mg", "0.5 mg"])[0] == found


def test_a_guideline_is_supported_better_than_a_leaflet_and_a_rank_stands_above_both() -> None:
    guideline, leaflet = give("Malaria Guidelines", "1 mg"), give("Malaria Leaflet", "0.5 mg")
    guideline = stated(guideline, collection=Stated("guideline", Origin.DOCUMENT))
    leaflet = stated(leaflet, collection=Stated("patient education", Origin.DOCUMENT))
    assert trusted([leaflet, guideline], ["0.5 mg", "1 mg"]) == ("1 mg", (Ground.COLLECTION,))
    high = stated(leaflet, authority=Stated("high", Origin.PERSON))
    assert trusted([high, guideline], ["0.5 mg", "1 mg"]) == ("0.5 mg", (Ground.RANK,))
    ours = stated(guideline, collection=Stated("ours", Origin.PERSON))
    assert trusted([leaflet, ours], ["0.5 mg", "1 mg"]) == ("", ())


def test_the_record_on_the_subject_counts_and_on_another_less() -> None:
    answers = [give("A", "1 mg"), give("B", "0.5 mg")]

    def known(area: str) -> Credibility:
        return Credibility(
            Fact(answers[1].handbook.id, area, str(n).encode(), 1.0, by_person=True) for n in range(12)
        )

    assert trusted(answers, ["1 mg", "0.5 mg"], known("shock")) == ("0.5 mg", (Ground.RECORD,))
    book = answers[1].handbook.id
    assert known("shock").of(book, "shock") > known("fever").of(book, "shock") > 0.5


@given(st.lists(st.sampled_from(DOSES), min_size=2, max_size=6), st.data())
def test_trust_takes_nothing_away_from_a_summary(doses: list[str], data: st.DataObject) -> None:
    editions = data.draw(
        st.lists(st.sampled_from(["", "2010", "2020"]), min_size=len(doses), max_size=len(doses))
    )
    titles = data.draw(
        st.lists(st.sampled_from(["Care Of Adults", "B", "C"]), min_size=len(doses), max_size=len(doses))
    )
    books = {
        f"{t}{n}" if t != "Care Of Adults" else f"{t}{e}{n}": (t, e)
        for n, (t, e) in enumerate(zip(titles, editions, strict=True))
    }
    answers = [
        make_answer(replace(make_handbook(t, e), id=make_handbook(key).id), f"Give {dose}.")
        for (key, (t, e)), dose in zip(books.items(), doses, strict=True)
    ]
    shelves = st.sampled_from(["", "guideline", "textbook", "patient education", "ours"])
    answers = [stated(answer, collection=Stated(data.draw(shelves), Origin.PERSON)) for answer in answers]
    before = summary_of(answers, doses)
    after = with_trust(before, answers, "shock", NOTHING)
    assert [replace(point, trust=None) for point in after.points] == list(before.points)
    assert after.families == before.families
    for point in after.points:
        assert point.trust is None or is_named(point)


def is_named(point: Point) -> bool:
    """Whether the trusted party is one of the point's, and it is a conflict."""
    return point.trust is not None and len(point.parties) > 1 and point.trust.party < len(point.parties)
