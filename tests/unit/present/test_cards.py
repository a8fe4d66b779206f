from __future__ import annotations

from dataclasses import replace

import pytest

from edgerag.domain.handbooks import Origin, Stated
from edgerag.domain.reports import Report
from edgerag.present.cards import Card, State, answered_card, card_lines, cards_of, progress_sentence
from edgerag.present.explain import explained_lines
from edgerag.present.lines import Style, cells, plain
from tests.unit.present.conftest import AGED, Builder

WIDTHS = (30, 60, 100)


def test_cards_come_in_reading_order_with_sign_and_word(anaphylaxis: Report) -> None:
    heads = [plain(card_lines(card, 100)).splitlines()[0] for card in cards_of(anaphylaxis)]
    assert [head.split("  ")[0] for head in heads[:3]] == ["! DISAGREES", "! DISAGREES", "? NOT CHECKED"]
    assert heads[3].startswith("FAILED   Torn Booklet")
    assert heads[4].startswith("NOT ADDRESSED   Antiretroviral Guide (2013)")


def test_a_card_shows_quotation_page_institution_and_authority(anaphylaxis: Report) -> None:
    text = plain(card_lines(cards_of(anaphylaxis)[0], 100)).replace("\u00a0", " ")
    assert "“1 mL (1:1000) IM every 5 minutes until better”  [p. 16]" in text
    assert "Clinic   authority medium" in text


@pytest.mark.parametrize(
    ("institution", "collection", "told"),
    [
        ("", "guideline", "publisher not stated   guideline"),
        ("Ministry of Health", "guideline", "Ministry of Health   guideline"),
        ("Ministry of Health", "", "Ministry of Health"),
        ("", "", ""),
    ],
)
def test_a_collection_never_stands_where_the_publisher_is_looked_for(
    make: Builder, institution: str, collection: str, told: str
) -> None:
    book = make.handbook("Guide")
    known = replace(
        book.metadata,
        institution=Stated(institution, Origin.PERSON),
        collection=Stated(collection, Origin.PERSON),
        authority=Stated("medium", Origin.DEFAULT),
    )
    answer = make.answered(replace(book, metadata=known), "", make.citation("Give 1 mL", page=4))
    lines = plain(card_lines(Card(answer.handbook, State.ANSWERED, answer), 100)).splitlines()
    quoted = next(i for i, line in enumerate(lines) if "Give 1 mL" in line)
    assert " ".join(lines[quoted + 1 :]).strip() == told


@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_is_wider_than_the_screen(anaphylaxis: Report, width: int) -> None:
    for card in cards_of(anaphylaxis):
        for line in card_lines(card, width):
            assert cells("".join(segment.text for segment in line)) <= width


@pytest.mark.parametrize("state", [State.WAITING, State.SEARCHING, State.READING])
def test_a_card_without_an_answer_is_one_line_with_its_state(make: Builder, state: State) -> None:
    (line,) = card_lines(Card(make.handbook("Guide", "2013"), state), 60)
    assert "".join(segment.text for segment in line) == f"{state.value:14}Guide (2013)"


def test_what_is_being_written_stands_above_the_quotations(make: Builder) -> None:
    book = make.handbook("Guide")
    answer = make.answered(book, "", make.citation("Give 1 mL", page=4))
    text = plain(card_lines(Card(book, State.WRITING, answer, "Give one"), 60))
    assert text.index("Give one …") < text.index("“Give 1 mL”")


def test_progress_is_told_in_words(make: Builder) -> None:
    books = [make.handbook(f"Guide {n}") for n in range(3)]
    assert progress_sentence([Card(book, State.SEARCHING) for book in books], 0) == "Searching 3 handbooks"
    reading = [Card(books[0], State.READING), Card(books[1], State.SEARCHING)]
    assert progress_sentence(reading, 0) == "Reading: 1 of 2 handbooks"
    done = [Card(books[0], State.ANSWERED), Card(books[1], State.QUOTED)]
    assert progress_sentence(done, 0) == "Answering: 1 of 2 handbooks"
    assert progress_sentence([Card(book, State.ANSWERED) for book in books], 2) == (
        "Comparing the answers: 2 of 3 pairs"
    )


