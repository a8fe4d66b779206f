"""Whose files of handbooks are imported, and what becomes of those that are not whole."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from nacl.signing import SigningKey
from textual.widgets import Button, Input

from edgerag.bundle.signing import fingerprint, make_keys
from edgerag.store.exchange import CONTENTS
from tests.policies import put_policy
from tests.tui.conftest import Open, drawn, notices, settle
from tests.tui.exchanging import export_to, look_into
from tests.tui.laptops import CLINIC, WARD, Laptop, titles, written
from tests.tui.library_screen import shown
from tui.screens.library import LibraryScreen
from tui.widgets.offering import OfferScreen
from tui.widgets.progress import Progress


async def test_who_signed_a_file_is_shown_before_it_is_imported(
    laptop: Laptop, stick: Path, tmp_path: Path, open_app: Open
) -> None:
    signer = fingerprint(make_keys(tmp_path / "clinic.key"))
    laptop("theirs", CLINIC)
    async with open_app("library") as pilot:
        await pilot.press("w")
        await settle(pilot)
        await export_to(pilot, stick / "signed", key=tmp_path / "clinic.key")
        assert f"signed with the key {signer}" in notices(pilot)
    laptop("ours")
    async with open_app("library") as pilot:
        await look_into(pilot, stick / "signed.edgerag")
        offered = " ".join(drawn(pilot).replace("│", " ").split())
        assert f"Signed with the key {signer}: compare it with what its owner tells you." in offered
        await pilot.press("y")
        await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert f"Imported; signed by {signer}." in shown(pilot, "#details LinesView")


async def test_a_key_that_is_none_signs_nothing_and_what_was_typed_stands_there_again(
    laptop: Laptop, stick: Path, open_app: Open
) -> None:
    laptop("theirs", CLINIC)
    (stick / "no.key").write_text("no key")
    async with open_app("library") as pilot:
        await pilot.press("w")
        await settle(pilot)
        await export_to(pilot, stick / "a.edgerag", key=stick / "no.key")
        assert "no private key can be read from it" in notices(pilot)
        assert not (stick / "a.edgerag").exists()
        await pilot.press("w")
        await settle(pilot)
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert pilot.app.screen.query_one("#file", Input).value == str(stick / "a.edgerag")
        pilot.app.screen.query_one("#file", Input).value = ""
        await pilot.press("ctrl+s")
        assert "name a file" in drawn(pilot)


@pytest.mark.parametrize("place", [0.3, 0.9])
async def test_a_damaged_file_is_told_and_nothing_is_imported(
    laptop: Laptop, file: Path, open_app: Open, place: float
) -> None:
    content = bytearray(file.read_bytes())
    content[int(len(content) * place)] ^= 1
    file.write_bytes(content)
    laptop("ours", WARD)
    async with open_app("library") as pilot:
        await look_into(pilot, file)
        assert isinstance(pilot.app.screen, LibraryScreen)
        assert "damaged" in notices(pilot)
        assert not pilot.app.screen.query_one(Progress).display
    assert titles() == ["Ward"]


async def test_a_handbook_that_does_not_hold_together_is_refused_by_name_and_the_others_are_imported(
    laptop: Laptop, file: Path, open_app: Open
) -> None:
    with zipfile.ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    contents = json.loads(members[CONTENTS])
    contents["handbooks"][0]["title"] = "\x1b[31mFormulary"
    members[CONTENTS] = json.dumps(contents).encode()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    laptop("ours")
    async with open_app("library") as pilot:
        await look_into(pilot, file)
        await pilot.press("y")
        await settle(pilot)
        assert "! <U+001B>[31mFormulary: refused" in drawn(pilot)
        assert "it is listed otherwise" in " ".join(drawn(pilot).replace("│", " ").split())
        await pilot.press("escape")
        await settle(pilot)
        assert "2 handbooks imported, 1 refused." in notices(pilot)
        await pilot.press("p")
        await settle(pilot)
        assert "Formulary" in shown(pilot, "LinesView")
    assert titles() == ["Hospital", "Ward"]


async def test_where_the_policy_accepts_no_export_importing_is_greyed_with_the_reason(
    laptop: Laptop, open_app: Open
) -> None:
    laptop("ours", CLINIC)
    signed = put_policy("[library]\naccept_exports = []")
    async with open_app("library", rules=signed.rules) as pilot:
        reason = "Nothing can be imported: fixed by the policy of District pharmacy"
        assert reason in " ".join(shown(pilot, "#details LinesView").split())
        active = pilot.app.screen.active_bindings.values()
        assert [one.enabled for one in active if one.binding.action == "import"] == [False]
        await pilot.press("r")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LibraryScreen)
    laptop("empty")
    async with open_app("library", rules=signed.rules) as pilot:
        assert pilot.app.screen.query_one("#import", Button).disabled
        assert reason in " ".join(drawn(pilot).split())


async def test_only_what_those_signed_whom_the_policy_names_can_be_imported(
    laptop: Laptop, file: Path, stick: Path, open_app: Open
) -> None:
    key = SigningKey(b"c" * 32)
    signed_file = written(laptop("pharmacy", WARD), stick / "signed.edgerag", key)
    laptop("ours", CLINIC)
    policy = put_policy(f'[library]\naccept_exports = ["{fingerprint(key.verify_key)}"]')
    async with open_app("library", rules=policy.rules) as pilot:
        await look_into(pilot, file)
        assert isinstance(pilot.app.screen, OfferScreen)
        offered = " ".join(drawn(pilot).replace("│", " ").split())
        assert "! an export signed by nobody cannot be imported: fixed by the policy" in offered
        assert "ask District pharmacy" in offered
        assert pilot.app.screen.query_one("#import", Button).disabled
        await pilot.press("y")
        await settle(pilot)
        assert titles() == ["Clinic"]
        await pilot.press("escape")
        await settle(pilot)
        await look_into(pilot, signed_file)
        await pilot.press("y")
        await settle(pilot)
        assert titles() == ["Clinic", "Ward"]
