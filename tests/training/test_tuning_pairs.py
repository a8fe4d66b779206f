from __future__ import annotations

import msgspec

from disagreements import Disagreement
from entailment.labels import Meaning
from entailment.tuning_pairs import in_both_orders, tunable

ROW = Disagreement("1", "Does it help?", "It does.", "It does not.", "CONTRADICTORY", "HealthVer", "g")


def test_each_disagreement_is_read_from_both_sides() -> None:
    forth, back = in_both_orders([ROW])
    assert (forth.premise, forth.hypothesis, forth.way) == ("It does.", "It does not.", 0)
    assert (back.premise, back.hypothesis, back.way) == ("It does not.", "It does.", 1)
    assert {forth.label, back.label} == {Meaning.CONTRADICT}
    assert {forth.row, back.row} == {0}
    assert {forth.fold, back.fold} == {ROW.fold}


def test_sources_for_research_only_are_not_tuned_on() -> None:
    others = [
        msgspec.structs.replace(ROW, source="ManConCorpus"),
        msgspec.structs.replace(ROW, label="OTHER"),
    ]
    assert tunable([ROW, *others]) == [ROW]
