from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from edgerag.cli import main
from edgerag.domain.handbooks import Origin, Stated
from edgerag.errors import EdgeRagError
from edgerag.store.library import Library
from tests.unit.cli.conftest import CLINIC, Invoke


def test_what_is_named_is_changed_and_the_rest_is_not(invoke: Invoke, library: Library) -> None:
    shown = invoke("edit", "Clinic", "--edition", "2019-11", "--authority", "low")
    assert shown.stdout == "edition: 2019-11\nauthority: low\n"
    metadata = library.handbook(CLINIC.handbook.id).metadata
    assert metadata.edition == Stated("2019-11", Origin.PERSON)
    assert metadata.authority == Stated("low", Origin.PERSON)
    assert metadata.title == CLINIC.handbook.metadata.title


def test_nothing_to_change_is_an_error(invoke: Invoke, library: Library) -> None:
    with pytest.raises(EdgeRagError, match="nothing to change"):
        invoke("edit", "Clinic")


def test_authority_has_three_values(invoke: Invoke, library: Library) -> None:
    assert invoke("edit", "Clinic", "--authority", "highest").exit_code == 2
    assert library.handbook("Clinic").metadata.authority == CLINIC.handbook.metadata.authority


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("title", "x" * 5000, "at most 200 characters"),
        ("edition", "9999", "no edition is later than next year's"),
    ],
)
def test_what_no_handbook_can_have_is_refused_in_a_line(
    invoke: Invoke, library: Library, field: str, value: str, told: str
) -> None:
    refused = invoke("edit", "Clinic", f"--{field}", value)
    assert refused.exit_code == 2
    assert told in refused.stderr
    assert "x" * 100 not in refused.stderr
    assert library.handbook("Clinic").metadata == CLINIC.handbook.metadata


@pytest.fixture(autouse=True)
def same_interrupt() -> Iterator[None]:
    """The program takes over Ctrl-C; the tests take it back."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_title_that_is_no_text_is_refused_in_one_line(
    library: Library, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["edgerag", "edit", "Clinic", "--title", "Caf\udce9"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert "an argument is not UTF-8 text" in capsys.readouterr().err


def test_nothing_of_a_wrong_name_is_obeyed_by_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["edgerag", "show", "x\x1b[2J\nedgerag: all is well"])
    with pytest.raises(SystemExit):
        main()
    shown = capsys.readouterr().err
    assert "\x1b" not in shown
    assert "\nedgerag: all is well" not in shown


def test_a_command_typed_wrong_is_answered_with_its_usage(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["edgerag", "edit", "--nonsense\x1b[2J"])
    with pytest.raises(SystemExit) as left:
        main()
    shown = capsys.readouterr().err
    assert left.value.code == 2
    assert shown.startswith("Usage: ")
    assert "edit [OPTIONS] HANDBOOK" in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize("group", ["history", "audit", "bundle"])
def test_a_group_without_a_command_lists_its_commands_a_line_each(
    group: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["edgerag", group])
    with pytest.raises(SystemExit) as left:
        main()
    shown = capsys.readouterr().err.splitlines()
    assert left.value.code == 2
    assert shown[0].startswith("Usage: ")
    assert "Commands:" in shown


def test_an_edition_that_is_no_date_changes_nothing(invoke: Invoke, library: Library) -> None:
    refused = invoke("edit", "Clinic", "--title", "New", "--edition", "May 2023")
    assert refused.exit_code == 2
    assert "--edition" in refused.stderr
    assert "'May 2023': write a date: 2013, 2019-11 or 2020-04-28" in refused.stderr
    assert library.handbook("Clinic").metadata == CLINIC.handbook.metadata
