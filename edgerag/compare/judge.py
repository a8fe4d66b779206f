"""Judges one pair of texts: identity, typed comparison, a fitted model, a language model.

The paragraphs of an extractive answer are its quotations, the likeliest first, and the farther down one
stands the seldomer it answers. So values, medicines or deeds that clash among the foremost decide, and are
shown; from a clash farther down nothing follows, and the models read the foremost alone. What the typed
comparison finds the same on both sides is so unless the model below holds a difference for likelier. All else
is decided by one calibrated model, which weighs that finding with what the texts share and with what the
entailment model reads in them. Unless amounts that are asked for settle it, or a claim is asked, the verdict
of both is weighed once more with how a relation model says that the two relate as answers (`weighing.py`):

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
from edgerag.compare.asked_case import read_for
from edgerag.compare.features import ENTAILMENT, focused, measured
from edgerag.compare.findings import AGREEING, CLASHING, SIGNIFICANCE, Finding, Relation, Span, stated_at
from edgerag.compare.fitted import calibration, probabilities
from edgerag.compare.overlap import figures, has_ban, medicines, numbers_compete, says_no
from edgerag.compare.provisos import PROVISO
from edgerag.compare.similarity import Answering, Similarity
from edgerag.compare.situations import are_parted
from edgerag.compare.typed import compare_typed
from edgerag.compare.verdict import MAIN_STATEMENT, Reader, Silence
from edgerag.compare.weighing import READ_CHARS, read_as, weighed
from edgerag.domain.reports import CONFLICTS, Label, Layer, Significance
from edgerag.language.english import is_english
from edgerag.language.instructions import blanked
from edgerag.language.matching import Wording
from edgerag.language.negation import forbids
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement, is_read_whole
from edgerag.language.text import folded
from edgerag.language.values import Kind

JUDGE_VERSION: Final = "27"
"""Raised with every change of which pairs are left to a language model, or of what its verdict may do."""

MAX_CHARS: Final = 40_000
"""Longer texts are not judged: some 6,000 words, three times the longest answer there should be."""


Layers = frozenset[Layer]
NO_LAYERS: Final[Layers] = frozenset()
_AGREEMENTS: Final = (Label.CONSISTENT, Label.COMPLEMENTARY)
_BOTH: Final = "{both}"
"""Where the reasoning quotes the two sides."""
_LONGEST_QUOTE: Final = 120
_COMPARED: Final = 2
"""Paragraphs of each text of which a clash decides."""
_DEEPEST: Final = 2
"""So many paragraphs, counted on both sides together, may stand before two values whose clash decides: of 168
clashes of answers of real handbooks, those nearer the top were right 103 times and wrong 61 times, those
farther down 4 and 22 times."""
_MODELLED: Final = 3
"""Paragraphs of each text that models read."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two texts that were read, and by what they are to be judged."""

    asked: Asked
    a: tuple[Statement, ...]
    b: tuple[Statement, ...]
    similarity: Similarity
    without: Layers

    @property
    def may_not_agree(self) -> bool:
        """Whether only one of them forbids, or their numbers compete: no model may call that agreement."""
        return numbers_compete(self.a, self.b) or has_ban(self.a) != has_ban(self.b)

    @property
    def focused(self) -> tuple[str, str]:
        """What of each text the question is about."""
        one, other = self.foremost(_MODELLED)
        return focused(one, self.asked), focused(other, self.asked)

    @property
    def is_read_whole(self) -> bool:
        """Whether the relation model reads all of both: one paragraph each, and no longer than it learnt."""
        is_one = all(said.paragraph == 0 for said in (*self.a, *self.b))
        return is_one and all(len(text) <= READ_CHARS for text in self.focused)

    def foremost(self, n: int) -> tuple[tuple[Statement, ...], tuple[Statement, ...]]:
        """The first `n` paragraphs of each text."""
        one, other = (tuple(said for said in text if said.paragraph < n) for text in (self.a, self.b))
        return one, other


