from __future__ import annotations

from edgerag.domain.reports import Label
from edgerag.evaluate.datasets.questions import GoldAnswer, GoldPair, HandbookQuestion
from edgerag.evaluate.editions import as_stated, evaluate_editions, joined
from tests.answers import make_handbook

BOOKS = {
    "art-2013": make_handbook("ART Guidelines", "2013"),
    "art-2019": make_handbook("HIV Care", "2019"),
    "hospital-2012": make_handbook("Hospital Care", "2012"),
    "other-2018": make_handbook("Village Care", "2018", "Another Council"),
}
WORKS = [["art-2013", "art-2019"]]
MAKERS = dict.fromkeys(("art-2013", "art-2019", "hospital-2012"), "National Health Council")


def asked(**stated: str) -> HandbookQuestion:
    """Ask handbooks, of which those with different values differ."""
    values = {name.replace("_", "-"): value for name, value in stated.items()}
    names = sorted(values)
    return HandbookQuestion(
        "When?",
        [GoldAnswer(name, 1, quote=f"Start at {values[name]}.") for name in names],
        pairs=[
            GoldPair(a, b, Label.CONSISTENT if values[a] == values[b] else Label.DIVERGENT)
            for a in names
            for b in names
            if a < b
        ],
    )


def measured(question: HandbookQuestion) -> dict[str, float]:
    found = evaluate_editions([question], BOOKS, WORKS, MAKERS)
    return {name: measure.value for name, measure in found.measures.items()} | {"n": found.n}


def test_the_newest_edition_is_trusted_and_the_older_one_is_shown() -> None:
    assert measured(asked(art_2013="350", art_2019="any")) == {
        "n": 1,
        "newest_named": 1.0,
        "trusted_right": 1.0,
        "trusted": 1.0,
        "older_trusted": 0.0,
        "older_shown": 1.0,
    }


def test_an_older_book_of_the_same_maker_does_not_keep_it_from_being_trusted() -> None:
    assert measured(asked(art_2013="350", hospital_2012="350", art_2019="any"))["trusted"] == 1.0


def test_nothing_is_trusted_where_another_maker_differs_from_both() -> None:
    found = measured(asked(art_2013="350", art_2019="any", other_2018="500"))
    assert (found["newest_named"], found["trusted"], found["older_trusted"]) == (1.0, 0.0, 0.0)


def test_editions_that_agree_are_no_case() -> None:
    assert measured(asked(art_2013="350", art_2019="350", other_2018="500"))["n"] == 0


def test_titles_as_they_are_read_do_not_tell_these_editions() -> None:
    found = evaluate_editions([asked(art_2013="350", art_2019="any")], BOOKS, WORKS, MAKERS)
    assert found.groups["known"]["read of the files"].measures["newest_named"].value == 0.0


def test_a_keeper_states_the_newest_title_for_every_edition() -> None:
    told = as_stated(BOOKS, WORKS, MAKERS)
    assert {told[name].title for name in WORKS[0]} == {"HIV Care"}
    assert told["other-2018"].title == "Village Care"


def test_pairs_with_a_name_in_common_are_of_one_work() -> None:
    pairs = [frozenset(pair) for pair in ("ab", "cd", "ef", "be")]
    assert sorted(map(sorted, joined(pairs))) == [["a", "b", "e", "f"], ["c", "d"]]


def test_pairs_that_are_asked_about_are_measured_and_stated_by_the_keeper_who_was_asked() -> None:
    likely = {frozenset(WORKS[0])}
    groups = evaluate_editions([asked(art_2013="350", art_2019="any")], BOOKS, WORKS, MAKERS, likely).groups
    assert groups["known"]["read of the files"].measures["trusted"].value == 0.0
    assert groups["known"]["asked about, and stated"].measures["trusted"].value == 1.0
    assert groups["pairs"]["title"].measures["recall"].value == 0.0
    assert groups["pairs"]["text"].measures["precision"].value == 1.0
    assert groups["pairs"]["either"].measures["recall"].value == 1.0
