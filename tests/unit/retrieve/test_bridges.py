from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.handbooks import Chunk, ParsedHandbook, Section
from edgerag.domain.ids import ChunkId, HandbookId, SectionId
from edgerag.retrieve.bridges import BRIDGE_WEIGHT, LOGIT_WEIGHT, Headings, name_of, steps_from
from edgerag.retrieve.first_stage import Candidate
from edgerag.retrieve.rerank import HIGHEST_LOGIT, LOWEST_LOGIT, Reranked
from edgerag.retrieve.retrieve import Retriever
from edgerag.understand.understand import understand

MakeHandbook = Callable[[str, Sequence[Sequence[tuple[str, str]]]], ParsedHandbook]
OpenRetriever = Callable[..., Retriever]
WORDS = st.sampled_from(["severe", "malaria", "snake", "bite", "oedema", "newborn", "jaundice"])


def headings(*names: str) -> Headings:
    return Headings([section(name, number) for number, name in enumerate(names)])


def section(name: str, number: int) -> Section:
    return Section(SectionId(number), number, None, 1, name, (name,), 0, 1, 1, 1)


def test_a_text_names_the_sections_whose_headings_stand_in_it_in_its_order() -> None:
    book = headings("Severe malaria", "Snake bite", "Burns")
    assert book.named_in("For a snake bite see below; give fluids as for severe malaria.") == (1, 0)


def test_a_name_inside_a_longer_one_is_not_named() -> None:
    book = headings("Malaria", "Severe malaria")
    assert book.named_in("as for severe malaria") == (1,)
    assert book.named_in("as for severe malaria, not malaria") == (1, 0)


def test_a_heading_that_many_sections_bear_names_none_of_them() -> None:
    assert headings(*["Treatment"] * 9, "Burns").named_in("Treatment of burns") == (9,)


def test_the_number_of_a_heading_and_what_stands_in_parentheses_are_no_part_of_its_name() -> None:
    assert name_of("4.12 Tuberculosis (TB, consumption)") == "Tuberculosis"
    assert headings("4.12 Tuberculosis (TB)").named_in("sent to the tuberculosis clinic") == (0,)


def test_a_heading_in_capitals_is_named_in_small_letters_and_a_proper_name_is_not() -> None:
    assert headings("SNAKE BITE").named_in("after a snake bite") == (0,)
    assert headings("Snake bite").named_in("after a snake bite") == (0,)
    assert headings("Rose Will").named_in("the rose will die") == ()


@given(
    st.lists(
        st.lists(WORDS, min_size=1, max_size=3).map(" ".join).map(str.capitalize),
        min_size=1,
        max_size=6,
        unique=True,
    )
)
def test_every_heading_is_named_by_its_own_words(names: list[str]) -> None:
    book = headings(*names)
    for number, name in enumerate(names):
        assert book.named_in(name) == (number,)
        assert book.named_in(name.lower()) == (number,)


@given(st.text(max_size=200))
def test_any_text_names_each_section_once_at_most(text: str) -> None:
    named = headings("Severe malaria", "Malaria", text[:40] or "Burns").named_in(text)
    assert len(named) == len(set(named))


class Reader:
    """A cross-encoder that remembers what it was asked."""

    name = "reader"

    def __init__(self, logits: Sequence[float]) -> None:
        self.logits, self.asked = logits, ""

    def score(self, query: str, passages: Sequence[str]) -> np.ndarray:
        self.asked = query
        return np.array(self.logits[: len(passages)], dtype=np.float32)


def chunk(number: int) -> Chunk:
    return Chunk(ChunkId(number), SectionId(number), 0, "", 0, 1, f"about {number}")


def test_what_is_reached_is_read_with_the_name_that_led_there_and_scored_along_the_path() -> None:
    reader = Reader([HIGHEST_LOGIT, LOWEST_LOGIT])
    bridge = Reranked(Candidate(HandbookId("h"), chunk(0), 0.5, 0.5), 0.0, 0.8)
    steps = steps_from("Where was he born?", bridge, "The film", [chunk(1), chunk(2)], reader)
    assert reader.asked == "Where was he born? The film"
    assert [step.score for step in steps] == pytest.approx(
        [BRIDGE_WEIGHT * 0.8 + LOGIT_WEIGHT, BRIDGE_WEIGHT * 0.8]
    )
    assert steps_from("?", bridge, "The film", [], reader) == []


FILLER = " ".join(f"Visit {n} records weight, height and blood pressure." for n in range(30))


def test_a_question_of_two_steps_finds_the_section_that_shares_no_word_with_it(
    make_handbook: MakeHandbook, open_retriever: OpenRetriever
) -> None:
    others = [(f"Clinic {n}", FILLER) for n in range(20)]
    book = make_handbook(
        "North",
        [
            [("Viper venom", "The antidote against viper venom is polyvalent serum, kept in a cold room.")],
            others,
            [("Polyvalent serum", "Ten vials in saline over one hour.")],
        ],
    )
    question = understand("How is the antidote against viper venom given?")
    ranked = open_retriever([book]).rank(question, 3)
    paths = {section.id: section.heading for section in book.sections}
    assert [paths[one.section_id] for one in ranked][:2] == ["Viper venom", "Polyvalent serum"]