def _pair(asked: Asked, a: str, b: str, similarity: Similarity, without: Layers) -> _Pair:
    """Read two texts as answers to a question."""
    return _Pair(asked, read_for(asked, a), read_for(asked, b), similarity, without)


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
    if _order(b) < _order(a):
        a, b = b, a
    said = judge(asked, a, b, similarity, without=frozenset({Layer.RELATION}))
    pair = _pair(asked, blanked(a), blanked(b), similarity, NO_LAYERS)
    answering = _answering(said, _found(pair), pair)
    if answering is None or said.decided_by in {Layer.ABSENCE, Layer.IDENTITY}:
        return None
    return ToWeigh(said.label, said.decided_by is Layer.TYPED, answering)


def swapped(comparison: Comparison) -> Comparison:
    """Give the judgement of the same two texts in the other order; only before it is worded."""
    return replace(comparison, a=comparison.b, b=comparison.a)


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
    same_a, same_b = normalised(a), normalised(b)
    if same_a.startswith("not addressed") or same_b.startswith("not addressed"):
        return _plain(
            Label.ABSENT, 1.0, "At least one handbook does not address the question.", Layer.ABSENCE
        )
    if not same_a or not same_b:
        return _unchecked("One answer has no text to compare.")
    if paragraphs(a) == paragraphs(b):
        return _plain(Label.CONSISTENT, 1.0, "Both say the same in the same words.", Layer.IDENTITY)
    if max(len(a), len(b)) > MAX_CHARS:
        return _unchecked("An answer is too long to compare.")
    if not is_english(a) or not is_english(b):
        return _unchecked("The answers are not both in English, which is all that the judge reads.")
    if not is_read_whole(a) or not is_read_whole(b):
        return _unchecked("An answer has a part that is too long for a statement, or in another script.")
    pair = _pair(asked, a, b, similarity, without)
    finding = Finding(Relation.NOTHING)
    if Layer.TYPED not in without:
        finding = _found(pair)
    if Layer.TYPED not in without and are_parted(finding, asked, pair.a, pair.b):
        finding = replace(finding, relation=Relation.OTHER_PEOPLE)
    judged = _related(_before_relating(finding, pair), finding, pair)
    if judged.label is Label.NOT_CHECKED and reader is not None:
        return _read(judged, pair, reader, a, b)
    return judged


def _before_relating(finding: Finding, pair: _Pair) -> Comparison:
    """Judge without a look at how the two relate as answers."""
    if finding.relation in CLASHING:
        return _conflict(finding)
    judged = _answered_alike(_with_more(_without_conflict(finding, pair), pair), finding, pair)
    return _without_ban(judged, finding, pair)


def _found(pair: _Pair) -> Finding:
    """Compare what both texts state; a clash far down gives way to what the foremost paragraphs state."""
    found = compare_typed(pair.asked, pair.a, pair.b)
    if found.relation not in CLASHING or _depth(pair.a, found.a) + _depth(pair.b, found.b) <= _DEEPEST:
        return found
    return compare_typed(pair.asked, *pair.foremost(_COMPARED))


def _depth(statements: Sequence[Statement], span: Span | None) -> int:
    """Count the paragraphs before a place; 0 if there is none."""
    return next((said.paragraph for said in stated_at(statements, span)), 0)


def _read(judged: Comparison, pair: _Pair, reader: Reader, a: str, b: str) -> Comparison:
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


def _without_conflict(finding: Finding, pair: _Pair) -> Comparison:
    """Judge texts of which nothing typed clashes."""
    if finding.relation is Relation.OTHER_PEOPLE:
        reason = f"They speak about different people, conditions or stages of treatment: {_BOTH}."
        return _typed(Label.COMPLEMENTARY, finding, reason)
    if Layer.SIMILARITY in pair.without and finding.relation not in AGREEING:
        return _unchecked(_OPEN[finding.relation], finding)
    if not _has_one_subject(pair):
        return _unchecked("They may speak of different things.", finding)
    if finding.relation in AGREEING and _is_same_advice(finding, pair) and not _is_reversed(finding, pair):
        return _confirmed(finding, pair)
    return _by_model(finding, pair, may_agree=finding.relation not in AGREEING)


