"""The main job end to end, on whole handbooks: question -> answers -> labels, against gold answers.

page_hit            gold answers whose page (heading, where there are no pages) is cited by that
                    handbook's answer / all gold answers
answered_recall     handbooks with a gold answer that are answered / handbooks with a gold answer
absent_precision    handbooks known to be silent / handbooks called NOT ADDRESSED, among those
                    about which the gold says anything
pair_accuracy       gold pairs with the gold label / all gold pairs
conflict_recall     conflicting gold pairs called a conflict / all conflicting gold pairs
false_agreement     conflicting gold pairs called CONSISTENT or COMPLEMENTARY / all of them
false_alarm         CONSISTENT gold pairs called a conflict / all CONSISTENT gold pairs
citations_verified  quotations that stand in the stored page where they say / all quotations
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from msgspec import structs

from edgerag.domain.answers import Answer, Citation, Status
from edgerag.domain.handbooks import Section
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import CONFLICTS, Label, Report
from edgerag.evaluate.datasets import GoldAnswer, HandbookQuestion
from edgerag.evaluate.metrics import share_measure
from edgerag.evaluate.pairs import GOLD, SAID
from edgerag.evaluate.results import Measurements, Progress, named_confusion

AGREEMENTS = frozenset({Label.CONSISTENT, Label.COMPLEMENTARY})

Share = tuple[int, int]
"""How many of how many."""

Ask = Callable[[str], Report]
PageText = Callable[[HandbookId, int], str]
"""Reads a stored page by handbook and ordinal."""


def evaluate_handbooks(
    questions: Sequence[HandbookQuestion],
    names: Mapping[str, HandbookId],
    ask: Ask,
    page_text: PageText,
    progress: Progress,
) -> Measurements:
    """Ask every question and score the reports.

    Args:
        questions: with their gold answers.
        names: the library's id of each handbook that the gold names.
        ask: gives the report on a question.
        page_text: for checking quotations.
        progress: told of each question.
    """
    shares: dict[str, list[Share]] = {}
    counts = np.zeros((len(GOLD), len(SAID)), dtype=np.int64)
    for done, question in enumerate(questions):
        progress("asking questions", done, len(questions))
        report = ask(question.question)
        for name, share in score(question, report, names, page_text).items():
            shares.setdefault(name, []).append(share)
        for gold, said in _labels(question, report, names):
            counts[GOLD.index(gold), SAID.index(said)] += 1
    progress("asking questions", len(questions), len(questions))
    labels = [label.value for label in SAID]
    return Measurements(
        len(questions),
        {name: share_measure(counted) for name, counted in shares.items()},
        named_confusion(counts, labels[:-1], labels),
    )


def score(
    question: HandbookQuestion, report: Report, names: Mapping[str, HandbookId], page_text: PageText
) -> dict[str, Share]:
    """Score the report on one question: each measure as (part, whole)."""
    answers = {answer.handbook.id: answer for answer in report.answers}
    labels = _labels(question, report, names)
    conflicts = [said for gold, said in labels if gold in CONFLICTS]
    consistent = [said for gold, said in labels if gold is Label.CONSISTENT]
    return {
        "page_hit": _share(_is_cited(gold, answers.get(names[gold.handbook])) for gold in question.answers),
        "answered_recall": _share(
            _status(answers, names[name]) is Status.ANSWERED for name in _addressing(question)
        ),
        "absent_precision": _silence(question, answers, names),
        "pair_accuracy": _share(gold is said for gold, said in labels),
        "conflict_recall": _share(said in CONFLICTS for said in conflicts),
        "false_agreement": _share(said in AGREEMENTS for said in conflicts),
        "false_alarm": _share(said in CONFLICTS for said in consistent),
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
    found = re.search(r"\W+".join(re.findall(r"\w+", gold.quote)), text, re.IGNORECASE)
    if found is None:
        return gold
    holding = [section for section in sections if section.start <= found.start() < section.end]
    return structs.replace(gold, heading=" > ".join(holding[-1].path)) if holding else gold


def _is_cited(gold: GoldAnswer, answer: Answer | None) -> bool:
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


def _labels(
    question: HandbookQuestion, report: Report, names: Mapping[str, HandbookId]
) -> list[tuple[Label, Label]]:
    """Give the gold and the reported label of each gold pair; NOT CHECKED if the report lacks the pair."""
    said = {frozenset((pair.a, pair.b)): pair.label for pair in report.pairs}
    return [
        (pair.label, said.get(frozenset((names[pair.a], names[pair.b])), Label.NOT_CHECKED))
        for pair in question.pairs
    ]


def _share(outcomes: Iterable[bool]) -> Share:
    counted = list(outcomes)
    return sum(counted), len(counted)


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
