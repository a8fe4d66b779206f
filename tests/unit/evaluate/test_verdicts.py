from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.compare.verdict import Opinion, Silence
from edgerag.domain.reports import Label, Significance
from edgerag.evaluate.datasets.pairs import LabelledPair
from edgerag.evaluate.verdicts import KeptReader, evaluate_verdicts
from tests.unit.compare.alike import NeverAlike

QUESTION = "What dose of adrenaline should an adult with anaphylaxis receive?"
DIVERGENT = Opinion(Label.DIVERGENT, "dose", Significance.HIGH)


class FirstWord:
    """Reads the verdict from the first letter of the second text in alphabetical order."""

    share_right = 0.9
    says: dict[str, Opinion | Silence] = {  # noqa: RUF012  # never changed
        "s": Opinion(Label.CONSISTENT),
        "d": DIVERGENT,
        "f": Silence.FICKLE,
        "u": Silence.UNREADABLE,
    }

    def __init__(self) -> None:
        self.n_read = 0

    def read(self, question: str, a: str, b: str) -> Opinion | Silence:
        assert a == "A plain text."
        self.n_read += 1
        return self.says[b[0].lower()]


def pair(text: str, label: Label) -> LabelledPair:
    return LabelledPair(QUESTION, f"{text} by the bed.", "A plain text.", label)


PAIRS = [
    pair("Sit", Label.CONSISTENT),
    pair("Sleep", Label.DIVERGENT),
    pair("Drink", Label.DIVERGENT),
    pair("Forget it", Label.CONTRADICTORY),
    pair("Undress", Label.COMPLEMENTARY),
    LabelledPair(QUESTION, "Adrenaline 0.5 mg IM", "Adrenaline 0.5 mg IM", Label.CONSISTENT),
]


def quiet(_what: str, _done: int, _total: int) -> None:
    pass


def test_by_hand(tmp_path: Path) -> None:
    reader = KeptReader(FirstWord(), tmp_path / "verdicts")
    measured, validation = evaluate_verdicts(PAIRS, NeverAlike(), reader, quiet)
    values = {name: measure.value for name, measure in measured.measures.items()}
    assert values["accuracy"] == pytest.approx(3 / 6)
    assert values["accuracy without language model"] == pytest.approx(1 / 6)
    assert values["accuracy of its verdicts"] == pytest.approx(2 / 5)
    assert values["false_agreement of its verdicts"] == pytest.approx(1 / 3)
    assert values["verdicts"] == pytest.approx(3 / 5)
    assert values["order_agreement"] == pytest.approx(3 / 4)
    assert values[f"no verdict: {Silence.UNREADABLE}"] == pytest.approx(1 / 5)
    assert measured.confusion is not None
    assert measured.confusion["DIVERGENT"] == {
        "ABSENT": 0,
        "CONSISTENT": 1,
        "COMPLEMENTARY": 0,
        "DIVERGENT": 1,
        "CONTRADICTORY": 0,
        "NOT CHECKED": 0,
    }
    counts = validation.n_pairs, validation.n_conflicts, validation.n_verdicts, validation.n_right
    assert (*counts, validation.n_false_agreements) == (5, 3, 3, 2, 1)


def test_stopped_check_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "evaluation" / "verdicts"
    first, second = FirstWord(), FirstWord()
    whole = evaluate_verdicts(PAIRS, NeverAlike(), KeptReader(first, file), quiet)
    assert first.n_read == 5
    *kept, last = file.read_bytes().splitlines()
    file.write_bytes(b"\n".join([*kept, last[:-4]]))
    again = evaluate_verdicts(PAIRS, NeverAlike(), KeptReader(second, file), quiet)
    assert second.n_read == 1
    assert again[1] == whole[1]
    evaluate_verdicts(PAIRS, NeverAlike(), KeptReader(second, file), quiet)
    assert second.n_read == 1
