from __future__ import annotations

import logging
from collections.abc import Iterator
from threading import Event

import pytest

from edgerag import log, paths
from tests.tui.conftest import Open, notices, settle


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
