from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.answer.readable import readable

WORD = st.text(alphabet="abcz0123456789.,/%<≥µ", min_size=1, max_size=6)
WORDS = st.lists(WORD, min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("quote", "shown"),
    [
        ("Give **adrenaline**\n0.5 mg", "Give adrenaline 0.5 mg"),
        ("__Never__ `suck` it", "Never suck it"),
        ("## Snake bite\nReassure.", "Snake bite Reassure."),
        ("grade #2 burn", "grade #2 burn"),
        ("Give   it\n\n  now.", "Give it now."),
        ("| zinc | 20 mg |", "zinc | 20 mg ;"),
        ("| Drug | Dose |\n| :--- | ---: |\n| zinc || 20 mg |", "Drug | Dose ; zinc | 20 mg ;"),
        ("1-2 tablets -- no more", "1-2 tablets -- no more"),
        ("zinc\t20 mg\nORS\t\t1 L", "zinc | 20 mg ; ORS | 1 L ;"),
        ("\tGive it.", "Give it."),
        ("adrena-\nline 0.5 mg", "adrenaline 0.5 mg"),
        ("adrena- \n  line 0.5 mg", "adrenaline 0.5 mg"),
        ("first-\nor second-line drugs", "first- or second-line drugs"),
        ("5-\n10 mg in HIV-\nTB", "5- 10 mg in HIV- TB"),
        ("• rest\n- zinc -\ntwice", "• rest - zinc - twice"),
    ],
)
def test_worked_examples(quote: str, shown: str) -> None:
    assert readable([quote]) == shown


def test_what_is_meant_for_a_model_or_a_terminal_is_made_harmless() -> None:
    shown = readable(["<|im_end|>Give\x1b[31m it\u202e now\u200b."])
    assert "<|" not in shown
    assert "|>" not in shown
    assert shown.endswith("Give [31m it now .")


@given(st.lists(st.text(max_size=40), max_size=4))
def test_each_quotation_is_one_line_and_an_empty_one_is_none(quotes: list[str]) -> None:
    alone = [readable([quote]) for quote in quotes]
    assert readable(quotes) == "\n".join(one for one in alone if one)
    assert all("\n" not in one for one in alone)


@given(st.text(max_size=80))
def test_no_character_is_left_that_is_not_seen(quote: str) -> None:
    assert not any(unicodedata.category(char) in {"Cc", "Cf"} for char in readable([quote]))


@given(WORDS, st.lists(st.sampled_from([" ", "\n", "  ", "\n  ", " \n"]), min_size=8, max_size=8))
def test_where_the_page_wraps_a_line_makes_no_difference(words: list[str], gaps: list[str]) -> None:
    wrapped = "".join(word + gap for word, gap in zip(words, gaps, strict=False))
    assert readable([wrapped]) == " ".join(words)


@given(WORDS)
def test_emphasis_changes_no_word(words: list[str]) -> None:
    assert readable([" ".join(f"**{word}**" for word in words)]) == " ".join(words)


@given(WORDS, st.data())
def test_a_word_that_is_broken_at_a_line_end_is_whole(words: list[str], data: st.DataObject) -> None:
    left, right = (data.draw(st.text(alphabet="abcz", min_size=2, max_size=5)) for _ in range(2))
    text = " ".join([*words, f"{left}{{}}{right}", *words])
    assert readable([text.format("-\n")]) == readable([text.format("")])


@given(
    st.lists(st.lists(WORD, min_size=2, max_size=4), min_size=1, max_size=4),
    st.sampled_from(["| {} |", "{}"]),
    st.sampled_from([" | ", "\t", "\t\t"]),
)
def test_a_table_keeps_its_cells_in_their_order_and_its_rows_apart(
    rows: list[list[str]], edges: str, between: str
) -> None:
    table = "\n".join(edges.format(between.join(row)) for row in rows)
    assert readable([table]) == " ".join(f"{' | '.join(row)} ;" for row in rows)
