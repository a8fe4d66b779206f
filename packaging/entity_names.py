"""Makes `edgerag/language/data/wordnet_entities.txt` of WordNet: names of parts of the body, illnesses ...

    python packaging/entity_names.py /usr/share/wordnet

The folder is as for `other_names.py`. A name counts if it means nothing but what is of one type, and is no
verb, adjective or adverb either: "felon" is an illness of the finger and a criminal, so it is left out. A set
of names makes a line after its type.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from other_names import LEFT_OUT, NAME, Meaning, all_below, kinds_of, read, write

from edgerag.domain.entities import EntityType
from edgerag.language.entities import phrase_heads, type_of, whole
from edgerag.language.spelling import spelling

TARGET: Final = Path(__file__).parents[1] / "edgerag" / "language" / "data" / "wordnet_entities.txt"
KINDS: Final[dict[EntityType, dict[str, str]]] = {
    EntityType.DISEASE: {
        "14061805": "illness",
        "14051917": "pathological state",
        "14052403": "disorder",
        "14204950": "pathology",
        "14285662": "injury",
        "14211294": "lesion",
        "14380140": "mental illness",
        "14465048": "birth defect",
        "14336539": "inflammation",
    },
    EntityType.SYMPTOM: {"14299637": "symptom"},
    EntityType.BODY: {"05220461": "body part", "05263850": "body substance"},
    EntityType.DRUG: {"03740161": "medicine", "03247620": "drug"},
    EntityType.EXAMINATION: {
        "00177127": "diagnostic procedure",
        "05739043": "diagnostic test",
        "05740929": "biopsy",
    },
    EntityType.TREATMENT: {
        "01024392": "medical procedure",
        "00661091": "therapy",
        "00657604": "medical care",
    },
    EntityType.INSTRUMENT: {
        "03739693": "medical instrument",
        "02785648": "bandage",
        "04376876": "syringe",
        "02984469": "catheter",
    },
}
"""WordNet's numbers of what is above all that is of a type; of several types the last one counts."""
FEWEST_LETTERS: Final = 5
_OTHERS: Final = ("verb", "adj", "adv")
_HEADER: Final = """\
What parts of the body, illnesses, medicines, tests and deeds are called: a type and a thing's names a line.
Made of WordNet 3.0 by `packaging/entity_names.py`. Its licence:
"""


def main(folder: Path) -> None:
    """Write the file."""
    meanings = dict(read(folder / "data.noun"))
    others = {lemma for part in _OTHERS for lemma in lemmas(folder / f"index.{part}")}
    names = entity_names(meanings, others)
    write(TARGET, _HEADER, {" | ".join((kind, *line)) for kind, line in names})


def lemmas(path: Path) -> Iterator[str]:
    """Read the words of an index of WordNet."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            yield line.split()[0].replace("_", " ")


def entity_names(
    meanings: Mapping[str, Meaning], others: set[str]
) -> Iterator[tuple[EntityType, tuple[str, ...]]]:
    """Give the names of each thing that mean nothing else, after what the lexicon calls it."""
    types = types_of(meanings)
    of_name: defaultdict[str, set[EntityType | None]] = defaultdict(set)
    for number, meaning in meanings.items():
        for name in meaning.names:
            of_name[name.lower()].add(types.get(number))
    roots = {number for kinds in KINDS.values() for number in kinds}
    for number in sorted(types.keys() - roots):
        names = dict.fromkeys(name.lower() for name in meanings[number].names if NAME.fullmatch(name))
        clear = [name for name in names if of_name[name] == {types[number]} and _says_what(name, others)]
        known = next(filter(None, map(whole, clear)), None)
        new = [name for name in clear if whole(name) is None]
        if new and known:
            yield known.type, tuple(dict.fromkeys((known.name, *new)))
        elif new:
            # The word that a name turns on knows better what it is than WordNet: a syndrome is no symptom.
            yield type_of(new[0]) or types[number], tuple(new)


def _says_what(name: str, others: set[str]) -> bool:
    return name not in others and len(name) >= FEWEST_LETTERS and spelling(name) not in phrase_heads()


def types_of(meanings: Mapping[str, Meaning]) -> dict[str, EntityType]:
    """Say of which type each thing is, by what it is a kind of."""
    below = kinds_of(meanings)
    left_out = all_below(LEFT_OUT, below)
    return {
        number: kind for kind, roots in KINDS.items() for number in sorted(all_below(roots, below) - left_out)
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]))
