from __future__ import annotations

import logging
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from edgerag import log


@pytest.fixture(autouse=True)
def fresh_logger() -> Iterator[None]:
    _forget_handlers()
    yield
    _forget_handlers()


def _forget_handlers() -> None:
    logger = logging.getLogger("edgerag")
    for handler in list(logger.handlers):
        handler.close()
        logger.removeHandler(handler)
    logger.propagate = True


def test_the_log_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    log.configure(tmp_path / "log")
    logging.getLogger("edgerag.test").info("indexed %d chunks", 3)
    file = tmp_path / "log" / "edgerag.log"
    assert "indexed 3 chunks" in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_folder_that_cannot_be_written_means_no_log(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("a file, not a folder")
    log.configure(tmp_path / "log")
    logging.getLogger("edgerag.test").info("lost")
