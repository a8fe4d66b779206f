"""What kind of thing would answer a question: a dose, a duration, a drug, a yes or no."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from edgerag.language.text import fold


class Expected(StrEnum):
    """What an answer must contain to be one."""

    AMOUNT = "amount"
    DURATION = "duration"
    FREQUENCY = "frequency"
    COUNT = "count"
    THRESHOLD = "threshold"
    AGE = "age"
    TIME = "time"
    DRUG = "drug"
    POLARITY = "yes or no"
    ANYTHING = "anything"


_VALUES: Final = frozenset(
    {
        Expected.AMOUNT,
        Expected.DURATION,
        Expected.FREQUENCY,
        Expected.THRESHOLD,
        Expected.AGE,
        Expected.TIME,
    }
)
"""What is written as a number and a unit, often in a table or a list."""

_ASKED = {
    Expected.TIME: (
        r"^when\b|\bwhen should\b|\bwhat time\b|\bby when\b|"
        r"\bhow (?:soon|early|late)\b(?!.*\b(?:repeat|again))"
    ),
    Expected.DURATION: (
        r"\b(?:how long|for how many|how many (?:days|weeks|months|years|hours|minutes)|"
        r"duration)\b"
    ),
    Expected.FREQUENCY: r"\b(?:how often|how soon|how frequent\w*|how many times|what interval)\b",
    Expected.AGE: r"\b(?:what|which) ages?\b|\bhow old\b",
    Expected.THRESHOLD: (
        r"\b(?:(?:at|above|below) (?:what|which)\b(?! (?:dose|time|interval))|threshold|cut-?off|"
        r"(?:what|which) [\w\s-]{0,40}\b(?:level|count|circumference|temperature|pressure|saturation|"
        r"weight|value|rate|concentration|score|load|hba1c|haemoglobin|hemoglobin|target|goal)\b)"
    ),
    Expected.AMOUNT: (
        r"\b(?:how much|(?<!how many )dos(?:e|es|age)|what (?:amount|volume|strength)|how many [\w\s-]{0,20}"
        r"(?:mg|ml|tablets?|teaspoons?|drops|litres?|units|measures|grams))\b"
    ),
    Expected.COUNT: r"\bhow many\b",
    Expected.DRUG: (
        r"\b(?:(?:which|what) [\w\s-]{0,30}\b(?:drugs?|medicines?|medications?|antibiotics?|injectables?|"
        r"regimens?|treatments?|therap(?:y|ies)|vaccines?|agents?|antidotes?|fluids?|treats?|given)\b|"
        r"first-line|treatment (?:of|for)|treat\b|how (?:is|are|should|do|does|can) .{0,80}\btreated\b)"
    ),
    Expected.POLARITY: r"^(?:should|can|may|is|are|does|do|must|will|could|would|has|have)\b",
}
"""In order: the first that matches wins."""
_ASKED_PATTERNS = [(expected, re.compile(pattern)) for expected, pattern in _ASKED.items()]


def expectation(question: str) -> Expected:
    """Say what kind of thing `question` asks for; the most specific kind wins."""
    folded = fold(question).strip()
    for expected, pattern in _ASKED_PATTERNS:
        if pattern.search(folded):
            return expected
    return Expected.ANYTHING


def asks_value(question: str) -> bool:
    """Whether a question asks for a number and a unit."""
    return expectation(question) in _VALUES