def test_escape_codes_are_shown_and_not_obeyed(make: Builder) -> None:
    book = make.handbook("\x1b[31mGuide[/]")
    answer = make.answered(book, "Give\x07", make.citation("\x1b]52;c;AA\x07", page=1), note="\x1b[0m")
    text = plain(card_lines(Card(book, State.ANSWERED, answer), 80))
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "<U+001B>[31mGuide[/]" in text


def test_a_card_does_not_call_a_handbook_silent_on_a_question_that_was_not_read(unread: Report) -> None:
    (card,) = cards_of(unread)
    assert plain(card_lines(card, 80)).startswith("NOTHING FOUND   Cardinal Clinic Guide")


def test_what_may_be_no_answer_is_a_card_of_its_own_after_the_answers(doubtful: Report) -> None:
    assert [card.state for card in cards_of(doubtful)] == [
        State.ANSWERED, State.UNCERTAIN, State.NOT_ADDRESSED
    ]  # fmt: skip
    text = plain(card_lines(cards_of(doubtful)[1], 80))
    assert text.startswith("MAY NOT ADDRESS IT  Harbour Primary Care · p. 12")
    assert "Keep it at 8 °C" in text


def test_an_authority_that_nobody_gave_is_not_on_a_card(make: Builder) -> None:
    book = make.handbook("Guide")
    unranked = replace(book, metadata=replace(book.metadata, authority=Stated("medium", Origin.DEFAULT)))
    answer = make.answered(unranked, "Give 1 mL.", make.citation("Give 1 mL.", page=4))
    text = plain(card_lines(Card(unranked, State.ANSWERED, answer), 80))
    assert "Clinic" in text
    assert "authority" not in text


def test_what_the_model_did_is_no_doubt_about_a_quotation(make: Builder) -> None:
    book = make.handbook("Guide")
    note = "quoted: the model added nothing; page 9 is damaged"
    answer = make.answered(book, "Give 1 mL.", make.citation("Give 1 mL.", page=4), note=note)
    (line,) = (line for line in card_lines(Card(book, State.ANSWERED, answer), 80) if "note" in plain([line]))
    styles = {segment.style: segment.text for segment in line if segment.text.strip()}
    assert "added nothing" in plain([line])
    assert not any("model" in text for style, text in styles.items() if style is Style.UNSURE)
    assert "damaged" in styles[Style.UNSURE]


@pytest.mark.parametrize(
    "why",
    ["names no dose", "leaves out “if no better”: “The dose (for an adult) is 0.5 mL; repeat it.”", "a; b)"],
)
def test_what_the_model_did_takes_one_line_and_why_is_told_with_how_it_was_found(
    make: Builder, why: str
) -> None:
    book = make.handbook("Guide")
    note = f"quoted: the model's own words are left out ({why})"
    answer = make.answered(book, "Give 1 mL.", make.citation("Give 1 mL.", page=4), note=note)
    *_, last = plain(card_lines(Card(book, State.ANSWERED, answer), 80)).splitlines()
    assert last.strip() == "note: quoted: the model's own words are left out"
    assert why in plain(explained_lines(make.report(answer), 400))


def test_a_card_says_of_which_collection_the_handbook_is_and_that_it_has_aged(aged: Report) -> None:
    by_title = {card.handbook.title: plain(card_lines(card, 100)) for card in cards_of(aged)}
    assert "Clinic   guideline   authority medium" in by_title["Cardinal Clinic Guide"]
    assert by_title["Cardinal Clinic Guide"].count(AGED) == 1
    assert sum(AGED in text for text in by_title.values()) == 1
    assert "Clinic   authority medium" in by_title["Harbour Primary Care"]


def test_a_quoted_row_stands_under_its_head_and_has_a_mark_if_it_is_for_the_child(make: Builder) -> None:
    book = make.handbook("Guide")
    table = "Weight | Each time\n5 to 7 kg | 175 mg\n8 to 11 kg | 250 mg"
    answer = make.answered(book, "Give it.", replace(make.citation("8 to 11 kg | 250 mg"), table=table))
    card = answered_card(answer, question="What dose for a child of 9 kg?")
    assert plain(card_lines(card, 80)).splitlines()[2:7] == [
        "    Weight     │ Each time",
        "    ───────────┼──────────",
        "  ► 8 to 11 kg │ 250 mg",
        "  ► The row for 9 kg",
        "  [p.\u00a016]",
    ]
