"""Names recognised in questions and handbooks: of drugs, people, conditions, what is measured and done.

The words are in `data/names.toml`. Drugs that are not listed are recognised by the stems that
international nonproprietary names end in ("-cillin", "-azole"), so that an unlisted drug is still
seen as a drug and two of them are still seen as different.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal

import msgspec

from edgerag.language.text import lowered


@dataclass(frozen=True, slots=True)
class Mention:
    """A name that was recognised, and where."""

    name: str
    """The canonical name."""
    start: int
    end: int


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    drugs: dict[str, list[str]]
    classes: dict[str, list[str]]
    combinations: dict[str, list[str]]
    interchangeable: dict[str, list[str]]
    routes: dict[str, list[str]]
    populations: dict[str, list[str]]
    exclusive: dict[str, list[str]]
    analytes: dict[str, list[str]]
    conditions: dict[str, list[str]]
    actions: dict[str, list[str]]
    function_words: dict[str, list[str]]


_DRUG_STEM: Final = re.compile(
    r"(?<![\w-])[a-z-]{3,}(?:cillin|mycin|micin|floxacin|oxacin|azole|nazole|prazole|cycline|vudine"
    r"|tegravir|navir"
    r"|ciclovir|buvir|pril|sartan|olol|statin|dipine|thiazide|zepam|zolam|caine|metasone|solone|gliptin"
    r"|gliflozin"
    r"|parin|triptan|setron|zumab|ximab|tinib|oxetine|triptyline|barbital|profen|terol|tropium|semide|quine"
    r"|artemisinin|bendazole|vastatin|tidine)(?![a-z])"
)

_NO_DRUG: Final = re.compile(
    r"\W{1,2}(?:deficien\w+|channel|levels?|resistan\w+|allerg\w+|toxicity|poisoning|overdose"
    r"|intolerance|tolerance|intake|meter|test|strips?|monitoring|finger)"
)
"""After these a drug's name names a state or another drug: "iron deficiency", "calcium channel blocker"."""


_OVERDOSE: Final = re.compile(r"\W{1,2}(?:overdos\w+|poison\w+|toxicity)")
_IN_BODY: Final = re.compile(r"\b(?:blood|plasma|serum|urine|fasting|random|if|low|high|raised)\s+$")
"""Before a drug's name these make it a thing that is measured: "blood glucose"."""


@cache
def _tables() -> _Tables:
    source = files("edgerag.language").joinpath("data/names.toml")
    return msgspec.toml.decode(source.read_bytes(), type=_Tables)


class _Names:
    """Finds a family of names; one in capitals is matched in capitals only, others in any case."""

    def __init__(self, names: dict[str, list[str]]) -> None:
        self._folded: dict[str, str] = {}
        self._exact: dict[str, str] = {}
        for canonical, others in names.items():
            for name in (canonical, *others):
                is_exact = any(char.isupper() for char in name)
                (self._exact if is_exact else self._folded)[name] = canonical
        self._folded_pattern = _pattern(self._folded)
        self._exact_pattern = _pattern(self._exact)

    def find(self, folded_text: str, text: str) -> list[Mention]:
        """Give non-overlapping mentions in the order of the text, the longest name first."""
        found = [
            Mention(self._folded[_one_space(match[0])], match.start(), match.end())
            for match in self._folded_pattern.finditer(folded_text)
        ]
        found += [
            Mention(self._exact[_one_space(match[0])], match.start(), match.end())
            for match in self._exact_pattern.finditer(text)
        ]
        return without_overlaps(found)


def without_overlaps(mentions: list[Mention]) -> list[Mention]:
    """Keep the longest of mentions that overlap, in the order of the text."""
    kept: list[Mention] = []
    for mention in sorted(mentions, key=lambda m: (m.start, -m.end, m.name)):
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return kept


def drugs(folded_text: str, text: str) -> list[Mention]:
    """Find drugs; a combination such as "TLD" gives one mention per drug, at the same place."""
    found: list[Mention] = []
    for mention in _drug_names().find(folded_text, text):
        parts = _tables().combinations.get(mention.name, [mention.name])
        found += [Mention(part, mention.start, mention.end) for part in parts]
    taken = [(mention.start, mention.end) for mention in found]
    for match in _DRUG_STEM.finditer(folded_text):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            found.append(Mention(match[0], match.start(), match.end()))
    meant = [
        mention
        for mention in found
        if not _NO_DRUG.match(folded_text, mention.end) and not _IN_BODY.search(folded_text, 0, mention.start)
    ]
    return sorted(meant, key=lambda m: (m.start, m.name))


def poisons(folded_text: str, text: str) -> list[Mention]:
    """Find drugs that are named as taken in excess: "a paracetamol overdose"."""
    named = _drug_names().find(folded_text, text)
    return [mention for mention in named if _OVERDOSE.match(folded_text, mention.end)]


@cache
def spellings(drug: str) -> frozenset[str]:
    """Give every name that a drug goes by, among them the combinations that hold it."""
    tables = _tables()
    combinations = (name for name, parts in tables.combinations.items() if drug in parts)
    return frozenset({drug, *tables.drugs.get(drug, ()), *combinations})


