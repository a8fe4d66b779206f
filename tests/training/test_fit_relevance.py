from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest

import fit_relevance
from edgerag.retrieve.sufficiency import Signs, relevance
from fit_relevance import MISSED, SCALE, WEIGHTS, cross_validated, fitted, measures_of, row_of, weigh
from relevance_cases import Case, Scope

PLAIN = Signs(logit=6.0, coverage=0.9, named=1.0, cosine=0.8, standing=1.0, n_terms=6)
FAR = Signs(logit=-6.0, coverage=0.5, named=0.0, cosine=0.6, standing=0.2, n_terms=6)
UNREAD = Signs(logit=float("-inf"), coverage=0.0, named=0.0, cosine=0.0, standing=0.1, n_terms=6)


def case(question: str, signs: Signs, *, addressed: bool, scope: Scope = "whole") -> Case:
    return Case("absence", question, scope, addressed, signs)


CASES = [case(f"q{n}", PLAIN if n % 2 else FAR, addressed=bool(n % 2)) for n in range(20)]


def test_row_and_printed_constants_give_the_relevance_of_the_program() -> None:
    from edgerag.retrieve import sufficiency as program

    constants = np.array([*program.WEIGHTS, program.INTERCEPT])
    for signs in (PLAIN, FAR):
        score = float(np.array(row_of(signs)) @ constants)
        assert relevance(signs) == pytest.approx(1 / (1 + np.exp(-score)))
    intercept, weights = fit_relevance.constants(constants)
    assert intercept == f"INTERCEPT = {program.INTERCEPT:.2f}"
    assert weights == f"WEIGHTS = ({', '.join(f'{weight:.2f}' for weight in program.WEIGHTS)})"


def test_scopes_weigh_as_set_however_many_cases_they_have() -> None:
    cases = [case("q", FAR, addressed=False)] * 3 + [case("q", FAR, addressed=False, scope="alone")] * 7
    weights = weigh(cases)
    assert weights[:3].sum() == pytest.approx(SCALE * WEIGHTS["whole"])
    assert weights[3:].sum() == pytest.approx(SCALE * WEIGHTS["alone"])


def test_missed_answer_weighs_more_and_what_was_not_read_nothing() -> None:
    found, silent, unread = weigh(
        [case("q", PLAIN, addressed=True), case("q", FAR, addressed=False), case("q", UNREAD, addressed=True)]
    )
    assert found == MISSED * silent
    assert unread == 0


def test_fit_tells_plain_answers_from_far_ones() -> None:
    rows = np.array([row_of(one.signs) for one in CASES])
    addressed = np.array([one.addressed for one in CASES])
    weights = weigh(CASES)
    assert ((rows @ fitted(rows, addressed, weights) > 0) == addressed).all()
    assert (cross_validated(CASES, rows, addressed, weights) == addressed).all()


def test_measures_count_answers_and_silences() -> None:
    said, true = np.array([True, True, False, False]), np.array([True, False, True, False])
    assert measures_of(true, said) == {"precision": 0.5, "recall": 0.5, "f1": 0.5, "silent when silent": 0.5}
    nothing = np.zeros(2, dtype=bool)
    assert measures_of(nothing, nothing)["f1"] == 0


def test_kept_signs_are_fitted_without_a_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "signs.msgpack").write_bytes(msgspec.msgpack.encode(CASES))
    folders = [
        "--absence",
        "none",
        "--handbooks",
        "none",
        "--questions",
        "none",
        "--workspace",
        str(tmp_path),
    ]
    monkeypatch.setattr(sys, "argv", ["fit_relevance.py", *folders])
    fit_relevance.main()
    out = capsys.readouterr().out
    assert "absence whole 20 precision 1.000 recall 1.000" in out
    assert "WEIGHTS = (" in out
