"""The main job end to end, on whole handbooks: question -> answers -> labels, against gold answers.

page_hit            gold answers whose page (heading, where there are no pages) is cited by that
                    handbook's answer / all gold answers
answered_recall     handbooks with a gold answer that are answered / handbooks with a gold answer
absent_precision    handbooks known to be silent / handbooks called NOT ADDRESSED, among those
                    about which the gold says anything
absent_recall       handbooks known to be silent that do not answer / handbooks known to be silent
pair_accuracy       gold pairs with the gold label / all gold pairs
conflict_recall     conflicting gold pairs called a conflict / all conflicting gold pairs
false_agreement     conflicting gold pairs called CONSISTENT or COMPLEMENTARY / all of them
false_alarm         CONSISTENT gold pairs called a conflict / all CONSISTENT gold pairs
..._without_hard    the four above without the pairs that a careful reader could label otherwise
citations_verified  quotations that stand in the stored page where they say / all quotations

Each is also given by what the questions ask for, and by the half of the questions (see
`edgerag.evaluate.halves`), as far as the questions are of more than one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from msgspec import structs

from edgerag.domain.answers import Answer, Citation, Status
from edgerag.domain.handbooks import Section
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import CONFLICTS, Label, Report
from edgerag.evaluate.asks import Asks, asks
from edgerag.evaluate.datasets.questions import GoldAnswer, GoldPair, HandbookQuestion
from edgerag.evaluate.halves import Half, half_of
from edgerag.evaluate.metrics import Measure, share_measure
from edgerag.evaluate.pairs import AGREEMENTS, GOLD, SAID
from edgerag.evaluate.quotes import find_quote
from edgerag.evaluate.results import Group, Measurements, Progress, named_confusion

Share = tuple[int, int]
"""How many of how many."""

Ask = Callable[[str], Report]
PageText = Callable[[HandbookId, int], str]
"""Reads a stored page by handbook and ordinal."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was asked, and what the program reported."""

    question: HandbookQuestion
    report: Report


def ask_all(questions: Sequence[HandbookQuestion], ask: Ask, progress: Progress) -> list[Asked]:
    """Ask every question."""
    asked: list[Asked] = []
    for done, question in enumerate(questions):
        progress("asking questions", done, len(questions))
        asked.append(Asked(question, ask(question.question)))
    progress("asking questions", len(questions), len(questions))
    return asked


def evaluate_handbooks(
    asked: Sequence[Asked], names: Mapping[str, HandbookId], page_text: PageText
) -> Measurements:
    """Score the reports.

    Args:
        asked: questions with their gold answers, and what was reported.
        names: the library's id of each handbook that the gold names.
        page_text: for checking quotations.
    """
    scores = [score(one.question, one.report, names, page_text) for one in asked]
    counts = np.zeros((len(GOLD), len(SAID)), dtype=np.int64)
    for one in asked:
        for pair, said in _labelled(one.question, one.report, names):
            counts[GOLD.index(pair.label), SAID.index(said)] += 1
    labels = [label.value for label in SAID]
    questions = [one.question.question for one in asked]
    groups = {
        "asks": _grouped([asks(question).value for question in questions], list(Asks), scores),
        "half": _grouped([half_of(question).value for question in questions], list(Half), scores),
    }
    return Measurements(
        len(asked),
        _summed(scores),
        named_confusion(counts, labels[:-1], labels),
        {what: parts for what, parts in groups.items() if len(parts) > 1},
    )


def score(
    question: HandbookQuestion, report: Report, names: Mapping[str, HandbookId], page_text: PageText
) -> dict[str, Share]:
    """Score the report on one question: each measure as (part, whole)."""
    answers = {answer.handbook.id: answer for answer in report.answers}
    labelled = _labelled(question, report, names)
    easy = [(pair, said) for pair, said in labelled if not pair.hard]
    return {
        "page_hit": _share(is_cited(gold, answers.get(names[gold.handbook])) for gold in question.answers),
        "answered_recall": _share(
            _status(answers, names[name]) is Status.ANSWERED for name in _addressing(question)
        ),
        "absent_precision": _silence(question, answers, names),
        "absent_recall": _share(
            _status(answers, names[name]) is not Status.ANSWERED for name in question.absent
        ),
        **_of_pairs(labelled),
        **{f"{name}_without_hard": share for name, share in _of_pairs(easy).items()},
        "citations_verified": _share(
            page_text(answer.handbook.id, citation.page_ordinal)[citation.start : citation.end]
            == citation.quote
            for answer in report.answers
            for citation in answer.citations
        ),
    }