def drug_classes(text: str) -> dict[str, frozenset[str]]:
    """Give the classes of drugs that a text names, each with its members and other names."""
    return {
        name: frozenset({name, *members})
        for name, members in _tables().classes.items()
        if re.search(rf"(?<![A-Za-z0-9])(?i:{name})s?(?![A-Za-z0-9])", text)
    }


def conditions() -> dict[str, list[str]]:
    """Give each condition with the words for it; "*" at a word's end stands for any ending."""
    return _tables().conditions


def routes(folded_text: str, text: str) -> list[Mention]:
    """Find routes of administration."""
    return _finder("routes").find(folded_text, text)


_LEFT_OUT: Final = re.compile(r"\b(?:not|non|without)\W*$")


def populations(folded_text: str, text: str) -> list[Mention]:
    """Find whom a text speaks about: "adult", "pregnant", "symptomatic"; not whom it leaves out."""
    found = _finder("populations").find(folded_text, text)
    return [mention for mention in found if not _is_left_out(mention, folded_text)]


def left_out(folded_text: str, text: str) -> frozenset[str]:
    """Name the people whom a text leaves out: "a woman who is not pregnant", "non-pregnant"."""
    found = _finder("populations").find(folded_text, text)
    return frozenset(mention.name for mention in found if _is_left_out(mention, folded_text))


def _is_left_out(mention: Mention, folded_text: str) -> bool:
    return _LEFT_OUT.search(folded_text, max(0, mention.start - 12), mention.start) is not None


def names_of_people(text: str) -> frozenset[str]:
    """Name the people that a text speaks about."""
    return frozenset(mention.name for mention in populations(lowered(text), text))


def analytes(folded_text: str, text: str) -> list[Mention]:
    """Find what a threshold can be set on: "cd4", "systolic"."""
    return _finder("analytes").find(folded_text, text)


def is_analyte(name: str) -> bool:
    """Whether this is the canonical name of something that a threshold can be set on."""
    return name in _tables().analytes


@cache
def exclusive(first: frozenset[str], second: frozenset[str]) -> bool:
    """Whether nobody, or nobody that a guideline means, belongs to both of two sets of populations.

    Each group of the lexicon is one respect in which people differ, such as age: it is enough that
    both sets say something in that respect, and nothing in common.
    """
    for group in _tables().exclusive.values():
        of_first, of_second = first.intersection(group), second.intersection(group)
        if of_first and of_second and not of_first & of_second:
            return True
    return False


@cache
def choice(drug: str) -> str:
    """Name the choice that a drug stands for: lamivudine and emtricitabine are one."""
    for name, members in _tables().interchangeable.items():
        if drug in members:
            return name
    return drug


@cache
def action(word: str) -> str:
    """Name the deed that a word stands for: "suture" and "stitch" are "close"."""
    return _action_words().get(stem(word), stem(word))


def is_stop_word(word: str) -> bool:
    """Whether a word says nothing about a subject."""
    return word in _function_words("stop")


def is_asking_word(term: str) -> bool:
    """Whether a term only says how a question is asked: "dose", "first", "month"."""
    return term in _asking_terms()


def n_function_words(words: Sequence[str], language: Literal["english", "foreign"]) -> int:
    """Count the words that only such a language uses often."""
    return sum(word in _function_words(language) for word in words)


@cache
def _function_words(group: str) -> frozenset[str]:
    return frozenset(_tables().function_words[group])


@cache
def _asking_terms() -> frozenset[str]:
    return frozenset(action(word) for word in _function_words("asking"))


@cache
def stem(word: str) -> str:
    """Cut the commonest English endings, so that "applying" and "applied" meet."""
    for ending, rest in (
        ("ies", "y"),
        ("ied", "y"),
        ("ying", "y"),
        ("ing", ""),
        ("ed", ""),
        ("es", ""),
        ("s", ""),
    ):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return (word[: -len(ending)] + rest).rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word


@cache
def _action_words() -> dict[str, str]:
    table = _tables().actions
    return {stem(word): name for name, words in table.items() for word in (name, *words)}


@cache
def _drug_names() -> _Names:
    tables = _tables()
    return _Names({**tables.drugs, **{name: [] for name in tables.combinations}})


@cache
def _finder(family: str) -> _Names:
    tables = _tables()
    match family:
        case "routes":
            return _Names(tables.routes)
        case "populations":
            return _Names(tables.populations)
        case _:
            return _Names(tables.analytes)


def _pattern(names: dict[str, str]) -> re.Pattern[str]:
    ordered = sorted(names, key=lambda name: (-len(name), name))
    parts = "|".join(re.escape(name).replace(r"\ ", r"[ \n]+") for name in ordered)
    # A digit after a name is a footnote: "ceftriaxone1 250 mg".
    return re.compile(
        rf"(?<![A-Za-z0-9])(?:{parts})(?:(?![A-Za-z0-9])|(?<=[A-Za-z]{{5}})(?=\d(?!\d)))"
        if parts
        else r"(?!)"
    )


def _one_space(written: str) -> str:
    return re.sub(r"\s+", " ", written)
