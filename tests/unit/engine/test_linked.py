from __future__ import annotations

import json
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest
from pyld import jsonld

from edgerag.engine.linked import linked
from edgerag.errors import Cancelled
from edgerag.extract.extract import extract
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

TEXT = "Give adrenaline 0.5 mg IM for anaphylaxis. Ibuprofen is contraindicated in dengue."
CLINIC = make_handbook("Clinic", [TEXT], headings=["Shock"])
SCHEMA, PROV = "https://schema.org/", "http://www.w3.org/ns/prov#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


@pytest.fixture
def held(library: Library) -> Library:
    """A library with one handbook, which was read for entities."""
    library.add(CLINIC, make_vectors(len(CLINIC.chunks)), EMBEDDER)
    library.replace_entities(CLINIC.handbook.id, extract(TEXT, CLINIC.sections, CLINIC.chunks, ()))
    return library


def written(library: Library) -> Any:
    return json.loads(b"".join(linked(library, lambda n, of: None, Event())))


def triples(library: Library) -> Iterator[tuple[str, str, str]]:
    """Read the document as any JSON-LD processor does, which fetches nothing here."""
    for quad in jsonld.to_rdf(written(library), {"documentLoader": refuse})["@default"]:
        yield quad["subject"]["value"], quad["predicate"]["value"], quad["object"]["value"]


def refuse(url: str, options: object) -> None:
    raise AssertionError(f"{url} was fetched")


def of(library: Library, kind: str) -> dict[str, dict[str, set[str]]]:
    """Give the nodes of a type, each with its properties."""
    nodes: dict[str, dict[str, set[str]]] = {}
    for subject, predicate, thing in triples(library):
        nodes.setdefault(subject, {}).setdefault(predicate, set()).add(thing)
    return {name: node for name, node in nodes.items() if kind in node.get(f"{RDF}type", ())}


def test_every_name_of_the_document_is_an_iri_that_a_processor_keeps(held: Library) -> None:
    (expanded,) = [jsonld.expand(written(held), {"documentLoader": refuse})]

    def names(node: object) -> Iterator[str]:
        match node:
            case dict():
                yield from (key for key in node if not key.startswith("@"))
                yield from (name for value in node.values() for name in names(value))
            case list():
                yield from (name for value in node for name in names(value))
            case _:
                pass

    assert len(expanded) == len(written(held)["@graph"])
    assert all(":" in name for name in names(expanded))
    lost = set(written(held)["@context"]) - {"@version", "@vocab", "prov", "rdf", "edgerag"}
    assert {"about", "quotedFrom", "place"} <= lost


def test_a_claim_is_quoted_word_for_word_with_what_it_names_and_where_it_stands(held: Library) -> None:
    book = f"urn:sha256:{CLINIC.handbook.sha256}"
    (claim,) = [node for node in of(held, f"{SCHEMA}Claim").values() if f"{SCHEMA}additionalProperty" in node]
    assert claim[f"{SCHEMA}text"] == {"Give adrenaline 0.5 mg IM for anaphylaxis."}
    assert claim[f"{PROV}wasQuotedFrom"] == {book}
    assert book in of(held, f"{SCHEMA}Book")
    assert {"urn:edgerag:entity:drug:adrenaline", "urn:edgerag:entity:disease:anaphylaxis"} <= claim[
        f"{SCHEMA}about"
    ]
    assert of(held, f"{SCHEMA}Drug")["urn:edgerag:entity:drug:adrenaline"][f"{SCHEMA}name"] == {"adrenaline"}
    (place,) = (of(held, f"{SCHEMA}Chapter")[one] for one in claim[f"{PROV}atLocation"])
    assert (place[f"{SCHEMA}name"], place[f"{SCHEMA}pagination"]) == ({"Shock"}, {"1"})
    values = [of(held, f"{SCHEMA}PropertyValue")[one] for one in claim[f"{SCHEMA}additionalProperty"]]
    assert {"0.5 mg"} in [value[f"{SCHEMA}description"] for value in values]


def test_a_denied_relation_has_a_predicate_of_its_own(held: Library) -> None:
    said = of(held, f"{RDF}Statement").values()
    told = {
        (one[f"{RDF}predicate"].pop(), one[f"{RDF}object"].pop())
        for one in said
        if "urn:edgerag:entity:drug:ibuprofen" in one[f"{RDF}subject"]
    }
    assert ("urn:edgerag:relation:treats:denied", "urn:edgerag:entity:disease:dengue") in told
    assert ("urn:edgerag:relation:treats", "urn:edgerag:entity:disease:dengue") not in told


def test_nothing_of_this_machine_or_of_questions_is_in_it(held: Library) -> None:
    held.keep_report("Where does zyxwvut hurt?", b"{}", [])
    text = json.dumps(written(held))
    assert "zyxwvut" not in text
    assert CLINIC.handbook.source_path not in text or not CLINIC.handbook.source_path


def test_the_same_library_gives_the_same_bytes(held: Library) -> None:
    assert written(held) == written(held)


def test_it_can_be_stopped(held: Library) -> None:
    stop = Event()
    stop.set()
    with pytest.raises(Cancelled):
        list(linked(held, lambda n, of: None, stop))


def test_an_empty_library_is_a_document_too(library: Library) -> None:
    assert len(written(library)["@graph"]) == 1
