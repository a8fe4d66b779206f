"""What a word is to the program, in whatever alphabet."""

from __future__ import annotations

import re
from typing import Final

LETTERS: Final = re.compile(r"[^\W\d_]+")
"""A run of letters."""
