"""Judges one pair of texts: identity, typed comparison, a fitted model, a relation model, a language model.

The paragraphs of an extractive answer are its quotations, the likeliest first, and the farther down one
stands the seldomer it answers. So values, medicines or deeds that clash among the foremost decide, and are
shown; from a clash farther down nothing follows, and the models read the foremost alone. What the typed
comparison finds the same on both sides is so unless the model below holds a difference for likelier. All else
is decided by one calibrated model, which weighs that finding with what the texts share and with what the
entailment model reads in them. Unless amounts that are asked for settle it, or a claim is asked, the verdict
of both is weighed once more with how a relation model says that the two relate as answers (`relating.py`,
`weighing.py`):

    conflict   if p(DIVERGENT) + p(CONTRADICTORY) >= the floor of a conflict
    agreement  if p(CONSISTENT) + p(COMPLEMENTARY) >= the floor of an agreement, which is higher, since
               a false "they agree" is worse than a false alarm
    NOT CHECKED  otherwise

A language model is asked about what is left NOT CHECKED and about nothing else: it overrules no other layer.

The two texts are judged in one fixed order, whichever way they are given, so that swapping them
never changes the label.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from edgerag.compare.additions import is_one_sided_more
from edgerag.compare.advice import says_yes_or_no
from edgerag.compare.comparison import (
    AGREEMENTS,
    BOTH,
    OPEN,
    Comparison,
    agreement_of,
    conflict_of,
    fitted,
    plain,
    swapped,
    typed_as,
    unchecked,
    worded,
)
from edgerag.compare.features import ENTAILMENT, measured
from edgerag.compare.findings import AGREEING, CLASHING, Finding, Relation, Span, stated_at
from edgerag.compare.fitted import calibration, probabilities
from edgerag.compare.overlap import figures, has_ban, medicines, says_no
from edgerag.compare.pair import MODELLED, NO_LAYERS, Layers, Pair, foremost, read_pair
from edgerag.compare.provisos import PROVISO
from edgerag.compare.relating import answering_of, related
from edgerag.compare.similarity import Answering, Similarity
from edgerag.compare.situations import are_parted
from edgerag.compare.typed import compare_typed
from edgerag.compare.verdict import Reader, Silence
from edgerag.domain.reports import CONFLICTS, Label, Layer
from edgerag.language.english import is_english
from edgerag.language.instructions import blanked
from edgerag.language.matching import Wording
from edgerag.language.negation import forbids
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement, is_read_whole
from edgerag.language.text import folded
from edgerag.language.values import Kind

JUDGE_VERSION: Final = "30"
"""Raised with every change of which pairs are left to a language model, or of what its verdict may do."""

MAX_CHARS: Final = 40_000
"""Longer texts are not judged: some 6,000 words, three times the longest answer there should be."""
_COMPARED: Final = 2
"""Paragraphs of each text of which a clash decides."""


def compare_texts(
    asked: Asked,
    a: str,
    b: str,
    similarity: Similarity,
    *,
    without: Layers = NO_LAYERS,
    reader: Reader | None = None,
) -> Comparison:
    """Judge two texts as answers to one question; swapping them swaps the quotations and nothing else.

    Args:
        asked: what both answer.
        a: one text.
        b: the other.
        similarity: the models.
        without: layers to leave out, to measure what they are good for.
        reader: a language model that was checked; it reads what the other layers leave open.
    """
    return worded(judge(asked, a, b, similarity, without=without, reader=reader))


def judge(
    asked: Asked,
    a: str,
    b: str,
    similarity: Similarity,
    *,
    without: Layers = NO_LAYERS,
    reader: Reader | None = None,
) -> Comparison:
    """Judge two texts, leaving the quotations out of the reasoning so that it can still be swapped."""
    if _order(b) < _order(a):
        return swapped(_judge(asked, b, a, similarity, without, reader))
    return _judge(asked, a, b, similarity, without, reader)


@dataclass(frozen=True, slots=True)
class ToWeigh:
    """What is weighed of two texts."""

    said: Label
    """The verdict before."""
    is_typed: bool
    """Whether the typed comparison gave it."""
    answering: Answering


def to_weigh(asked: Asked, a: str, b: str, similarity: Similarity) -> ToWeigh | None:
    """Give what is weighed of two texts, to fit how.

    None where words alone decide, where it is not for the relation model to say, and without one.
    """
    one, other = sorted((blanked(a), blanked(b)), key=_order)
    if _unread(one, other):
        return None
    pair = read_pair(asked, one, other, similarity)
    finding = _found(pair)
    said = _before_relating(finding, pair)
    answering = answering_of(said, finding, pair)
    return ToWeigh(said.label, said.decided_by is Layer.TYPED, answering) if answering else None


def normalised(text: str) -> str:
    """Reduce a text to what makes two answers the same words: case, spacing and list marks removed."""
    return re.sub(r"[^\w%<>=≤≥/.,:+°-]+", " ", folded(text)).strip(" .,:")


def paragraphs(text: str) -> frozenset[str]:
    """Give the words of each paragraph: two texts that differ in their order alone say the same."""
    lines = groupby(text.split("\n"), key=lambda line: bool(line.strip()))
    return frozenset(words for is_said, part in lines if is_said and (words := normalised("\n".join(part))))


def _order(text: str) -> tuple[str, str]:
    return normalised(text), text


def _judge(
    asked: Asked, a: str, b: str, similarity: Similarity, without: Layers, reader: Reader | None
) -> Comparison:
    a, b = blanked(a), blanked(b)
    if judged := _unread(a, b):
        return judged
    pair = read_pair(asked, a, b, similarity, without)
    judged = _by_what_comes_first(_read_whole(pair), pair)
    if judged.label is Label.NOT_CHECKED and reader is not None:
        return _read(judged, pair, reader, a, b)
    return judged


def _read_whole(pair: Pair) -> Comparison:
    """Judge two texts by all that they state."""
    finding = _found(pair)
    return related(_before_relating(finding, pair), finding, pair)


def _by_what_comes_first(judged: Comparison, pair: Pair) -> Comparison:
    """Judge texts that are left open by their likeliest paragraphs alone, if these differ or state the same.

    Whether they can be followed together, or forbid each other, needs all that is said. The relation model is
    not asked about a part.
    """
    first = replace(pair, a=foremost(pair.a, 1), b=foremost(pair.b, 1))
    if judged.label is not Label.NOT_CHECKED or (first.a, first.b) == (pair.a, pair.b):
        return judged
    alone = _before_relating(_found(first), first)
    is_same = alone.label is Label.CONSISTENT and alone.decided_by is Layer.TYPED
    return alone if is_same or alone.label is Label.DIVERGENT else judged


def _unread(a: str, b: str) -> Comparison | None:
    """Judge texts whose words decide, or that cannot be read; None where they must be read."""
    same_a, same_b = normalised(a), normalised(b)
    if same_a.startswith("not addressed") or same_b.startswith("not addressed"):
        return plain(Label.ABSENT, 1.0, "At least one handbook does not address the question.", Layer.ABSENCE)
    if not same_a or not same_b:
        return unchecked("One answer has no text to compare.")
    if paragraphs(a) == paragraphs(b):
        return plain(Label.CONSISTENT, 1.0, "Both say the same in the same words.", Layer.IDENTITY)
    if max(len(a), len(b)) > MAX_CHARS:
        return unchecked("An answer is too long to compare.")
    if not is_english(a) or not is_english(b):
        return unchecked("The answers are not both in English, which is all that the judge reads.")
    if not is_read_whole(a) or not is_read_whole(b):
        return unchecked("An answer has a part that is too long for a statement, or in another script.")
    return None


def _before_relating(finding: Finding, pair: Pair) -> Comparison:
    """Judge without a look at how the two relate as answers."""
    if finding.relation in CLASHING:
        return conflict_of(finding)
    judged = _answered_alike(_with_more(_without_conflict(finding, pair), pair), finding, pair)
    return _without_ban(judged, finding, pair)


def _found(pair: Pair) -> Finding:
    """Compare what both texts state, unless that layer is left out."""
    if Layer.TYPED in pair.without:
        return Finding(Relation.NOTHING)
    found = _foremost(pair)
    if are_parted(found, pair.asked, pair.a, pair.b):
        return replace(found, relation=Relation.OTHER_PEOPLE)
    return found


def _foremost(pair: Pair) -> Finding:
    """Compare what both texts state; a clash farther down gives way to what the foremost paragraphs state."""
    found = compare_typed(pair.asked, pair.a, pair.b)
    if found.relation not in CLASHING or not (_depth(pair.a, found.a) or _depth(pair.b, found.b)):
        return found
    return compare_typed(pair.asked, *pair.foremost(_COMPARED))


def _depth(statements: Sequence[Statement], span: Span | None) -> int:
    """Count the paragraphs before a place; 0 if there is none."""
    return next((said.paragraph for said in stated_at(statements, span)), 0)


def _read(judged: Comparison, pair: Pair, reader: Reader, a: str, b: str) -> Comparison:
    """Let a language model read what no other layer could tell; without its verdict the pair stays open."""
    said = reader.read(pair.asked.text, a, b)
    if isinstance(said, Silence):
        return replace(judged, reasoning=f"The language model gives no verdict: {said}. {judged.reasoning}")
    if said.label is Label.CONSISTENT and pair.may_not_agree:
        reason = "The language model reads them alike, but one forbids something or their numbers differ."
        return replace(judged, reasoning=f"{reason} {judged.reasoning}")
    how = f", and as differing in {said.topic}" if said.topic else ""
    reason = f"The language model reads them as {said.label}{how}, whichever it reads first."
    return Comparison(
        said.label, reader.share_right, said.topic, said.significance, reason, Layer.LANGUAGE_MODEL
    )


def _without_conflict(finding: Finding, pair: Pair) -> Comparison:
    """Judge texts of which nothing typed clashes."""
    if finding.relation is Relation.OTHER_PEOPLE:
        reason = f"They speak about different people, conditions or stages of treatment: {BOTH}."
        return typed_as(Label.COMPLEMENTARY, finding, reason)
    if finding.relation is Relation.FOR_OTHERS:
        return unchecked(OPEN[finding.relation], finding)
    if Layer.SIMILARITY in pair.without and finding.relation not in AGREEING:
        return unchecked(OPEN[finding.relation], finding)
    if not _has_one_subject(pair):
        return unchecked("They may speak of different things.", finding)
    if finding.relation in AGREEING and _is_same_advice(finding, pair) and not _is_reversed(finding, pair):
        return _confirmed(finding, pair)
    return _by_model(finding, pair, may_agree=finding.relation not in AGREEING)


def _with_more(judged: Comparison, pair: Pair) -> Comparison:
    """Say of texts that agree that one of them tells more to do, if it does and that is asked for.

    To "how many mg?", "which drug?" and "may I?" the same is the same answer, whatever else one tells.
    """
    if judged.label is not Label.CONSISTENT or not _asks_what_to_do(pair.asked):
        return judged
    if not is_one_sided_more(pair.asked, pair.a, pair.b):
        return judged
    reason = f"{judged.reasoning.removesuffix('.')}; one of them tells more to do."
    return replace(judged, label=Label.COMPLEMENTARY, reasoning=reason)


def _answered_alike(judged: Comparison, finding: Finding, pair: Pair) -> Comparison:
    """Say that texts are the same answer which the models read as agreeing and as covering different things.

    Not where more to do is asked for, and not where one forbids something or their numbers differ.
    """
    is_read = judged.label is Label.COMPLEMENTARY and judged.decided_by is not Layer.TYPED
    if not is_read or pair.may_not_agree or _asks_what_to_do(pair.asked):
        return judged
    return fitted(Label.CONSISTENT, judged.probability, finding, judged.decided_by)


def _without_ban(judged: Comparison, finding: Finding, pair: Pair) -> Comparison:
    """Leave open what models alone read as the same, where but one text forbids or puts off anything."""
    is_read = judged.label is Label.CONSISTENT and judged.decided_by not in (Layer.TYPED, Layer.IDENTITY)
    if not is_read or says_no(pair.a) == says_no(pair.b):
        return judged
    return unchecked("The models read them alike, but one of them forbids or puts off something.", finding)


def _asks_what_to_do(asked: Asked) -> bool:
    """Whether a further medicine or deed is more of what is asked for."""
    is_closed = asked.is_one_drug or asked.is_yes_or_no
    return not is_closed and {Kind.DRUG, Kind.ACTION}.issuperset(asked.kinds)


def _confirmed(finding: Finding, pair: Pair) -> Comparison:
    """Say that what both state agrees, unless the fitted model holds a difference for likelier."""
    if not _is_converted(finding, pair) and _by_model(finding, pair, may_agree=True).label in CONFLICTS:
        return unchecked(OPEN[finding.relation], finding)
    if finding.relation is Relation.EXTRA and not (finding.kind is Kind.DRUG and pair.asked.is_one_drug):
        reason = f"What both state agrees ({BOTH}); one of them states more."
        return typed_as(Label.COMPLEMENTARY, finding, reason)
    agreed = agreement_of(finding)
    return agreed if pair.asked.kinds else replace(agreed, probability=calibration().typed["agree unasked"])


_LIMITING: Final = frozenset({Kind.THRESHOLD, Kind.AGE, Kind.WEIGHT})
"""Kinds of which a value tells for whom or when something holds."""


def _is_converted(finding: Finding, pair: Pair) -> bool:
    """Whether both state what is asked, of the same medicines, in figures that a model sees compete."""
    if not finding.is_exact or finding.kind not in pair.asked.kinds or not finding.a or not finding.b:
        return False
    if medicines(pair.a) != medicines(pair.b):
        return False
    return bool(figures(finding.a.text) ^ figures(finding.b.text))


def _is_reversed(finding: Finding, pair: Pair) -> bool:
    """Whether one text alone forbids something at a limit that both state: no answer is the same then."""
    if finding.kind not in _LIMITING or finding.kind in pair.asked.kinds:
        return False
    return has_ban(stated_at(pair.a, finding.a)) != has_ban(stated_at(pair.b, finding.b))


def _is_same_advice(finding: Finding, pair: Pair) -> bool:
    """Whether two sentences on a medicine say the same of it: a list of its side effects is no "yes".

    Two that forbid it by its name do, whatever their reasons.
    """
    if (
        finding.kind is not Kind.ACTION
        or finding.topic == PROVISO
        or pair.asked.medicine is None
        or not finding.a
        or not finding.b
        or any(says_yes_or_no(span.text) for span in (finding.a, finding.b))
        or all(_bans(pair.asked.medicine, span.text) for span in (finding.a, finding.b))
    ):
        return True
    read = None if Layer.ENTAILMENT in pair.without else _entailment(finding.a.text, finding.b.text, pair)
    return read is None or read >= calibration().floors["same_advice"]


def _bans(medicine: Wording, text: str) -> bool:
    return forbids(text) and medicine.search(text) is not None


def _entailment(a: str, b: str, pair: Pair) -> float | None:
    """Give how probable it is that one of two sentences entails the other; None without a model."""
    verdicts = pair.similarity.entailment([(a, b), (b, a)])
    return max(verdict.entails for verdict in verdicts) if verdicts else None


def _has_one_subject(pair: Pair) -> bool:
    return pair.similarity.cosine(*pair.focused) >= calibration().floors["same_subject"]


def _by_model(finding: Finding, pair: Pair, *, may_agree: bool) -> Comparison:
    """Judge by the fitted model, which reads entailment if there is a model for that."""
    if Layer.SIMILARITY in pair.without:
        return unchecked(OPEN[finding.relation], finding)
    may_entail = Layer.ENTAILMENT not in pair.without
    a, b = pair.foremost(MODELLED)
    measures = measured(pair.asked, a, b, finding, pair.similarity, with_entailment=may_entail)
    is_entailed = measures.keys() >= set(ENTAILMENT)
    layer = Layer.ENTAILMENT if is_entailed else Layer.SIMILARITY
    odds = probabilities(calibration().entailment if is_entailed else calibration().similarity, measures)
    conflict = sum(odds[label] for label in CONFLICTS)
    if conflict >= calibration().floors["conflict"]:
        return fitted(max(CONFLICTS, key=lambda one: (odds[one], one)), conflict, finding, layer)
    if may_agree and 1 - conflict >= calibration().floors["agreement"]:
        return fitted(max(AGREEMENTS, key=lambda one: (odds[one], one)), 1 - conflict, finding, layer)
    return unchecked(f"{OPEN[finding.relation]} A difference is {conflict:.0%} likely.", finding)