def is_cited_heading(gold: str, cited: str) -> bool:
    """Say whether a cited section is the gold section or lies inside it.

    Both are headings joined by " > ". The last two of the gold's headings must occur in the
    cited ones, in order: the last alone ("Treat the patient") may occur a hundred times in a book,
    and the first ones depend on how deep a format numbers its levels.
    """
    wanted = [_words(heading) for heading in gold.split(" > ")][-2:]
    remaining = iter([_words(heading) for heading in cited.split(" > ")])
    # `any` uses up `remaining` as far as its match, so the next part is looked for below it.
    return all(any(f" {part} " in f" {heading} " for heading in remaining) for part in wanted)


def with_heading(gold: GoldAnswer, text: str, sections: Sequence[Section]) -> GoldAnswer:
    """Find the section of a gold quotation that comes with neither page nor heading.

    Args:
        gold: the gold answer; returned as it is if it names a place or has no quotation.
        text: the handbook text.
        sections: the handbook's sections.
    """
    if gold.page is not None or gold.heading or not gold.quote:
        return gold
    found = find_quote(gold.quote, text)
    if found is None:
        return gold
    holding = [section for section in sections if section.start <= found[0] < section.end]
    return structs.replace(gold, heading=" > ".join(holding[-1].path)) if holding else gold


def is_cited(gold: GoldAnswer, answer: Answer | None) -> bool:
    """Say whether an answer cites the gold page, or the gold heading."""
    if answer is None or answer.status is not Status.ANSWERED:
        return False
    return any(_is_there(gold, citation) for citation in answer.citations)


def _is_there(gold: GoldAnswer, citation: Citation) -> bool:
    if gold.page is not None:
        return citation.page == gold.page
    return gold.heading is not None and is_cited_heading(gold.heading, citation.section)


def _addressing(question: HandbookQuestion) -> list[str]:
    return list(dict.fromkeys(gold.handbook for gold in question.answers))


def _silence(
    question: HandbookQuestion, answers: Mapping[HandbookId, Answer], names: Mapping[str, HandbookId]
) -> Share:
    known = [*_addressing(question), *question.absent]
    silent = [name for name in known if _status(answers, names[name]) is Status.NOT_ADDRESSED]
    return _share(name in question.absent for name in silent)


def _status(answers: Mapping[HandbookId, Answer], handbook: HandbookId) -> Status | None:
    answer = answers.get(handbook)
    return answer.status if answer else None


def labels_said(question: HandbookQuestion, report: Report, names: Mapping[str, HandbookId]) -> list[Label]:
    """Give the reported label of each gold pair; NOT CHECKED if the report lacks the pair."""
    said = {frozenset((pair.a, pair.b)): pair.label for pair in report.pairs}
    return [said.get(frozenset((names[pair.a], names[pair.b])), Label.NOT_CHECKED) for pair in question.pairs]


def _labelled(
    question: HandbookQuestion, report: Report, names: Mapping[str, HandbookId]
) -> list[tuple[GoldPair, Label]]:
    return list(zip(question.pairs, labels_said(question, report, names), strict=True))


def _of_pairs(labelled: Sequence[tuple[GoldPair, Label]]) -> dict[str, Share]:
    conflicts = [said for gold, said in labelled if gold.label in CONFLICTS]
    consistent = [said for gold, said in labelled if gold.label is Label.CONSISTENT]
    return {
        "pair_accuracy": _share(gold.label is said for gold, said in labelled),
        "conflict_recall": _share(said in CONFLICTS for said in conflicts),
        "false_agreement": _share(said in AGREEMENTS for said in conflicts),
        "false_alarm": _share(said in CONFLICTS for said in consistent),
    }


def _grouped(
    parts: Sequence[str], order: Sequence[str], scores: Sequence[Mapping[str, Share]]
) -> dict[str, Group]:
    """Gather the scores of each part, in the order given."""
    by_part: dict[str, list[Mapping[str, Share]]] = {}
    for part, of_question in zip(parts, scores, strict=True):
        by_part.setdefault(part, []).append(of_question)
    return {
        part: Group(len(by_part[part]), _summed(by_part[part])) for part in map(str, order) if part in by_part
    }


def _summed(scores: Sequence[Mapping[str, Share]]) -> dict[str, Measure]:
    names = dict.fromkeys(name for of_question in scores for name in of_question)
    return {name: share_measure([of_question[name] for of_question in scores]) for name in names}


def _share(outcomes: Iterable[bool]) -> Share:
    counted = list(outcomes)
    return sum(counted), len(counted)


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
