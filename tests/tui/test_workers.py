from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event

import pytest
from textual.app import App
from textual.message import Message

from edgerag import log, paths
from edgerag.errors import StoreError
from tests.tui.conftest import Open, notices, settle
from tui.messages import WorkFailed
from tui.workers import Jobs


@pytest.fixture
def log_file() -> Iterator[None]:
    """The log is written as a command writes it."""
    log.configure(paths.log_folder())
    yield
    logger = logging.getLogger("edgerag")
    for handler in list(logger.handlers):
        handler.close()
        logger.removeHandler(handler)
    logger.propagate = True


@pytest.mark.usefixtures("log_file")
async def test_of_a_bug_in_a_thread_the_person_is_told_and_the_log_has_the_traceback(open_app: Open) -> None:
    def fail(cancel: Event) -> None:
        raise ZeroDivisionError

    async with open_app("library") as pilot:
        pilot.app.jobs.start(pilot.app.screen, fail, "counting")  # type: ignore[attr-defined]
        await settle(pilot)
        assert "counting: something went wrong inside edgerag (ZeroDivisionError)" in notices(pilot)
    written = (paths.log_folder() / "edgerag.log").read_text()
    assert "counting failed" in written
    assert "raise ZeroDivisionError" in written


@dataclass
class Seen(Message):
    """What a look found."""

    what: str


class Listener(App[None]):
    """Hears what looks have found."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs = Jobs()
        self.heard: list[str] = []

    def on_seen(self, message: Seen) -> None:
        """Remember it."""
        self.heard.append(message.what)

    def on_work_failed(self, message: WorkFailed) -> None:
        """Remember why."""
        self.heard.append(str(message.error))


@pytest.mark.parametrize("fails", [False, True])
async def test_the_news_of_a_look_that_was_overtaken_is_dropped_whatever_it_is(*, fails: bool) -> None:
    is_looking, may_end = Event(), Event()

    def slow(cancel: Event) -> Iterator[Message]:  # it never looks at it
        yield Seen("first, while nothing overtook it")
        is_looking.set()
        may_end.wait(10)
        if fails:
            raise StoreError("the library is gone")
        yield Seen("too late")

    def quick(cancel: Event) -> Iterator[Message]:  # over in a moment
        yield Seen("second")

    app = Listener()
    async with app.run_test() as pilot:
        app.jobs.look(app, slow, "looking")
        while not is_looking.is_set():
            await pilot.pause()
        app.jobs.look(app, quick, "looking")
        while "second" not in app.heard:
            await pilot.pause()
        may_end.set()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert app.heard == ["first, while nothing overtook it", "second"]


@pytest.mark.parametrize("is_overtaken", [False, True])
async def test_stopped_work_goes_on_telling_until_other_work_of_its_group_is_begun(
    *, is_overtaken: bool
) -> None:
    may_end = Event()
    app = Listener()

    def first(cancel: Event) -> None:
        cancel.wait(10)
        may_end.wait(10)
        app.jobs.teller(app, "asking", cancel)(Seen("what was there when it was stopped"))

    async with app.run_test() as pilot:
        app.jobs.start(app, first, "asking")
        app.jobs.stop("asking")
        if is_overtaken:
            app.jobs.start(app, lambda _: None, "asking")
        may_end.set()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert app.heard == ([] if is_overtaken else ["what was there when it was stopped"])


async def test_why_a_look_failed_is_told_to_whoever_waits_for_it(open_app: Open) -> None:
    def fail(cancel: Event) -> Iterator[Message]:  # it fails at once
        raise StoreError("the library is gone")
        yield Seen("nothing")

    async with open_app("library") as pilot:
        pilot.app.jobs.look(pilot.app.screen, fail, "looking")  # type: ignore[attr-defined]
        await settle(pilot)
        assert "the library is gone" in notices(pilot)
