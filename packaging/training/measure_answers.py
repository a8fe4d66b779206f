"""Measure answers and flags by those that were judged one by one, for questions of which no gold is known.

    python packaging/training/measure_answers.py --handbooks FOLDER --questions FILE --workspace FOLDER

The folders are those of `fit_selection.py`. The library is asked the 330 questions as the program asks them,
without a generator. Printed is, as far as what is quoted now was judged:

    how many answers do answer, by how probable the program holds that
    of questions with several answers, one of which does answer: how often the first one shown does
    how many of the flagged differences are right, of those told as sure and of those told as doubtful
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from asking import library_options
from edgerag import paths
from edgerag.compare.compare import compared_text
from edgerag.config import Config
from edgerag.domain.answers import SURE, Answer, Status
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import CONFLICTS, Report
from edgerag.engine.ask import Engine
from edgerag.evaluate.datasets.handbooks import read_handbooks
from edgerag.evaluate.metrics import ratio
from edgerag.evaluate.workspace import opened
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder
from edgerag.present.wording import in_reading_order
from judged_answers import AnsweredQuestion, Verdict, judged_answers
from relevance_cases import filled
from selector.judged import HELPFUL, digest

BOUNDS: Final = (0.0, 0.2, SURE, 0.45, 0.55, 0.65, 0.75, 0.85, 1.0)
"""Of the probabilities whose answers are counted together."""

Names = Mapping[HandbookId, str]


@dataclass(frozen=True, slots=True)
class Counted:
    """An answer that was graded."""

    probability: float
    helps: bool


@dataclass(frozen=True, slots=True)
class Measured:
    """What is known of the report on one question."""

    answers: tuple[Counted, ...]
    """In the order in which they are shown."""
    flags: tuple[tuple[bool, Verdict], ...]
    """Whether each is told as doubtful, and what it is."""


def main() -> None:
    """Ask, and print what is counted."""
    options = library_options(__doc__).parse_args()
    measured = list(asked(options.handbooks, options.questions, options.workspace))
    print("\n".join(lines(measured)))


def asked(handbooks: Path, questions: Path, workspace: Path) -> Iterator[Measured]:
    """Ask every question of the library, made where it is not yet."""
    place, models = workspace / "handbooks", InstalledModels(paths.models_folder())
    ids = filled(place, read_handbooks(handbooks, "dev", questions), open_embedder(models))
    names = {handbook: name for name, handbook in ids.items()}
    with opened(place) as shelf:
        engine = Engine(shelf.library, shelf.indexes, models, Config(), extractive=True)
        for one in judged_answers():
            yield measured_by(one, engine.report(one.question, keep=False), names)


def measured_by(judged: AnsweredQuestion, report: Report, names: Names) -> Measured:
    """Keep of a report what was judged of the same quotations."""
    known = {answer.handbook.id for answer in report.answers if _is_judged(judged, answer, names)}
    verdicts = {frozenset((flag.a, flag.b)): flag.verdict for flag in judged.flags}
    flagged = [pair for pair in report.pairs if pair.label in CONFLICTS and {pair.a, pair.b} <= known]
    return Measured(
        tuple(
            Counted(answer.probability, judged.answers[names[answer.handbook.id]].grade >= HELPFUL)
            for answer in in_reading_order(report)
            if answer.handbook.id in known
        ),
        tuple(
            (pair.is_doubtful, verdicts[of])
            for pair in flagged
            if (of := frozenset((names[pair.a], names[pair.b]))) in verdicts
        ),
    )


def _is_judged(judged: AnsweredQuestion, answer: Answer, names: Names) -> bool:
    graded = judged.answers.get(names[answer.handbook.id])
    return (
        answer.status is Status.ANSWERED
        and graded is not None
        and graded.said == digest(compared_text(answer))
    )


def lines(measured: Sequence[Measured]) -> Iterator[str]:
    """Say what was counted."""
    answers = [answer for one in measured for answer in one.answers]
    yield f"{len(answers)} answers that were graded, {_share([one.helps for one in answers])} of them answer"
    for low, high in pairwise(BOUNDS):
        within = [one.helps for one in answers if low <= one.probability < high]
        yield f"  probability {low:.2f} to {high:.2f} | {len(within)} answers | {_share(within)}"
    several = [one.answers for one in measured if len(one.answers) > 1]
    shown = [found for found in several if any(one.helps for one in found)]
    first = [found[0].helps for found in shown]
    yield f"{len(shown)} questions with several, one of which answers: the first one does in {_share(first)}"
    flags = Counter(flag for one in measured for flag in one.flags)
    for is_doubtful, told in ((False, "sure"), (True, "doubtful")):
        of = {verdict: n for (doubt, verdict), n in sorted(flags.items()) if doubt is is_doubtful}
        yield f"flagged as {told}: {sum(of.values())} | {of}"


def _share(helps: Sequence[bool]) -> str:
    return f"{ratio(sum(helps), len(helps)):.3f}"


if __name__ == "__main__":
    main()
