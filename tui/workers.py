"""Runs blocking work in threads, which post messages and never touch a widget.

What only looks is begun with `Jobs.look` and gives its news; that of a look which another one of its group
overtook would put back what was there before, and is dropped here, in one place for every screen. So is what
work tells through `Jobs.teller`, such as the answers to a question after which another one was asked.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from threading import Event, Lock
from time import monotonic, sleep

from textual.dom import DOMNode
from textual.message import Message

from edgerag.errors import EdgeRagError
from tui.messages import WorkEnded, WorkFailed

_LOG = logging.getLogger(f"edgerag.{__name__}")
"""Only what is below "edgerag" is written to the log file."""
_LOOK_S = 0.02

Work = Callable[[Event], None]
"""Blocking work; it looks at the event now and then, and ends soon after it is set."""

Look = Callable[[Event], Iterator[Message]]
"""A look at something, with its news as it comes; its event too is set when nobody waits for it."""


class Jobs:
    """The work that runs in threads, one piece to a group, each with an event that stops it."""

    def __init__(self) -> None:
        self._stops: dict[str, Event] = {}
        self._running: set[Event] = set()
        self._telling = Lock()
        """News are told before the next work of their group begins, or not at all."""

    def start(self, node: DOMNode, work: Work, group: str) -> Event:
        """Run `work`, asking earlier work of its group to stop; returns the event that stops this one.

        An error reaches `node` as `WorkFailed`, unless other work of its group was begun; `WorkEnded` is
        posted last in every case.

        Args:
            node: who gets the messages: a screen, or the app.
            work: what to run; it posts its results to `node`.
            group: names the work in both messages.
        """
        with self._telling:
            if group in self._stops:
                self._stops[group].set()
            cancel = self._stops[group] = Event()
        self._running.add(cancel)
        run = lambda: self._run(node, work, group, cancel)  # noqa: E731  # a worker takes no arguments
        node.run_worker(run, name=group, group=group, thread=True, exit_on_error=False)
        return cancel

    def look(self, node: DOMNode, look: Look, group: str) -> Event:
        """Run `look` as `start` runs work, and post what it finds to `node`, unless it was overtaken.

        Why an overtaken look failed is not told either.
        """

        def work(cancel: Event) -> None:
            try:
                for news in look(cancel):
                    if not self._tell(node, news, cancel):
                        return
            except EdgeRagError:
                if not cancel.is_set():
                    raise

        return self.start(node, work, group)

    def teller(self, node: DOMNode, group: str, cancel: Event) -> Callable[[Message], bool]:
        """Make what posts messages to `node` until other work of the group is begun, also after a stop.

        Args:
            node: who gets them.
            group: of the work that tells.
            cancel: the event that stops this work.
        """

        def tell(message: Message) -> bool:
            with self._telling:
                return self._stops.get(group) is cancel and node.post_message(message)

        return tell

    def _tell(self, node: DOMNode, news: Message, cancel: Event) -> bool:
        """Post news unless its look was overtaken; whether it was posted."""
        with self._telling:
            return not cancel.is_set() and node.post_message(news)

    def stop(self, group: str) -> None:
        """Ask a group's work to stop, if it runs."""
        with self._telling:
            if group in self._stops:
                self._stops[group].set()

    def stop_all(self) -> None:
        """Ask everything to stop."""
        with self._telling:
            for cancel in list(self._stops.values()):
                cancel.set()

    def have_ended(self, within_s: float) -> bool:
        """Wait until nothing runs, or so long; whether nothing runs."""
        end = monotonic() + within_s
        while self._running and monotonic() < end:
            sleep(_LOOK_S)
        return not self._running

    def is_running(self, group: str) -> bool:
        """Say whether a group's newest work has not ended yet."""
        return group in self._stops

    def _run(self, node: DOMNode, work: Work, group: str, cancel: Event) -> None:
        tell = self.teller(node, group, cancel)
        try:
            work(cancel)
        except EdgeRagError as error:
            tell(WorkFailed(group, error))
        except Exception as error:  # noqa: BLE001  # whatever it is, the person goes on working
            _LOG.exception("%s failed", group)
            tell(WorkFailed(group, _bug(group, error)))
        finally:
            self._running.discard(cancel)
            if self._stops.get(group) is cancel:
                del self._stops[group]
            node.post_message(WorkEnded(group))


def _bug(group: str, error: Exception) -> EdgeRagError:
    """Say to a nurse at work what a bug means: the program goes on, and the log has the traceback."""
    message = f"{group}: something went wrong inside edgerag ({type(error).__name__})"
    return EdgeRagError(message, hint="try again; the log file says more")
