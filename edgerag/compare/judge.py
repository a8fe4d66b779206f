"""Judges one pair of texts: identity, then typed comparison, then similarity.

A false "they agree" is worse than a false alarm. So CONSISTENT needs a reason that can be shown
(the same words, the same values) or two texts without competing values that the calibrated model
holds for the same; all that could not be lined up is NOT CHECKED.

The two texts are judged in one fixed order, whichever way they are given, so that swapping them
never changes the label.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec
import numpy as np

from edgerag.compare import lexicon
from edgerag.compare.features import NAMES, features, focused
from edgerag.compare.focus import Focus, focus_of
from edgerag.compare.quantities import folded
from edgerag.compare.similarity import Similarity
from edgerag.compare.statements import Polarity, Statement, read
from edgerag.compare.typed import SIGNIFICANCE, Finding, Relation, Span, compare_typed
from edgerag.compare.values import Kind
from edgerag.domain.reports import Label, Layer, Significance

MAX_CHARS: Final = 40_000
"""Longer texts are not judged: some 6,000 words, three times the longest answer there should be."""


_BOTH: Final = "{both}"
"""Where the reasoning quotes the two sides."""
_LONGEST_QUOTE: Final = 120
_FEWEST_WORDS: Final = 3
"""Fewer words than this in common prove nothing."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two texts relate as answers to one question."""

    label: Label
    probability: float
    topic: str
    significance: Significance | None
    reasoning: str
    decided_by: Layer
    a: Span | None = None
    """What in the first text decided; None if it was not one place."""
    b: Span | None = None


class _Calibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`judge.toml`: how far each outcome is to be trusted, and the similarity model."""

    typed: dict[str, float]
    """Share of right labels by outcome of the typed comparison."""
    floors: dict[str, float]
    """Below these nothing is said."""
    means: dict[str, float]
    scales: dict[str, float]
    weights: dict[str, dict[str, float]]


def compare_texts(question: str, a: str, b: str, similarity: Similarity) -> Comparison:
    """Judge two texts as answers to `question`; swapping them swaps the quotations and nothing else."""
    return worded(judge(question, a, b, similarity))


def judge(question: str, a: str, b: str, similarity: Similarity) -> Comparison:
    """Judge two texts, leaving the quotations out of the reasoning so that it can still be swapped."""
    if _order(b) < _order(a):
        return swapped(_judge(question, b, a, similarity))
    return _judge(question, a, b, similarity)


def swapped(comparison: Comparison) -> Comparison:
    """Give the judgement of the same two texts in the other order; only before it is worded."""
    return replace(comparison, a=comparison.b, b=comparison.a)


def normalised(text: str) -> str:
    """Reduce a text to what makes two answers the same words: case, spacing and list marks removed."""
    return re.sub(r"[^\w%<>=≤≥/.,:+°-]+", " ", folded(text)).strip(" .,:")


def _order(text: str) -> tuple[str, str]:
    return normalised(text), text


def _judge(question: str, a: str, b: str, similarity: Similarity) -> Comparison:
    same_a, same_b = normalised(a), normalised(b)
    if same_a.startswith("not addressed") or same_b.startswith("not addressed"):
        return _plain(
            Label.ABSENT, 1.0, "At least one handbook does not address the question.", Layer.ABSENCE
        )
    if not same_a or not same_b:
        return _unchecked("One answer has no text to compare.")
    if same_a == same_b:
        return _plain(Label.CONSISTENT, 1.0, "Both say the same in the same words.", Layer.IDENTITY)
    if max(len(a), len(b)) > MAX_CHARS:
        return _unchecked("An answer is too long to compare.")
    if not _is_english(a) or not _is_english(b):
        return _unchecked("The answers are not both in English, which is all that the judge reads.")
    focus = focus_of(question)
    read_a, read_b = read(a), read(b)
    finding = compare_typed(focus, read_a, read_b)
    if finding.relation in (Relation.CONFLICT, Relation.OPPOSITE):
        return _conflict(finding)
    if _contained(read_a, read_b) or _contained(read_b, read_a):
        return _plain(
            Label.CONSISTENT,
            _calibration().typed["contained"],
            "One repeats the other word for word.",
            Layer.IDENTITY,
        )
    return _without_conflict(finding, focus, read_a, read_b, similarity)


def _without_conflict(
    finding: Finding, focus: Focus, a: tuple[Statement, ...], b: tuple[Statement, ...], similarity: Similarity
) -> Comparison:
    match finding.relation:
        case Relation.AGREE | Relation.EXTRA if (
            _cosine(focus, a, b, similarity) < _calibration().floors["same_subject"]
        ):
            return _unchecked(f"They state the same values, perhaps of different things: {_BOTH}.", finding)
        case Relation.AGREE:
            return _typed(Label.CONSISTENT, finding, f"Both state the same: {_BOTH}.")
        case Relation.EXTRA:
            return _typed(
                Label.COMPLEMENTARY, finding, f"What both state agrees ({_BOTH}); one of them states more."
            )
        case Relation.OTHER_PEOPLE:
            return _typed(
                Label.COMPLEMENTARY, finding, f"They speak about different people or conditions: {_BOTH}."
            )
        case Relation.UNALIGNED:
            return _unchecked(f"Both state values that cannot be put beside each other: {_BOTH}.", finding)
        case Relation.ONE_SIDED:
            return _unchecked("Only one of them states what the question asks.", finding)
        case _:
            measured = features(focus, a, b, similarity)
            may_agree = not _numbers_compete(a, b) and _forbids(a) == _forbids(b)
            return _by_similarity(
                probabilities(measured), measured[NAMES.index("cosine")], may_agree=may_agree
            )


def _cosine(
    focus: Focus, a: tuple[Statement, ...], b: tuple[Statement, ...], similarity: Similarity
) -> float:
    return similarity.cosine(focused(a, focus), focused(b, focus))


def _by_similarity(odds: Mapping[Label, float], cosine: float, *, may_agree: bool) -> Comparison:
    floors = _calibration().floors
    label = max(odds, key=lambda one: (odds[one], one))
    if label is Label.CONSISTENT and not may_agree:
        return _unchecked("They read alike, but one forbids something or their numbers differ.")
    floor = floors["agreement" if label is Label.CONSISTENT else "similarity"]
    if odds[label] < floor or cosine < floors["same_subject"]:
        return _unchecked(f"No layer is sure enough; the likeliest is {label} with {odds[label]:.0%}.")
    match label:
        case Label.CONSISTENT:
            return _plain(label, odds[label], "They read as the same recommendation.", Layer.SIMILARITY)
        case Label.COMPLEMENTARY:
            return _plain(
                label,
                odds[label],
                "They treat the same subject and differ in what they cover.",
                Layer.SIMILARITY,
            )
        case _:
            reason = "One denies or reverses what the other states about the same subject."
            return Comparison(
                label, odds[label], "main statement", Significance.MEDIUM, reason, Layer.SIMILARITY
            )


def probabilities(measured: tuple[float, ...]) -> dict[Label, float]:
    """Give the similarity model's probability of each label it knows, from the features."""
    table = _calibration()
    scaled = [
        (value - table.means[name]) / table.scales[name] for name, value in zip(NAMES, measured, strict=True)
    ]
    logits = [
        weights["intercept"] + sum(weights[name] * value for name, value in zip(NAMES, scaled, strict=True))
        for weights in table.weights.values()
    ]
    shares = np.exp(np.array(logits) - max(logits))
    shares /= shares.sum()
    return {Label(name): float(share) for name, share in zip(table.weights, shares, strict=True)}


