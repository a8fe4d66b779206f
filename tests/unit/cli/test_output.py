from __future__ import annotations

import ast
import io
import re
from pathlib import Path

import click
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import edgerag.cli
from edgerag.cli.output import (
    Unanswered,
    confirm,
    note,
    note_migrations,
    only_form,
    progress,
    say,
    say_json,
    say_lines,
    say_text,
    table,
)
from edgerag.errors import EdgeRagError
from edgerag.present.lines import Segment
from edgerag.store.library import Library

few = settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])


@few
@given(st.lists(st.lists(st.text(), min_size=2, max_size=2), max_size=4))
def test_a_row_is_one_line_and_a_cell_one_field_whatever_is_in_it(
    capsys: pytest.CaptureFixture[str], rows: list[list[str]]
) -> None:
    capsys.readouterr()
    table(("a", "b"), rows)
    printed = capsys.readouterr().out
    lines = printed.split("\n")[:-1]
    assert len(lines) == len(rows) + 1
    assert all(line.count("\t") == 1 for line in lines)
    assert "\x1b" not in printed


def test_notes_go_to_stderr_and_act_on_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    note("bad.pdf\x1b[2J is damaged")
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "\x1b" not in shown.err
    assert "is damaged" in shown.err


def test_progress_in_a_pipe_says_each_step_once(capsys: pytest.CaptureFixture[str]) -> None:
    with progress() as advance:
        for done in range(3):
            advance("reading a.pdf", done, 3)
        advance("reading b.pdf", 0, 1)
    assert capsys.readouterr().err == "reading a.pdf\nreading b.pdf\n"


def test_a_library_that_was_brought_up_to_date_says_what_cannot_be_known(
    library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    note_migrations(library)
    assert capsys.readouterr().err == ""
    library.migrated = ("0004_seals",)
    note_migrations(library)
    assert "hashed as it was found" in capsys.readouterr().err


HOSTILE = st.text(
    st.sampled_from("ab \n\r\t\x1b\x07\x08\x7f\x85\x9b\u2028\u2029\u202e\u2066\u200b\udce9\U000e0041")
)
OBEYED = set("\x1b\x07\x08\r\x7f\x85\x9b\u2028\u2029\u202e\u2066\udce9\U000e0041")


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(HOSTILE)
def test_nothing_that_is_said_is_obeyed_or_begins_a_line_of_its_own(
    capsys: pytest.CaptureFixture[str], hostile: str
) -> None:
    capsys.readouterr()
    say(f"removed {hostile}.")
    note(f"failed {hostile}.")
    with progress() as advance:
        advance(f"reading {hostile}.", 0, 1)
    shown = capsys.readouterr()
    assert shown.out.count("\n") == 1
    assert shown.err.count("\n") == 2
    assert not OBEYED & set(shown.out + shown.err)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(HOSTILE.filter(lambda text: "\udce9" not in text))
def test_json_stays_the_same_json_and_is_not_obeyed(capsys: pytest.CaptureFixture[str], hostile: str) -> None:
    capsys.readouterr()
    say_json(msgspec.json.format(msgspec.json.encode({"title": hostile})))
    printed = capsys.readouterr().out
    assert msgspec.json.decode(printed) == {"title": hostile}
    assert not OBEYED & set(printed)


def test_a_text_keeps_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    say_text("one\ntwo\x1b[2J\n")
    assert capsys.readouterr().out == "one\ntwo<U+001B>[2J\n"


def test_laid_out_lines_are_plain_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    say_lines(lambda width: [(Segment("x" * width),)], piped_width=7)
    assert capsys.readouterr().out == "xxxxxxx\n"


@pytest.mark.parametrize("answer", ["n\n", "\n"])
def test_who_does_not_say_yes_ends_it(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    with pytest.raises(EdgeRagError, match="nothing was removed") as no:
        confirm("Remove it?", "nothing was removed")
    assert no.value.exit_code == 1


def test_no_other_module_of_the_command_line_prints() -> None:
    folder = Path(edgerag.cli.__file__).parent
    found = [
        f"{path.name}: {ast.unparse(node)}"
        for path in folder.glob("*.py")
        if path.name not in ("output.py", "watch.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and re.match(
            r"click\.(echo|secho|confirm)\b|print\(|(?<!_)sys\.std\w+\.(buffer\.)?write|.*Console\(",
            ast.unparse(node),
        )
    ]
    assert found == []


def test_without_an_answer_nobody_said_no(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(click.Abort):
        confirm("Remove it?", "nothing was removed")


def test_a_result_has_one_form() -> None:
    assert only_form({"json": False, "markdown": False}) is None
    assert only_form({"json": False, "markdown": True}) == "markdown"
    with pytest.raises(click.UsageError, match="--json and --markdown"):
        only_form({"json": True, "markdown": True})


@pytest.mark.parametrize(
    ("options", "remedy"), [(["--yes"], "answer it, or give --yes"), (["--other"], "answer it")]
)
def test_a_question_that_nobody_is_there_to_answer_says_that_nothing_was_done_and_how_to_consent(
    monkeypatch: pytest.MonkeyPatch, options: list[str], remedy: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with (
        click.Context(click.Command("remove", params=[click.Option(options, is_flag=True)])),
        pytest.raises(Unanswered, match="nothing was removed: the question was not answered") as unanswered,
    ):
        confirm("Remove it?", "nothing was removed")
    assert (unanswered.value.hint, unanswered.value.exit_code) == (remedy, 2)


def test_ctrl_c_at_a_question_is_a_stop_and_no_missing_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("click.termui.visible_prompt_func", interrupted)
    with pytest.raises(click.Abort) as stopped:
        confirm("Remove it?", "nothing was removed")
    assert not isinstance(stopped.value, Unanswered)
