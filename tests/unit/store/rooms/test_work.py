from __future__ import annotations

from edgerag.store.library import Library


def test_a_killed_process_leaves_word_of_its_work(library: Library) -> None:
    with library.working_on("/handbooks/a.pdf"):
        assert library.unfinished() == ()  # this process is still at it
        with library.transaction() as db:
            db.execute("update unfinished set process_started = process_started - 1")
        assert library.unfinished() == ("/handbooks/a.pdf",)
    assert library.unfinished() == ()
