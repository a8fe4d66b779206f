from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from edgerag import paths
from edgerag.cli.differences import SHOWN
from edgerag.domain.entities import EntityType, RelationType
from edgerag.errors import EdgeRagError, StoreError
from edgerag.index.sync import Indexes
from edgerag.store.library import Library
from tests.graphs import make_entity, make_extracted
from tests.synthetic import EMBEDDER, make_handbook
from tests.unit.cli.conftest import Invoke


def shelve(**books: str) -> None:
    with Library.open(paths.library_file()) as library:
        for title, text in books.items():
            row = np.full((1, 16), 0.25, dtype=np.float32)
            library.add(make_handbook(title, [text], headings=["Anaphylaxis"]), row, EMBEDDER)


@pytest.fixture
def two() -> None:
    shelve(Harbour="Give adrenaline 0.5 mg IM at once.", Quarry="Give adrenaline 1 mg IM at once.")


@pytest.mark.usefixtures("two")
def test_both_quotations_are_shown_with_their_pages(invoke: Invoke) -> None:
    shown = invoke("differences").stdout
    assert "1. adrenaline for anaphylaxis: dose" in shown
    assert "Harbour, p. 1, Anaphylaxis" in shown
    assert "Give adrenaline 1 mg IM at once." in shown
    assert "2 handbooks, 2 statements compared." in shown


def test_a_difference_in_doubt_is_shown_to_whom_asks_about_it(invoke: Invoke) -> None:
    both = "Give adrenaline 0.5 mg IM at once.\n\nGive adrenaline 1 mg IM at once."
    shelve(Harbour="Give adrenaline 0.5 mg IM at once.", Quarry=both)
    assert "No difference was found" in invoke("differences").stdout
    assert "Give adrenaline 1 mg IM at once." in invoke("differences", "--about", "anaphylaxis").stdout


@pytest.mark.usefixtures("two")
def test_forms_for_programs_hold_the_same(invoke: Invoke, tmp_path: Path) -> None:
    (group,) = json.loads(invoke("differences", "--json").stdout)["groups"]
    assert group["subject"] == "adrenaline"
    assert "Give adrenaline 1 mg" in invoke("differences", "--csv").stdout
    page = tmp_path / "map.html"
    invoke("differences", "--html", page)
    assert "<mark>1 mg</mark>" in page.read_text("utf-8")


@pytest.mark.usefixtures("two")
def test_groups_without_a_difference_are_counted_and_all_lists_them(invoke: Invoke) -> None:
    shelve(Meadow="Give adrenaline 1 mg IM at once for 3 days.")
    assert "1 only in one handbook" in invoke("differences").stdout
    listed = invoke("differences", "--all").stdout
    assert "adrenaline for anaphylaxis: duration" in listed
    groups = json.loads(invoke("differences", "--all", "--json").stdout)["groups"]
    (alone,) = [group for group in groups if group["relation"] == "only in one handbook"]
    assert (alone["illness"], len(alone["stated"]), len(alone["silent"])) == ("anaphylaxis", 1, 2)


@pytest.mark.usefixtures("two")
def test_handbooks_of_two_works_have_no_changes(invoke: Invoke) -> None:
    with pytest.raises(StoreError, match="editions of one work"):
        invoke("differences", "--changed")


def test_editions_show_what_changed_and_what_was_dropped(invoke: Invoke) -> None:
    shelve(
        **{
            "ART guide 2013": "Give adrenaline 0.5 mg IM at once for 3 days.",
            "ART guide 2015": "Give adrenaline 1 mg IM at once.",
        }
    )
    for year in ("2013", "2015"):
        invoke("edit", f"ART guide {year}", "--edition", year)
    shown = invoke("differences", "--changed").stdout
    assert "adrenaline for anaphylaxis: duration  dropped" in shown
    assert shown.index("0.5 mg") < shown.index("1 mg")
    assert "1 differing, 1 dropped" in shown


@pytest.mark.usefixtures("two")
def test_what_nobody_differs_about_is_said(invoke: Invoke) -> None:
    assert "No difference was found about 'gout'." in invoke("differences", "--about", "gout").stdout


def test_a_page_about_an_entity_has_its_picture(invoke: Invoke, tmp_path: Path) -> None:
    parsed = make_handbook("Harbour", ["Give quinine 600 mg for malaria."], headings=["Malaria"])
    quinine = make_entity("quinine", kind=EntityType.DRUG)
    with Library.open(paths.library_file()) as library:
        said = make_extracted(parsed, [("quinine", RelationType.TREATS, "malaria")], [quinine])
        library.add(parsed, np.full((1, 16), 0.25, dtype=np.float32), EMBEDDER, said)
    shelve(Quarry="Give adrenaline 1 mg IM at once.")
    page = tmp_path / "map.html"
    invoke("differences", "--about", "malaria", "--html", page)
    assert "<title>What the handbooks relate to malaria</title>" in page.read_text("utf-8")
    invoke("differences", "--html", page)
    assert "<svg" not in page.read_text("utf-8")


