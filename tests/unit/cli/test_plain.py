from __future__ import annotations

import click
from click.testing import CliRunner, Result

from edgerag.cli.plain import converse
from edgerag.domain.follow_ups import Before
from edgerag.errors import QuestionError


def talk(typed: str) -> tuple[Result, list[str]]:
    """Converse with somebody who types that; every question is refused that has no letter in it."""
    asked: list[str] = []

    @click.command()
    def conversation() -> None:
        converse(3, answer)

    def answer(question: str, before: Before | None) -> Before:
        asked.append(f"{question} after {before.text}" if before else question)
        if not any(map(str.isalpha, question)):
            raise QuestionError("there is no question", hint="type one")
        return Before(question)

    return CliRunner().invoke(conversation, input=typed, catch_exceptions=False), asked


def test_questions_are_answered_until_an_empty_line_and_each_knows_the_one_before_it() -> None:
    spoken, asked = talk("first\n second \n\nnever\n")
    assert asked == ["first", "second after first"]
    assert spoken.output.startswith("3 handbooks.")


def test_refused_question_is_told_and_the_next_is_asked() -> None:
    spoken, asked = talk("??\nsecond\n\n")
    assert "there is no question. What to do: type one\n" in spoken.output
    assert asked == ["??", "second"]
