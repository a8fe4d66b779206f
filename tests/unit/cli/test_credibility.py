from __future__ import annotations

import pytest

from edgerag.domain.facts import Fact
from edgerag.store.library import Library
from tests.unit.cli.conftest import CLINIC, HOSPITAL, Invoke


@pytest.fixture(autouse=True)
def known(library: Library) -> None:
    """The library knows something of both handbooks."""
    library.keep_facts(
        [
            Fact(CLINIC.handbook.id, "asthma", b"1", 1.0, by_person=True),
            Fact(CLINIC.handbook.id, "asthma", b"2", 0.0, by_person=True),
            Fact(CLINIC.handbook.id, "", b"3", 0.9, by_person=False),
            Fact(HOSPITAL.handbook.id, "malaria", b"1", 0.1, by_person=False),
        ]
    )


def rows(invoke: Invoke) -> list[list[str]]:
    return [line.split("\t") for line in invoke("credibility").stdout.splitlines()]


def test_records_are_listed_by_handbook_and_subject(invoke: Invoke) -> None:
    head, *body = rows(invoke)
    assert head == ["handbook", "edition", "subject", "confirmed", "borne out", "credibility"]
    assert [(row[0], *row[2:5]) for row in body] == [
        ("Clinic", "-", "0 of 0", "1 of 1"),
        ("Clinic", "asthma", "1 of 2", "0 of 0"),
        ("Hospital", "malaria", "0 of 0", "0 of 1"),
    ]
    assert 0 < float(body[2][5]) < 0.5 < float(body[0][5]) < 1


def test_show_tells_the_record_of_a_handbook(invoke: Invoke) -> None:
    assert (
        "record       found right by people in 1 of 2, borne out by others in 1 of 1"
        in invoke("show", "clinic").stdout
    )


def test_what_was_found_is_forgotten_for_one_or_for_all(invoke: Invoke) -> None:
    assert invoke("credibility", "--reset", "clinic").stdout == "forgot 3 statements\n"
    assert len(rows(invoke)) == 2
    assert "record" not in invoke("show", "clinic").stdout
    assert invoke("credibility", "--reset-all").stdout == "forgot 1 statement\n"
    told = invoke("credibility")
    assert len(told.stdout.splitlines()) == 1
    assert "edgerag confirm NUMBER HANDBOOK" in told.stderr
    assert invoke("credibility", "--reset-all", "--reset", "clinic").exit_code == 2