@cache
def _calibration() -> _Calibration:
    source = files("edgerag.compare").joinpath("judge.toml")
    return msgspec.toml.decode(source.read_bytes(), type=_Calibration)


def _conflict(finding: Finding) -> Comparison:
    kind = finding.kind or Kind.ACTION
    is_opposite = finding.relation is Relation.OPPOSITE
    label = Label.CONTRADICTORY if is_opposite else Label.DIVERGENT
    how = "They say the opposite" if is_opposite else f"They differ in {finding.topic or kind}"
    return Comparison(
        label,
        _calibration().typed[finding.relation],
        finding.topic or str(kind),
        SIGNIFICANCE.get(kind, Significance.LOW),
        f"{how}: {_BOTH}.",
        Layer.TYPED,
        finding.a,
        finding.b,
    )


def _typed(label: Label, finding: Finding, reason: str) -> Comparison:
    probability = _calibration().typed[finding.relation]
    return Comparison(label, probability, "", None, reason, Layer.TYPED, finding.a, finding.b)


def _plain(label: Label, probability: float, reason: str, layer: Layer) -> Comparison:
    return Comparison(label, probability, "", None, reason, layer)


def _unchecked(reason: str, finding: Finding | None = None) -> Comparison:
    a, b = (finding.a, finding.b) if finding else (None, None)
    return Comparison(Label.NOT_CHECKED, 0.0, "", None, f"{reason} Look at both.", Layer.NONE, a, b)


def worded(comparison: Comparison) -> Comparison:
    """Put both quotations into the reasoning, in the order in which the texts were given."""
    both = f"“{_short(comparison.a)}” against “{_short(comparison.b)}”"
    return replace(comparison, reasoning=comparison.reasoning.replace(_BOTH, both))


def _short(span: Span | None) -> str:
    text = span.text if span else "nothing"
    return text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE].rsplit(" ", 1)[0] + " …"


def _is_english(text: str) -> bool:
    words = re.findall(r"[^\W\d_]+", folded(text))
    latin = sum(word.isascii() for word in words)
    english, foreign = (lexicon.n_function_words(words, language) for language in ("english", "foreign"))
    return 2 * latin >= len(words) and (foreign < 2 or foreign <= english)


def _contained(part: tuple[Statement, ...], whole: tuple[Statement, ...]) -> bool:
    """Whether every sentence of one is in the other, whose further sentences forbid and measure nothing."""
    said = {normalised(statement.text) for statement in part}
    heard = {normalised(statement.text) for statement in whole}
    further = [statement for statement in whole if normalised(statement.text) not in said]
    is_long = sum(len(one.split()) for one in said) >= _FEWEST_WORDS
    return is_long and said <= heard and not any(s.values or s.polarity is Polarity.DO_NOT for s in further)


def _forbids(text: tuple[Statement, ...]) -> bool:
    return any(statement.polarity is Polarity.DO_NOT for statement in text)


def _numbers_compete(a: tuple[Statement, ...], b: tuple[Statement, ...]) -> bool:
    """Whether each text holds values, or bare numbers, that the other lacks."""
    values_a, values_b = ({(v.unit, v.interval) for s in text for v in s.values} for text in (a, b))
    digits_a, digits_b = ({n for s in text for n in re.findall(r"\d+(?:\.\d+)?", s.text)} for text in (a, b))
    return bool(values_a - values_b and values_b - values_a) or bool(
        digits_a - digits_b and digits_b - digits_a
    )
