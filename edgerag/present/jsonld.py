"""What a library states as JSON-LD 1.1, for programs that link it with other data.

    handbook   schema:Book          its metadata; named by the SHA-256 of its file
    entity     schema:Drug ...      with all its names; named by type and canonical name
    claim      schema:Claim         a statement word for word, the amounts in it, and what it names
    amount     schema:PropertyValue its words, and numbers (value, or minValue and maxValue) with unitText
    relation   schema:Claim, rdf:Statement   what a statement says of two entities

Claims and relations have their provenance in PROV terms: the handbook that they are quoted from, section and
page, and the program that read them. A denied relation has a predicate of its own, so that nobody who
overlooks a flag reads "must not be given" as "treats". The context is written out: nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final
from urllib.parse import quote

from edgerag import __version__
from edgerag.domain.entities import Entity, EntityId, EntityType, Relation
from edgerag.domain.handbooks import Handbook
from edgerag.domain.pages import PageSpan
from edgerag.language.claims import Claim
from edgerag.language.values import Value
from edgerag.present.jsonld_units import measured

Node = dict[str, Any]

PROGRAM: Final = f"urn:edgerag:program:{__version__}"
CONTEXT: Final[Node] = {
    "@version": 1.1,
    "@vocab": "https://schema.org/",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "edgerag": "urn:edgerag:",
    "about": {"@type": "@id"},
    "quotedFrom": {"@id": "prov:wasQuotedFrom", "@type": "@id"},
    "readBy": {"@id": "prov:wasAttributedTo", "@type": "@id"},
    "place": {"@id": "prov:atLocation"},
    "subject": {"@id": "rdf:subject", "@type": "@id"},
    "predicate": {"@id": "rdf:predicate", "@type": "@id"},
    "object": {"@id": "rdf:object", "@type": "@id"},
    "sha256": {"@id": "edgerag:sha256"},
    "confidence": {"@id": "edgerag:confidence"},
    "advises": {"@id": "edgerag:advises"},
}
_TYPES: Final = {
    EntityType.BODY: "AnatomicalStructure",
    EntityType.GENE: "Gene",
    EntityType.SYMPTOM: "MedicalSignOrSymptom",
    EntityType.INSTRUMENT: "MedicalDevice",
    EntityType.EXAMINATION: "MedicalTest",
    EntityType.CHEMICAL: "ChemicalSubstance",
    EntityType.DISEASE: "MedicalCondition",
    EntityType.DRUG: "Drug",
    EntityType.SUPPLEMENT: "DietarySupplement",
    EntityType.TREATMENT: "MedicalTherapy",
}


def program_node() -> Node:
    """Describe the program that read the handbooks."""
    return {"@id": PROGRAM, "@type": ["prov:SoftwareAgent", "SoftwareApplication"], "name": "edgerag",
            "softwareVersion": __version__}  # fmt: skip


def handbook_node(book: Handbook) -> Node:
    """Describe a handbook; what is not known of it is left out, and so is where its file lay."""
    known = book.metadata
    institution = known.institution.value
    stated = {
        "name": book.title or book.file_name,
        "datePublished": book.edition,
        "publisher": {"@type": "Organization", "name": institution} if institution else "",
        "inLanguage": known.language.value,
        "sha256": book.sha256,
    }
    return {"@id": _book(book), "@type": ["Book", "prov:Entity"]} | {k: v for k, v in stated.items() if v}


def entity_node(entity: Entity) -> Node:
    """Describe an entity."""
    node: Node = {"@id": _entity(entity.id), "@type": _TYPES[entity.type], "name": entity.name}
    return node | ({"alternateName": list(entity.names)} if entity.names else {})


def claim_node(
    book: Handbook,
    claim: Claim,
    text: str,
    about: Iterable[EntityId],
    section: str,
    spans: Sequence[PageSpan],
) -> Node:
    """Describe a claim.

    Args:
        book: that states it.
        claim: with offsets into `text`.
        text: the handbook text.
        about: the entities that the statement names.
        section: headings from the top down.
        spans: its pages.
    """
    node = _quoted("claim", book, claim.start, claim.end, text, section, spans)
    node |= {"@type": ["Claim", "prov:Entity"], "advises": claim.polarity.value}
    if named := sorted({_entity(entity) for entity in about}):
        node["about"] = named
    if claim.values:
        node["additionalProperty"] = [_value(value, text) for value in claim.values]
    return node


def relation_node(
    book: Handbook, relation: Relation, text: str, section: str, spans: Sequence[PageSpan]
) -> Node:
    """Describe what a statement says of two entities; the arguments are as for `claim_node`."""
    node = _quoted("relation", book, relation.start, relation.end, text, section, spans)
    source, target = _entity(relation.source), _entity(relation.target)
    kind = relation.type.value.replace(" ", "-") + ":denied" * relation.is_denied
    return node | {
        "@id": f"{node['@id']}:{kind}:{source}:{target}",
        "@type": ["Claim", "rdf:Statement", "prov:Entity"],
        "subject": source,
        "predicate": f"urn:edgerag:relation:{kind}",
        "object": target,
        "confidence": relation.confidence,
    }


def _quoted(
    what: str, book: Handbook, start: int, end: int, text: str, section: str, spans: Sequence[PageSpan]
) -> Node:
    """Give words, handbook and place of a statement."""
    place: Node = {"@type": ["prov:Location", "Chapter"]}
    if section:
        place["name"] = section
    if spans:
        pages = dict.fromkeys(span.page.label or str(span.page.number or span.page.ordinal) for span in spans)
        place["pagination"] = "-".join(dict.fromkeys((next(iter(pages)), [*pages][-1])))
    return {
        "@id": f"{_book(book)}:{what}:{start}-{end}",
        "text": text[start:end],
        "quotedFrom": _book(book),
        "readBy": PROGRAM,
        "place": place,
    }


def _value(value: Value, text: str) -> Node:
    """Describe an amount as schema.org does: as it is written, and in numbers of one unit."""
    written = value.text or text[value.start : value.end]
    amount = measured(value.unit, (value.interval.low, value.interval.high), written)
    low, high = amount.ends
    ends = {"value": low} if value.interval.is_point else {"minValue": low, "maxValue": high}
    name = f"{value.kind.value}, {amount.role}" if amount.role else value.kind.value
    unit = {"unitText": amount.unit} if amount.unit else {}
    known = {name: end for name, end in ends.items() if end is not None}
    return {"@type": "PropertyValue", "name": name, "description": written, **unit, **known}


def _book(book: Handbook) -> str:
    return f"urn:sha256:{book.sha256}"


def _entity(entity: EntityId) -> str:
    return f"urn:edgerag:entity:{quote(entity, safe=':')}"
