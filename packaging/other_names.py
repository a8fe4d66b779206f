"""Makes `edgerag/language/data/wordnet.txt` of WordNet: other names of illnesses, medicines and poisons.

    python packaging/other_names.py /usr/share/wordnet

The folder is Debian's package `wordnet-base`, or `dict` of Princeton's WordNet 3.0. Of the nouns below
`KINDS` and not below `LEFT_OUT`, each set with several names makes a line: the first name, which WordNet
takes for the commonest, and those that mean nothing else.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from edgerag.language.spelling import spelling

TARGET: Final = Path(__file__).parents[1] / "edgerag" / "language" / "data" / "wordnet.txt"
_LICENCE: Final = Path(__file__).parent / "licences" / "WordNet.txt"

KINDS: Final = {
    "14061805": "illness",
    "14051917": "pathological state",
    "14052403": "disorder",
    "14204950": "pathology",
    "14299637": "symptom",
    "14285662": "injury",
    "14298815": "wound",
    "14380140": "mental illness",
    "14046202": "pregnancy",
    "03247620": "drug",
    "03096593": "contraceptive",
    "15089258": "vitamin",
    "14818238": "chemical compound",
    "15032376": "poison",
    "01922303": "worm",
    "02183857": "louse",
    "01779629": "mite",
}
"""WordNet's numbers of what a handbook speaks of, each with its name."""
LEFT_OUT: Final = {
    "07881800": "beverage",
    "03248958": "drug of abuse",
    "14276936": "plant disease",
    "14253124": "animal disease",
}
NAME: Final = re.compile(r"[A-Za-z][A-Za-z' -]+[a-z]")
"""No figures, no abbreviations: "C" is carbon and much else."""
_HEADER: Final = """\
Other names of illnesses, medicines and poisons: one thing a line, what it is commonly called first.
Made of WordNet 3.0 by `packaging/other_names.py`. Its licence:
"""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A set of names that mean one thing."""

    names: tuple[str, ...]
    above: tuple[str, ...]
    """The numbers of what this is a kind of."""


def main(folder: Path) -> None:
    """Write the file."""
    names = other_names(dict(read(folder / "data.noun")))
    write(TARGET, _HEADER, {" | ".join(line) for line in names})


def write(target: Path, header: str, lines: Iterable[str]) -> None:
    """Write lines in their order under a header and WordNet's licence."""
    head = f"{header}\n{_LICENCE.read_text(encoding='utf-8')}".splitlines()
    content = [*(f"# {line}".rstrip() for line in head), *sorted(lines)]
    target.write_text("\n".join(content) + "\n", encoding="utf-8")


def read(path: Path) -> Iterator[tuple[str, Meaning]]:
    """Read WordNet's nouns by their numbers; the format is that of its manual page wndb(5WN)."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            continue  # the licence
        fields = line.partition(" | ")[0].split()
        n_names = int(fields[3], 16)
        names = tuple(name.replace("_", " ") for name in fields[4 : 4 + 2 * n_names : 2])
        pointers = fields[5 + 2 * n_names :]
        above = tuple(
            number
            for sign, number, part in zip(pointers[::4], pointers[1::4], pointers[2::4], strict=False)
            if part == "n" and sign.startswith("@")
        )
        yield fields[0], Meaning(names, above)


def other_names(meanings: Mapping[str, Meaning]) -> Iterator[tuple[str, ...]]:
    """Give the names of each thing of these kinds that has several."""
    below = kinds_of(meanings)
    n_meanings: defaultdict[str, int] = defaultdict(int)
    for meaning in meanings.values():
        for name in {name.lower() for name in meaning.names}:
            n_meanings[name] += 1
    for number in sorted(all_below(KINDS, below) - all_below(LEFT_OUT, below)):
        first, *others = meanings[number].names
        spelt: dict[tuple[str, ...], str] = {}
        for name in (first, *(name for name in others if n_meanings[name.lower()] == 1)):
            if NAME.fullmatch(name):
                spelt.setdefault(_folded(name), name)
        if len(spelt) > 1 and first in spelt.values():
            yield tuple(spelt.values())


def _folded(name: str) -> tuple[str, ...]:
    """Give the form of all spellings of a name."""
    return tuple(map(spelling, re.split(r"[ -]", name)))


def kinds_of(meanings: Mapping[str, Meaning]) -> Mapping[str, list[str]]:
    """Give the numbers of all that is directly a kind of each thing."""
    below: defaultdict[str, list[str]] = defaultdict(list)
    for number, meaning in meanings.items():
        for kind in meaning.above:
            below[kind].append(number)
    return below


def all_below(kinds: Iterable[str], below: Mapping[str, list[str]]) -> set[str]:
    """Give the numbers of all that is of some of these kinds."""
    found: set[str] = set()
    waiting = list(kinds)
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting += below.get(number, [])
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]))
