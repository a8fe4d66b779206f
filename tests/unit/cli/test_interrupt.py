from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest

from edgerag.cli.interrupt import ECHO_S, cancel_on_interrupt, interrupt_once


@pytest.fixture(autouse=True)
def _pytest_keeps_its_handler() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_first_ctrl_c_and_its_echo_only_ask_and_the_second_leaves() -> None:
    with cancel_on_interrupt() as cancel:
        assert not cancel.is_set()
        interrupt()
        interrupt()
        assert cancel.is_set()
        time.sleep(2 * ECHO_S)
        with pytest.raises(KeyboardInterrupt):
            interrupt()


def test_handler_from_before_comes_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    with cancel_on_interrupt():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_echo_does_not_interrupt_the_clean_up() -> None:
    interrupt_once()
    with pytest.raises(KeyboardInterrupt):
        interrupt()
    interrupt()
    time.sleep(2 * ECHO_S)
    with pytest.raises(KeyboardInterrupt):
        interrupt()
