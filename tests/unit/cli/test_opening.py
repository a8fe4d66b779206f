from __future__ import annotations

from pathlib import Path

import pytest

from edgerag import paths
from edgerag.domain.trail import Deed, read
from edgerag.store.library import Library, account
from tests.policies import put_policy
from tests.unit.cli.conftest import Invoke


def test_the_name_that_is_typed_stands_beside_the_account(invoke: Invoke, library: Library) -> None:
    put_policy("[trail]\non = true")
    invoke("--as", "Ann Moyo", "remove", "--yes", "Clinic")
    invoke("remove", "--yes", "Hospital")
    who = [read(row.content).who for row in library.audit_trail()[0]][1:]
    assert who == [f"Ann Moyo ({account()})", account()]


def test_an_export_of_the_handbooks_is_in_the_trail(invoke: Invoke, library: Library, tmp_path: Path) -> None:
    put_policy("[trail]\non = true")
    invoke("library", "export", tmp_path / "h.edgerag")
    exported = read(library.audit_trail()[0][-1].content)
    assert (exported.what, exported.note, len(exported.handbooks)) == (Deed.EXPORTED, "h.edgerag", 2)


@pytest.mark.usefixtures("library")
def test_a_policy_that_is_not_believed_is_said_with_every_command(invoke: Invoke) -> None:
    put_policy("")
    assert invoke("list").stderr == ""
    paths.policy_file().write_text("changed")
    assert "is not a signature" in invoke("list").stderr
