"""What many reports say together: how often handbooks are silent and disagree, and on what."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rates:
    """Counts over some reports, of all handbooks or of one; a rate of nothing is 0."""

    n_questions: int
    n_answers: int
    n_silent: int
    n_pairs: int
    """Judged pairs."""
    n_unchecked: int
    n_consistent: int
    n_conflicts: int
    n_questions_in_conflict: int
    severity_sum: float

    @property
    def absence(self) -> float:
        """r_abs: the share of answers that say that the question is not addressed."""
        return _share(self.n_silent, self.n_answers)

    @property
    def divergence(self) -> float:
        """R_div: the share of judged pairs that conflict."""
        return _share(self.n_conflicts, self.n_pairs)

    @property
    def consistency(self) -> float:
        """R_con: the share of judged pairs that agree."""
        return _share(self.n_consistent, self.n_pairs)

    @property
    def any_divergence(self) -> float:
        """The share of questions with at least one conflict."""
        return _share(self.n_questions_in_conflict, self.n_questions)

    @property
    def severity(self) -> float:
        """Conflicts among judged pairs, each weighed by its significance."""
        return _share(self.severity_sum, self.n_pairs)


@dataclass(frozen=True, slots=True)
class Theme:
    """One thing that handbooks disagree about."""

    topic: str
    """Its most frequent topic."""
    questions: tuple[str, ...]
    """The questions in which it came up, each once."""
    n_conflicts: int
    n_high: int
    """Conflicts among them of high significance."""


def _share(part: float, whole: int) -> float:
    return part / whole if whole else 0.0
