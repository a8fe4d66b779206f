from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from edgerag.answer.candidates import Quote
from edgerag.answer.cite import Standing, cite, find_quote, standing, verify
from edgerag.domain.evidence import Passage
from edgerag.domain.handbooks import Page
from edgerag.domain.ids import ChunkId, SectionId
from edgerag.domain.pages import handbook_text, paginate


def whole(pages: tuple[Page, ...]) -> Passage:
    text = handbook_text(pages)
    return Passage(
        SectionId(7), ("Part", "Chapter"), 0, len(text), text, 1, len(pages), 1.0, ChunkId(1), 0, len(text)
    )


def paged(*texts: str) -> tuple[Page, ...]:
    return paginate(texts, range(11, 11 + len(texts)), [""] * len(texts))


def test_a_quote_is_cited_with_its_page_and_heading() -> None:
    pages = paged("Call for help.", "Give 1 mL adrenaline IM.")
    passage = whole(pages)
    start = passage.text.index("1 mL")
    cited = cite([Quote(passage, start, start + len("1 mL adrenaline"))], pages)
    (citation,) = cited.citations
    assert (citation.quote, citation.page, citation.section) == ("1 mL adrenaline", 12, "Part > Chapter")
    assert pages[1].text[citation.start : citation.end] == citation.quote
    assert cited.n_dropped == 0


def test_an_earlier_quotation_is_there_has_moved_is_on_a_lost_page_or_never_was() -> None:
    pages = paged("Call for help.", "Give 1 mL adrenaline IM.")
    passage = whole(pages)
    start = passage.text.index("1 mL")
    (citation,) = cite([Quote(passage, start, start + 4)], pages).citations
    assert standing(citation, pages) is Standing.VERBATIM
    assert standing(citation, paged("Give 1 mL at once.", "Call for help.")) is Standing.MOVED
    assert standing(citation, paged("Call for help.", " " * 24)) is Standing.BLANK
    assert standing(citation, paged("Call for help.", "Give 9 mL adrenaline IM.")) is Standing.ABSENT
    assert standing(citation, paged("Call for help.")) is Standing.ABSENT


def test_a_quote_across_a_page_end_becomes_two_citations() -> None:
    pages = paged("Give 1 mL", "adrenaline IM.")
    passage = whole(pages)
    cited = cite([Quote(passage, 5, len(passage.text))], pages)
    assert [(c.page, c.quote) for c in cited.citations] == [(11, "1 mL"), (12, "adrenaline IM.")]


def test_a_passage_that_is_not_what_the_pages_hold_is_dropped_and_counted() -> None:
    pages = paged("Give 1 mL adrenaline IM.")
    forged = replace(whole(pages), text="Give 9 mL adrenaline IM.")
    cited = cite([Quote(forged, 0, 9)], pages)
    assert cited.citations == ()
    assert cited.n_dropped == 1


def test_the_same_quote_is_cited_once() -> None:
    pages = paged("Give 1 mL adrenaline IM.")
    quote = Quote(whole(pages), 0, 9)
    assert len(cite([quote, quote], pages).citations) == 1


TEXTS = st.lists(st.text(max_size=60), min_size=1, max_size=4)


@given(TEXTS, st.data())
def test_any_span_of_any_page_verifies(texts: list[str], data: st.DataObject) -> None:
    pages = paged(*texts)
    passage = whole(pages)
    start = data.draw(st.integers(0, len(passage.text)))
    end = data.draw(st.integers(start, len(passage.text)))
    cited = cite([Quote(passage, start, end)], pages)
    assert all(verify(citation, pages) for citation in cited.citations)
    quoted = "".join(citation.quote for citation in cited.citations)
    if quoted:
        assert quoted == passage.text[start:end].replace("\n", "") or "".join(quoted.split()) == "".join(
            passage.text[start:end].split()
        )


@given(TEXTS, st.data(), st.characters())
def test_a_tampered_citation_does_not_verify(texts: list[str], data: st.DataObject, other: str) -> None:
    pages = paged(*texts)
    passage = whole(pages)
    start = data.draw(st.integers(0, max(len(passage.text) - 1, 0)))
    end = data.draw(st.integers(start, len(passage.text)))
    for citation in cite([Quote(passage, start, end)], pages).citations:
        at = data.draw(st.integers(0, len(citation.quote) - 1))
        if citation.quote[at] != other:
            tampered = citation.quote[:at] + other + citation.quote[at + 1 :]
            assert not verify(replace(citation, quote=tampered), pages)
        assert not verify(replace(citation, start=citation.start + 1), pages)
        assert not verify(replace(citation, page_ordinal=99), pages)
        assert not verify(replace(citation, head="a line that no page has: \N{SNOWMAN}\N{COMET}"), pages)


def test_a_model_quotation_is_found_despite_case_breaks_and_punctuation() -> None:
    passage = whole(paged("Give\nadrenaline1 1mℓ (1:1000) IM, every 5 minutes – until ﬁrst improvement."))
    found = find_quote("ADRENALINE1 1ml (1:1000) IM every 5 minutes until first improvement", [passage])
    assert found is not None
    assert found.text == "adrenaline1 1mℓ (1:1000) IM, every 5 minutes – until ﬁrst improvement"


def test_a_model_quotation_with_another_number_or_sign_is_not_found() -> None:
    passage = whole(paged("Start ART if CD4 < 350. Give 1.5 mL."))
    assert find_quote("CD4 < 350", [passage]) is not None
    assert find_quote("CD4 > 350", [passage]) is None
    assert find_quote("Give 15 mL", [passage]) is None


@given(st.text(max_size=80), st.data())
def test_every_verbatim_quotation_is_found(text: str, data: st.DataObject) -> None:
    passage = whole(paged(text))
    words = [word for word in text.split() if any(char.isalpha() for char in word)]
    if words:
        word = data.draw(st.sampled_from(words))
        if not any(char in "%<>≤≥=+±/.,:" or char.isdigit() for char in word):
            assert find_quote(word, [passage]) is not None


TABLE = "Weight | Dose\n5 to 7 kg | 175 mg\n8 to 11 kg | 250 mg"


def test_a_quoted_row_keeps_its_table_and_other_words_keep_none() -> None:
    pages = paged(f"Amoxicillin\n{TABLE}\nFor five days.")
    passage = whole(pages)
    for words, table in (("8 to 11 kg | 250 mg", TABLE), ("For five days.", ""), ("250 mg\nFor", "")):
        start = passage.text.index(words)
        (citation,) = cite([Quote(passage, start, start + len(words))], pages).citations
        assert (citation.quote, citation.table) == (words, table)
        assert not verify(replace(citation, table="Weight | Dose\n5 to 7 kg | 999 mg"), pages)


def test_a_table_of_which_nothing_names_the_columns_is_not_kept() -> None:
    pages = paged("5 to 7 kg | 175 mg\n8 to 11 kg | 250 mg")
    (citation,) = cite([Quote(whole(pages), 0, 6)], pages).citations
    assert citation.table == ""