def _with_more(judged: Comparison, pair: _Pair) -> Comparison:
    """Say of texts that agree that one of them tells more to do, if it does and that is asked for.

    To "how many mg?", "which drug?" and "may I?" the same is the same answer, whatever else one tells.
    """
    if judged.label is not Label.CONSISTENT or not _asks_what_to_do(pair.asked):
        return judged
    if not is_one_sided_more(pair.asked, pair.a, pair.b):
        return judged
    reason = f"{judged.reasoning.removesuffix('.')}; one of them tells more to do."
    return replace(judged, label=Label.COMPLEMENTARY, reasoning=reason)


def _answered_alike(judged: Comparison, finding: Finding, pair: _Pair) -> Comparison:
    """Say that texts are the same answer which the models read as agreeing and as covering different things.

    Not where more to do is asked for, and not where one forbids something or their numbers differ.
    """
    is_read = judged.label is Label.COMPLEMENTARY and judged.decided_by is not Layer.TYPED
    if not is_read or pair.may_not_agree or _asks_what_to_do(pair.asked):
        return judged
    return _fitted(Label.CONSISTENT, judged.probability, finding, judged.decided_by)


def _without_ban(judged: Comparison, finding: Finding, pair: _Pair) -> Comparison:
    """Leave open what models alone read as the same, where but one text forbids or puts off anything."""
    is_read = judged.label is Label.CONSISTENT and judged.decided_by not in (Layer.TYPED, Layer.IDENTITY)
    if not is_read or says_no(pair.a) == says_no(pair.b):
        return judged
    return _unchecked("The models read them alike, but one of them forbids or puts off something.", finding)


def _asks_what_to_do(asked: Asked) -> bool:
    """Whether a further medicine or deed is more of what is asked for."""
    is_closed = asked.is_one_drug or asked.is_yes_or_no
    return not is_closed and {Kind.DRUG, Kind.ACTION}.issuperset(asked.kinds)


def _confirmed(finding: Finding, pair: _Pair) -> Comparison:
    """Say that what both state agrees, unless the fitted model holds a difference for likelier."""
    if not _is_converted(finding, pair) and _by_model(finding, pair, may_agree=True).label in CONFLICTS:
        return _unchecked(_OPEN[finding.relation], finding)
    if finding.relation is Relation.EXTRA and not (finding.kind is Kind.DRUG and pair.asked.is_one_drug):
        reason = f"What both state agrees ({_BOTH}); one of them states more."
        return _typed(Label.COMPLEMENTARY, finding, reason)
    agreed = _agreement(finding)
    return agreed if pair.asked.kinds else replace(agreed, probability=calibration().typed["agree unasked"])


def _related(judged: Comparison, finding: Finding, pair: _Pair) -> Comparison:
    """Weigh what was judged with how the texts relate as answers, if a model says so.

    What the typed comparison found stands unless the opposite is likely enough to be said. Where the model
    reads but a part of what was compared, it can only take back that both agree.
    """
    answering = None if Layer.RELATION in pair.without else _answering(judged, finding, pair)
    if answering is None:
        return judged
    is_typed = judged.decided_by is Layer.TYPED
    label, probability = weighed(judged.label, answering, is_typed=is_typed)
    if label is judged.label and label is not Label.NOT_CHECKED:
        return replace(judged, probability=probability)
    if label is Label.NOT_CHECKED and (is_typed or judged.label is label):
        return judged
    if label in _AGREEMENTS and not pair.is_read_whole:
        return judged
    if not pair.is_read_whole or not _may_say(label, finding, pair):
        return _unchecked(f"{_OPEN[finding.relation]} The models that read them do not agree.", finding)
    return _fitted(label, probability, finding, Layer.RELATION)


def _may_say(label: Label, finding: Finding, pair: _Pair) -> bool:
    """Whether models may give a pair a label that the layers before did not.

    Two texts are not the same where values clash, where one alone states what is asked for, and where one
    alone forbids something.
    """
    if label in CONFLICTS:
        return not _is_same_value(finding)
    if label is Label.CONSISTENT:
        return finding.relation not in _UNLIKE and has_ban(pair.a) == has_ban(pair.b)
    return label is not Label.NOT_CHECKED


