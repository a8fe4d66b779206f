from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.errors import IngestError
from edgerag.ingest.encodings import decode


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "gb18030"])
def test_chinese_is_decoded_whatever_its_encoding(encoding: str) -> None:
    text = (
        "Adult dose: 成人过敏性休克应立即肌肉注射肾上腺素。The rest is plain English text of the same page.\n"
        * 3
    )
    assert decode(text.encode(encoding)) == text


def test_western_text_in_one_byte_is_decoded() -> None:
    assert (
        decode("Température ≥ 38 °C: fièvre".replace("≥", ">").encode("cp1252"))
        == "Température > 38 °C: fièvre"
    )


@given(st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), max_size=60))
def test_utf_8_is_read_as_it_is(text: str) -> None:
    if "\0" not in text and not text.startswith("\ufeff"):
        assert decode(text.encode()) == text


@given(st.text(st.sampled_from("dose of 5 mg\n"), min_size=20), st.sampled_from(["\n", "\r\n", "\r"]))
def test_line_ends_of_every_system_are_one(text: str, end: str) -> None:
    assert decode(text.replace("\n", end).encode("utf-16")) == text


def test_end_that_was_cut_off_in_a_character_costs_that_character() -> None:
    cut = ("Give paracetamol " * 10 + "é").encode()[:-1]
    assert decode(cut) == "Give paracetamol " * 10 + "\ufffd"


def test_what_is_not_text_is_refused() -> None:
    with pytest.raises(IngestError, match="not text"):
        decode(bytes(range(1, 32)) * 40)


@pytest.mark.parametrize(
    "junk", [b"\xb3\xc9\xd0\xc1", b"\xfe\xed\xfa\xce", b"\x81\x82\x83\x84\x85\x86", b"\xe9\xe8 \xe7\xe0"]
)
def test_a_few_bytes_of_junk_are_no_book_in_any_language(junk: bytes) -> None:
    with pytest.raises(IngestError, match="not text"):
        decode(junk)


def test_bytes_that_mean_nothing_in_their_own_encoding_are_refused() -> None:
    with pytest.raises(IngestError, match="not text"):
        decode(b"\xff\xfe" + b"\x00\xd8\x01\xd9" * 40)
