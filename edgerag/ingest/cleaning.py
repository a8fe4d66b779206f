"""Makes text from a file safe to store and to show, without changing what it says.

Control characters, terminal escapes and invisible direction overrides are removed:
they could hide text from a reader or act on a terminal. Words stay as they are,
instructions to language models among them: they are data.
"""

from __future__ import annotations

import re
import unicodedata

_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|\x1b\][^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?"  # OSC: titles, links
    r"|\x1b[PX^_][^\x1b\x9c\n]*(?:\x1b\\|\x9c)?"  # DCS and its kin
    r"|\x1b[ -/]*[0-~]?"  # all shorter ones
    r"|\x9b[0-?]*[ -/]*[@-~]"  # the one-character CSI
)
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 without tab and newline, DEL, C1
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # zero width, direction, annotation
    "\u00ad\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"  # soft hyphen, non-characters, tags
)
_LIGATURES = str.maketrans({
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl",
    "\ufb05": "st", "\ufb06": "st", "\u2010": "-", "\u2011": "-",
})  # fmt: skip
_HYPHENS = re.compile("-\u00ad?-|-\u00ad|\u00ad-")
_SPACES = re.compile(r"[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_LEADERS = re.compile(r"(?:[.…·_] ?){5,}")


def clean_line(text: str) -> str:
    """Give one line of text: ligatures spelt out, white space single, nothing invisible."""
    text = _ESCAPES.sub("", text)
    text = text.translate(_LIGATURES)
    text = _HYPHENS.sub("-", text)
    text = (
        text.replace("\n", " ")
        .replace("\r", " ")
        .replace("\u2028", " ")
        .replace("\u2029", " ")
        .replace("\f", " ")
    )
    text = _INVISIBLE.sub("", text)
    text = _LEADERS.sub("... ", text)
    text = _SPACES.sub(" ", text).strip()
    return unicodedata.normalize("NFC", text)