_AMOUNTS: Final = frozenset({Kind.DOSE, Kind.FREQUENCY})
"""Kinds of which the typed comparison is right nine times of ten, whatever the texts are."""
_EQUAL_OR_NOT: Final = frozenset({Relation.AGREE, Relation.CONFLICT})
_LIMITING: Final = frozenset({Kind.THRESHOLD, Kind.AGE, Kind.WEIGHT})
"""Kinds of which a value tells for whom or when something holds."""
_UNLIKE: Final = CLASHING | {Relation.ONE_SIDED}
"""Where values clash, or those that are asked for are on one side alone, no model makes them the same."""


def _is_same_value(finding: Finding) -> bool:
    """Whether what would be shown of a difference is one value on both sides: "3 weeks" against "3 weeks"."""
    return finding.relation in AGREEING and finding.is_exact and finding.kind is not Kind.ACTION


def _answering(judged: Comparison, finding: Finding, pair: _Pair) -> Answering | None:
    """Say how two texts relate as answers; None where that is not for the relation model to say.

    So it is where amounts that are asked for are alike or clash, where it would read but a part and models do
    not hold that both agree, and of claims, which are for the entailment model.
    """
    is_typed = judged.decided_by is Layer.TYPED
    is_sure = is_typed and finding.relation in _EQUAL_OR_NOT and finding.kind in pair.asked.kinds
    is_agreed = judged.label in _AGREEMENTS and not is_typed
    if (
        (is_sure and finding.kind in _AMOUNTS)
        or not (pair.is_read_whole or is_agreed)
        or _asks_whether_so(pair.asked)
    ):
        return None
    return pair.similarity.answering(pair.asked.text, *map(read_as, pair.focused))


def _asks_whether_so(asked: Asked) -> bool:
    """Whether it claims something, in a sentence or as a question to be answered with yes or no.

    "How is it given?" asks for no value either, and is answered as handbooks answer.
    """
    return asked.is_claim and (asked.is_yes_or_no or asked.text.rstrip().endswith("."))


def _is_converted(finding: Finding, pair: _Pair) -> bool:
    """Whether both state what is asked, of the same medicines, in figures that a model sees compete."""
    if not finding.is_exact or finding.kind not in pair.asked.kinds or not finding.a or not finding.b:
        return False
    if medicines(pair.a) != medicines(pair.b):
        return False
    return bool(figures(finding.a.text) ^ figures(finding.b.text))


def _is_reversed(finding: Finding, pair: _Pair) -> bool:
    """Whether one text alone forbids something at a limit that both state: no answer is the same then."""
    if finding.kind not in _LIMITING or finding.kind in pair.asked.kinds:
        return False
    return has_ban(stated_at(pair.a, finding.a)) != has_ban(stated_at(pair.b, finding.b))


def _is_same_advice(finding: Finding, pair: _Pair) -> bool:
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


def _entailment(a: str, b: str, pair: _Pair) -> float | None:
    """Give how probable it is that one of two sentences entails the other; None without a model."""
    verdicts = pair.similarity.entailment([(a, b), (b, a)])
    return max(verdict.entails for verdict in verdicts) if verdicts else None


def _has_one_subject(pair: _Pair) -> bool:
    return pair.similarity.cosine(*pair.focused) >= calibration().floors["same_subject"]


_OPEN: Final = {
    Relation.CONFLICT: f"What they state differs, perhaps of different things: {_BOTH}.",
    Relation.OPPOSITE: f"One says what the other denies, perhaps of different things: {_BOTH}.",
    Relation.OTHER_PEOPLE: f"They may speak about different people, conditions or stages: {_BOTH}.",
    Relation.ONE_SIDED: "Only one of them states what the question asks.",
    Relation.UNALIGNED: f"Both state values that cannot be put beside each other: {_BOTH}.",
    Relation.SPECIAL_PEOPLE: f"One of them speaks about special people: {_BOTH}.",
    Relation.AGREE: f"They state the same values, perhaps of different things: {_BOTH}.",
    Relation.EXTRA: f"They state the same values, perhaps of different things: {_BOTH}.",
    Relation.NOTHING: "Neither states a value that could be compared.",
}
"""What the reader is told of a pair that stays open."""