@pytest.mark.usefixtures("two")
def test_a_kind_that_is_none_is_refused_with_those_there_are(invoke: Invoke) -> None:
    refused = invoke("differences", "--kind", "colour")
    assert refused.exit_code == 2
    assert "dose" in refused.stderr
    assert "adrenaline" in invoke("differences", "--kind", "dose, duration").stdout


@pytest.mark.usefixtures("two")
def test_a_file_that_cannot_be_written_is_an_error(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "nowhere").write_bytes(b"no folder")
    with pytest.raises(EdgeRagError, match=r"exists|not a directory"):
        invoke("differences", "--html", str(tmp_path / "nowhere" / "map.html"))


@pytest.mark.usefixtures("two")
def test_a_handbook_is_not_replaced_by_a_page(invoke: Invoke, tmp_path: Path) -> None:
    handbook = tmp_path / "north.md"
    handbook.write_text("# North")
    with pytest.raises(EdgeRagError, match="is there already and is no report"):
        invoke("differences", "--html", str(handbook))
    assert handbook.read_text() == "# North"


def test_one_handbook_is_too_few(invoke: Invoke) -> None:
    with pytest.raises(StoreError, match="no handbooks"):
        invoke("differences")
    shelve(Harbour="Give adrenaline 0.5 mg IM at once.")
    with pytest.raises(StoreError, match="only one handbook: Harbour"):
        invoke("differences")


def test_who_asks_about_something_sees_all_that_differ_and_not_what_is_undisputed(invoke: Invoke) -> None:
    drugs = [
        "quinine",
        "ampicillin",
        "gentamicin",
        "paracetamol",
        "ibuprofen",
        "morphine",
        "diazepam",
        "phenytoin",
        "furosemide",
        "digoxin",
        "prednisolone",
        "atropine",
        "heparin",
        "insulin",
        "metronidazole",
        "doxycycline",
        "ceftriaxone",
        "amoxicillin",
        "cloxacillin",
        "ciprofloxacin",
        "fluconazole",
        "albendazole",
    ]
    shelve(
        **{
            title: "\n\n".join(f"Give {drug} {dose} mg IV at once." for drug in drugs)
            for title, dose in (("Harbour", 100), ("Quarry", 400))
        },
        Meadow="Give adrenaline 1 mg IM for 3 days.",
    )
    shown = invoke("differences", "--about", "anaphylaxis").stdout
    assert f"{len(drugs)}. " in shown
    assert "adrenaline" not in shown
    assert "All differences are shown; --all also shows what is not disputed." in shown
    assert "adrenaline" in invoke("differences", "--about", "anaphylaxis", "--all").stdout
    assert f"{SHOWN + 1}. " not in invoke("differences").stdout


@pytest.mark.usefixtures("two")
def test_what_no_statement_speaks_of_is_no_agreement_and_a_misspelt_word_is_asked_about(
    invoke: Invoke,
) -> None:
    with Library.open(paths.library_file()) as library:
        Indexes.open(library, paths.lexical_folder())
    told = "No statement of the 2 handbooks speaks of 'snake bite'.\n"
    assert told in invoke("differences", "--about", "snake bite").stdout
    misspelt = "No statement of the 2 handbooks speaks of 'adrenlaine'. Did you mean adrenaline?"
    assert misspelt in invoke("differences", "--about", "adrenlaine").stdout
    as_json = invoke("differences", "--about", "adrenlaine", "--json")
    assert json.loads(as_json.stdout) == {"schema": "edgerag.differences/1", "groups": []}
    assert misspelt in as_json.stderr


def test_what_only_one_handbook_speaks_of_is_not_said_to_be_nowhere(invoke: Invoke) -> None:
    shelve(Harbour="Give adrenaline 0.5 mg IM at once.", Quarry="The clinic opens at eight.")
    shown = invoke("differences", "--about", "adrenaline").stdout
    assert "No difference was found about 'adrenaline'." in shown
    assert "No statement" not in shown


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize("names", [["Harbour"], ["Harbour", "Harbour"]])
def test_one_handbook_named_of_several_asks_for_a_second_name(invoke: Invoke, names: list[str]) -> None:
    refused = invoke("differences", *(part for name in names for part in ("--handbook", name)))
    assert refused.exit_code == 2
    assert "only Harbour is named; a difference needs two: name another --handbook" in refused.stderr
