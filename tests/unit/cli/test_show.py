from __future__ import annotations

from dataclasses import replace

import pytest

from edgerag import paths
from edgerag.errors import HandbookNotFoundError, StoreError
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors
from tests.unit.cli.conftest import CLINIC, Invoke


def test_details_say_where_each_came_from(invoke: Invoke, library: Library) -> None:
    library.edit(CLINIC.handbook.id, "authority", "high")
    shown = invoke("show", "Clinic").stdout
    assert "Clinic  (document)" in shown
    assert "high  (person)" in shown
    assert "2 pages, 2 sections, 2 chunks" in shown


def test_outline_gives_headings_with_their_pages(invoke: Invoke, library: Library) -> None:
    assert invoke("show", "Clinic", "--outline").stdout.splitlines() == ["Shock  p. 1", "Air  p. 2"]


def test_page_is_printed_as_it_is_stored(invoke: Invoke, library: Library) -> None:
    assert invoke("show", CLINIC.handbook.id, "--page", 2).stdout == "Oxygen 15 L/min.\n"


def test_page_or_handbook_that_is_not_there_is_an_error(invoke: Invoke, library: Library) -> None:
    with pytest.raises(StoreError, match="Clinic has no page 3") as missed:
        invoke("show", "Clinic", "--page", 3)
    assert missed.value.hint == "it has 2 pages"
    with pytest.raises(HandbookNotFoundError):
        invoke("show", "Nowhere")


def test_outline_or_page_but_not_both(invoke: Invoke, library: Library) -> None:
    refused = invoke("show", "Clinic", "--outline", "--page", 1)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--outline and --page" in refused.stderr


def test_a_handbook_without_an_authority_says_how_it_gets_one(invoke: Invoke, library: Library) -> None:
    assert "authority    not ranked; `edgerag edit --authority` ranks it\n" in invoke("show", "Clinic").stdout


def test_some_pages_are_printed_as_text_or_as_html(invoke: Invoke, library: Library) -> None:
    text = invoke("show", "Clinic", "--pages", "1-2").stdout
    assert text == "Adrenaline 0.5 mg IM.\nOxygen 15 L/min.\n"
    html = invoke("show", "Clinic", "--pages", "1-2", "--html").stdout
    assert html.startswith("<!doctype html>")
    assert "Oxygen 15 L/min." in html
    one = invoke("show", "Clinic", "--page", 2, "--html").stdout
    assert one == invoke("show", "Clinic", "--pages", "2", "--html").stdout
    assert "Adrenaline" not in one


def test_a_readers_note_stands_before_the_text_of_its_page_as_a_readers(
    invoke: Invoke, library: Library
) -> None:
    invoke("notes", "add", "Clinic", "--page", 2, "Ours is <b>10 L</b>")
    text = invoke("show", "Clinic", "--pages", "1-2").stdout
    assert text == ("Adrenaline 0.5 mg IM.\nReader's note (page 2): Ours is <b>10 L</b>\nOxygen 15 L/min.\n")
    html = invoke("show", "Clinic", "--page", 2, "--html").stdout
    assert '<p class="reader">Reader&#x27;s note (page 2): Ours is &lt;b&gt;10 L&lt;/b&gt;</p>' in html


@pytest.mark.parametrize("pages", ["2-1", "x", "1-", "-2", "1-2-3"])
def test_pages_that_are_none_are_refused(invoke: Invoke, library: Library, pages: str) -> None:
    refused = invoke("show", "Clinic", f"--pages={pages}")
    assert (refused.exit_code, refused.stdout) == (2, "")


def test_pages_that_the_handbook_lacks_and_html_of_no_page_are_refused(
    invoke: Invoke, library: Library
) -> None:
    with pytest.raises(StoreError, match="Clinic has no page 9"):
        invoke("show", "Clinic", "--pages", "2-9")
    assert invoke("show", "Clinic", "--html").exit_code == 2


def test_a_page_without_text_says_why_instead_of_printing_nothing(invoke: Invoke) -> None:
    pictured = "page 2 has no text layer (pictures only)"
    parsed = make_handbook("Atlas", ["Adrenaline 0.5 mg IM.", "", ""])
    with Library.open(paths.library_file()) as library:
        parsed = replace(parsed, handbook=replace(parsed.handbook, problems=(pictured,)))
        library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
    shown = invoke("show", "Atlas", "--page", 2)
    assert (shown.stdout, shown.stderr) == ("", f"page 2 has no text: {pictured}\n")
    several = invoke("show", "Atlas", "--pages", "1-3")
    assert several.stdout == "Adrenaline 0.5 mg IM.\n"
    assert "page 3 has no text: it may be a picture; open the original" in several.stderr
    assert pictured in invoke("show", "Atlas", "--page", 2, "--html").stderr
