"""Decodes text files whose encoding nobody stated."""

from __future__ import annotations

import codecs
import re
import unicodedata

from edgerag.errors import IngestError

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 4_096
_CHINESE = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]+")
SHORTEST_CHINESE_RUN = 2.5
"""Characters in a middling stretch of Chinese between other text."""
FEWEST_CHINESE = 8
"""Characters; fewer may be any bytes."""
LEAST_ASCII = 0.6
"""Share of plain characters in a language with accents; the bytes of other scripts have fewer."""
_MOST_UNKNOWN = 0.05
"""Share of characters that mean nothing above which a file is not text."""
_MOST_CONTROLS = 0.02
"""Share of control characters above which a file is not text."""


def decode(data: bytes) -> str:
    """Decode UTF-8, UTF-16, UTF-32, GB 18030 or Windows-1252, whichever fits.

    Raises:
        IngestError: the bytes are not text.
    """
    text = _decoded(data)
    sample = text[: 16 * _SAMPLE]
    controls = sum(character < " " and character not in "\t\n\r\f\x1b" for character in sample)
    unknown = sum(unicodedata.category(character) in ("Cn", "Co", "Cs") for character in sample)
    unknown += sample.count("\ufffd")
    if controls > _MOST_CONTROLS * len(sample) + 8 or unknown > _MOST_UNKNOWN * len(sample) + 1:
        raise _no_text()
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes) -> str:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return data.decode(encoding, errors="replace")
    if wide := _wide_encoding(data[:_SAMPLE]):
        return data.decode(wide, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start > 0.9 * len(data) and error.reason == "unexpected end of data":
            return data.decode("utf-8", errors="replace")
    try:
        chinese = data.decode("gb18030")
    except UnicodeDecodeError:
        return _western(data)
    # Accented letters stand alone between ASCII; Chinese characters come in words.
    runs = _CHINESE.findall(chinese)
    n_chinese, n_foreign = sum(map(len, runs)), sum(character > "\x7f" for character in chinese)
    if (
        n_chinese >= FEWEST_CHINESE
        and n_chinese > 0.7 * n_foreign
        and n_chinese >= SHORTEST_CHINESE_RUN * len(runs)
    ):
        return chinese
    return _western(data)


def _western(data: bytes) -> str:
    """Decode a Western European language.

    Raises:
        IngestError: too many of the bytes are no plain letters for any.
    """
    if sum(byte < 0x80 for byte in data) < LEAST_ASCII * len(data):
        raise _no_text()
    return data.decode("cp1252", errors="replace")


def _no_text() -> IngestError:
    return IngestError(
        "the file is not text, or in an encoding that cannot be told",
        hint="save it as UTF-8, or convert it to PDF, DOCX, HTML or Markdown",
    )


def _wide_encoding(sample: bytes) -> str:
    """Recognise UTF-16 without a mark by the zero bytes of its Latin letters."""
    pairs = len(sample) // 2
    if pairs < 4:
        return ""
    if sample[1::2].count(0) > 0.6 * pairs and sample[::2].count(0) < 0.1 * pairs:
        return "utf-16-le"
    if sample[::2].count(0) > 0.6 * pairs and sample[1::2].count(0) < 0.1 * pairs:
        return "utf-16-be"
    return ""