def _by_model(finding: Finding, pair: _Pair, *, may_agree: bool) -> Comparison:
    """Judge by the fitted model, which reads entailment if there is a model for that."""
    if Layer.SIMILARITY in pair.without:
        return _unchecked(_OPEN[finding.relation], finding)
    may_entail = Layer.ENTAILMENT not in pair.without
    a, b = pair.foremost(_MODELLED)
    measures = measured(pair.asked, a, b, finding, pair.similarity, with_entailment=may_entail)
    is_entailed = measures.keys() >= set(ENTAILMENT)
    layer = Layer.ENTAILMENT if is_entailed else Layer.SIMILARITY
    odds = probabilities(calibration().entailment if is_entailed else calibration().similarity, measures)
    conflict = sum(odds[label] for label in CONFLICTS)
    if conflict >= calibration().floors["conflict"]:
        return _fitted(max(CONFLICTS, key=lambda one: (odds[one], one)), conflict, finding, layer)
    if may_agree and 1 - conflict >= calibration().floors["agreement"]:
        return _fitted(max(_AGREEMENTS, key=lambda one: (odds[one], one)), 1 - conflict, finding, layer)
    return _unchecked(f"{_OPEN[finding.relation]} A difference is {conflict:.0%} likely.", finding)


_READS: Final = {
    Label.CONSISTENT: "They read as the same recommendation",
    Label.COMPLEMENTARY: "They treat the same subject and differ in what they cover",
    Label.DIVERGENT: "They read as different advice",
    Label.CONTRADICTORY: "One denies or reverses what the other states",
}
"""What the reader is told of a pair that the fitted model decides."""


def _fitted(label: Label, probability: float, finding: Finding, layer: Layer) -> Comparison:
    """Report what the model says, with the places that the typed comparison laid side by side."""
    sides = f": {_BOTH}" if finding.a and finding.b else ""
    reason = f"{_READS[label]}{sides}."
    if label in _AGREEMENTS:
        return Comparison(label, probability, "", None, reason, layer, finding.a, finding.b)
    topic = finding.topic or MAIN_STATEMENT
    gravity = SIGNIFICANCE[finding.kind] if finding.kind else Significance.MEDIUM
    return Comparison(label, probability, topic, gravity, reason, layer, finding.a, finding.b)


def _conflict(finding: Finding) -> Comparison:
    kind = finding.kind or Kind.ACTION
    is_opposite = finding.relation is Relation.OPPOSITE
    label = Label.CONTRADICTORY if is_opposite else Label.DIVERGENT
    how = "They say the opposite" if is_opposite else f"They differ in {finding.topic or kind}"
    return Comparison(
        label,
        calibration().typed[finding.relation],
        finding.topic or str(kind),
        SIGNIFICANCE.get(kind, Significance.LOW),
        f"{how}: {_BOTH}.",
        Layer.TYPED,
        finding.a,
        finding.b,
    )


def _agreement(finding: Finding) -> Comparison:
    is_same = finding.is_exact and finding.relation is Relation.AGREE
    how = "Both state the same" if is_same else "Both can be followed at once"
    return _typed(Label.CONSISTENT, finding, f"{how}: {_BOTH}.")


def _typed(label: Label, finding: Finding, reason: str) -> Comparison:
    probability = calibration().typed[finding.relation]
    return Comparison(label, probability, "", None, reason, Layer.TYPED, finding.a, finding.b)


def _plain(label: Label, probability: float, reason: str, layer: Layer) -> Comparison:
    return Comparison(label, probability, "", None, reason, layer)


def _unchecked(reason: str, finding: Finding | None = None) -> Comparison:
    a, b = (finding.a, finding.b) if finding else (None, None)
    return Comparison(Label.NOT_CHECKED, 0.0, "", None, f"{reason} Look at both.", Layer.NONE, a, b)


def worded(comparison: Comparison) -> Comparison:
    """Put both quotations into the reasoning, in the order in which the texts were given."""
    both = f"{_quoted(comparison.a)} against {_quoted(comparison.b)}"
    return replace(comparison, reasoning=comparison.reasoning.replace(_BOTH, both))


def _quoted(span: Span | None) -> str:
    """Quote a value, and the strength without which a volume is no amount of a drug."""
    at = f" at “{span.strength}”" if span and span.strength else ""
    return f"“{_short(span)}”{at}"


def _short(span: Span | None) -> str:
    text = span.text if span else "nothing"
    return text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE].rsplit(" ", 1)[0] + " …"
