from __future__ import annotations

from edgerag.domain.trail import Deed
from edgerag.store.library import Library


def test_what_changes_nothing_is_written_while_a_trail_is(library: Library) -> None:
    library.record(Deed.EXPORTED)
    assert (library.has_trail, library.audit_trail()[0]) == (False, [])
    library.switch_trail(is_on=True)
    library.record(Deed.EXPORTED, note="to a stick")
    written, _ = library.audit_trail()
    assert library.has_trail
    assert library.trail_flaw() is None
    assert "to a stick" in str(written[-1])
