"""Names recognised in questions and handbooks: of drugs, people, conditions, what is measured and done.

All are listed in `data/` and found by one matcher. A drug is known by the beginning of its name too
(`clipped.py`), and one that nobody listed by the ending that the WHO reserves for its kind ("-floxacin",
"-conazole"), so that it is still seen as a drug and two of them as two. Only endings that no common English
word has are taken: "-pril" would make a drug of April.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final, Literal

from edgerag.language import lexicon
from edgerag.language.clipped import clipped, clips
from edgerag.language.cues import Cue
from edgerag.language.lexicon import others
from edgerag.language.matching import Matcher, find_by
from edgerag.language.spelling import spelling
from edgerag.language.text import lowered
from edgerag.language.words import stem


class Family(StrEnum):
    """What a name is the name of."""

    DRUG = "drug"
    DRUG_CLASS = "drug class"
    CONDITION = "condition"
    PEOPLE = "people"
    PROCEDURE = "procedure"
    TEST = "test"
    ROUTE = "route"
    ANALYTE = "analyte"


@dataclass(frozen=True, slots=True)
class Mention:
    """A name that was recognised, and where."""

    name: str
    """The canonical name."""
    start: int
    end: int


_RESERVED: Final = (
    "cillin", "floxacin", "conazole", "nidazole", "prazole", "vudine", "tegravir", "ciclovir", "buvir",
    "asvir", "sartan", "vastatin", "dipine", "thiazide", "zepam", "zolam", "metasone", "gliptin",
    "gliflozin", "glitazone", "sulfuron", "fibrate", "triptan", "setron", "zumab", "ximab", "tinib",
    "triptyline", "tropium", "bendazole", "artemisinin", "quidar", "xaban", "grelor",
)  # fmt: skip
"""Stems of international nonproprietary names ("The use of stems in the selection of INN", WHO)."""
_FEWEST_LETTERS: Final = 3
"""Before such an ending."""

_TEXTS_KEPT: Final = 1024
"""A question and its statements are searched for one family after another."""


@lru_cache(maxsize=_TEXTS_KEPT)
def find(text: str) -> Mapping[Family, tuple[Mention, ...]]:
    """Find all listed names; of one family the longest, without overlaps, in the order of the text.

    A word may name several conditions, and something in each of several families. A class that is only part
    of a drug's name, as in "measles vaccine", is not named, nor a drug in "low molecular weight heparin".
    """
    found: dict[Family, list[Mention]] = {family: [] for family in Family}
    for start, end, (family, name) in _matcher().find(text):
        found[family].append(Mention(name, start, end))
    longest = {family: tuple(longest_of(some)) if some else () for family, some in found.items()}
    taken = {mention.start for mention in found[Family.DRUG]}
    unlisted = [mention for mention in _unlisted(text) if mention.start not in taken]
    if unlisted:
        longest[Family.DRUG] = tuple(longest_of([*longest[Family.DRUG], *unlisted]))
    if longest[Family.DRUG_CLASS]:
        medicines = set(longest_of([*longest[Family.DRUG], *longest[Family.DRUG_CLASS]]))
        for family in (Family.DRUG, Family.DRUG_CLASS):
            longest[family] = tuple(m for m in longest[family] if m in medicines)
    return longest


def _unlisted(text: str) -> Iterator[Mention]:
    return (Mention(name, start, end) for start, end, name in find_by(_by_a_part, text))


def _by_a_part(word: str) -> str:
    """Give the medicine that a word begins the name of, or that its ending tells; empty for any other."""
    return clipped().get(spelling(word), "") or _by_ending(word)


@lru_cache(maxsize=1 << 16)
def _by_ending(word: str) -> str:
    """Give the name of the drug that a word must be, because no other word ends so; empty for any other."""
    low = word.lower()
    ending = next((one for one in _RESERVED if low.endswith(one)), "")
    is_name = ending and len(low) >= len(ending) + _FEWEST_LETTERS and low.isascii() and low.isalpha()
    return low if is_name else ""


@cache
def _matcher() -> Matcher[tuple[Family, str]]:
    matcher: Matcher[tuple[Family, str]] = Matcher()
    drugs_known = lexicon.medicines()
    tables: dict[Family, lexicon.Names] = {
        Family.DRUG: {**drugs_known.drugs, **{name: [] for name in drugs_known.combinations}},
        Family.DRUG_CLASS: drugs_known.classes,
        Family.PEOPLE: others().populations,
        Family.PROCEDURE: others().procedures,
        Family.TEST: others().tests,
        Family.ROUTE: others().routes,
        Family.ANALYTE: others().analytes,
    }
    for family, table in tables.items():
        for canonical, names in table.items():
            for name in (canonical, *names):
                # Codes of drugs have no plural: "the ABCs of care".
                matcher.add(name, (family, canonical), codes_have_plural=family is not Family.DRUG)
    for canonical, names in others().conditions.items():
        for word in names:
            matcher.add(word, (Family.CONDITION, canonical))
    return matcher


def longest_of(mentions: Iterable[Mention]) -> Iterator[Mention]:
    """Keep the longest of mentions that overlap, in the order of the text; all names of the same place."""
    kept: Mention | None = None
    for mention in sorted(set(mentions), key=lambda m: (m.start, -m.end, m.name)):
        if (
            kept is None
            or mention.start >= kept.end
            or (mention.start, mention.end) == (kept.start, kept.end)
        ):
            kept = mention
            yield mention


def drugs(folded_text: str, text: str) -> list[Mention]:
    """Find drugs; a combination such as "TLD" gives one mention per drug, at the same place."""
    named = find(text)[Family.DRUG]
    found = [Mention(part, m.start, m.end) for m in named for part in _parts(m.name)]
    return sorted((m for m in found if _is_drug_here(m, folded_text)), key=lambda m: (m.start, m.name))


def _parts(name: str) -> Sequence[str]:
    return lexicon.medicines().combinations.get(name, (name,))


def _is_drug_here(mention: Mention, folded_text: str) -> bool:
    is_in_body = Cue.IN_BODY.precedes(folded_text, mention.start)
    is_poison = Cue.EXCESS_OF.precedes(folded_text, mention.start)
    return not is_in_body and not is_poison and not Cue.NO_DRUG.follows(folded_text, mention.end)


def poisons(folded_text: str, text: str) -> list[Mention]:
    """Find drugs that are named as taken in excess: "a paracetamol overdose", "the antidote for heparin"."""
    return [
        drug
        for drug in find(text)[Family.DRUG]
        if Cue.OVERDOSE.follows(folded_text, drug.end) or Cue.EXCESS_OF.precedes(folded_text, drug.start)
    ]


@cache
def spellings(name: str) -> frozenset[str]:
    """Give every name that a drug or a class of drugs goes by, among them the combinations that hold it."""
    known = lexicon.medicines()
    combinations = (whole for whole, parts in known.combinations.items() if name in parts)
    listed = (*known.drugs.get(name, ()), *known.classes.get(name, ()))
    return frozenset({name, *listed, *clips(name), *combinations})


def drug_classes(text: str) -> dict[str, frozenset[str]]:
    """Give the classes of drugs that a text names, each with itself, its members and its other names."""
    return {mention.name: class_of(mention.name) for mention in find(text)[Family.DRUG_CLASS]}


@cache
def class_of(name: str) -> frozenset[str]:
    """Give a class of drugs with its members and its other names."""
    return frozenset({name, *lexicon.medicines().classes[name], *lexicon.members(name)})


@cache
def classes(drug: str) -> frozenset[str]:
    """Name the classes that a drug belongs to."""
    return frozenset(name for name in lexicon.medicines().members if drug in lexicon.members(name))


@cache
def is_high_alert(drug: str) -> bool:
    """Whether a wrong dose of a drug does most harm."""
    return not lexicon.medicines().high_alert.isdisjoint({drug, *classes(drug)})


@cache
def widest_classes(drug: str) -> frozenset[str]:
    """Name the classes that a drug belongs to, but those that lie within another class."""
    return frozenset(name for name in classes(drug) if not classes(name))


def conditions(text: str) -> tuple[Mention, ...]:
    """Find diseases, injuries, tests and deeds that a text may be about."""
    return find(text)[Family.CONDITION]


@cache
def words_for(condition: str) -> frozenset[str]:
    """Give all words for a condition."""
    return frozenset(others().conditions[condition])


def routes(text: str) -> list[Mention]:
    """Find routes of administration."""
    return list(find(text)[Family.ROUTE])


def populations(folded_text: str, text: str) -> list[Mention]:
    """Find whom a text speaks about: "adult", "pregnant", "symptomatic"; not whom it leaves out."""
    return [m for m in find(text)[Family.PEOPLE] if not _is_left_out(m, folded_text)]


def left_out(folded_text: str, text: str) -> frozenset[str]:
    """Name the people whom a text leaves out: "a woman who is not pregnant", "non-pregnant"."""
    return frozenset(m.name for m in find(text)[Family.PEOPLE] if _is_left_out(m, folded_text))


def _is_left_out(mention: Mention, folded_text: str) -> bool:
    return Cue.LEAVES_OUT.precedes(folded_text, mention.start, signs=string.punctuation)


def names_of_people(text: str) -> frozenset[str]:
    """Name the people that a text speaks about."""
    return frozenset(mention.name for mention in populations(lowered(text), text))


def analytes(text: str) -> list[Mention]:
    """Find what a threshold can be set on: "cd4", "systolic"."""
    return list(find(text)[Family.ANALYTE])


def is_analyte(name: str) -> bool:
    """Whether this is the canonical name of something that a threshold can be set on."""
    return name in others().analytes


@cache
def exclusive(first: frozenset[str], second: frozenset[str]) -> bool:
    """Whether nobody, or nobody that a guideline means, belongs to both of two sets of populations.

    Each group of the lexicon is one respect in which people differ, such as age: it is enough that
    both sets say something in that respect, and nothing in common.
    """
    for group in others().exclusive.values():
        of_first, of_second = first.intersection(group), second.intersection(group)
        if of_first and of_second and not of_first & of_second:
            return True
    return False


@cache
def choice(drug: str) -> str:
    """Name the choice that a drug stands for: lamivudine and emtricitabine are one."""
    for name, members in lexicon.medicines().interchangeable.items():
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


def frames_question(word: str) -> bool:
    """Whether a word asks the same of any illness, medicine or test: "symptoms", "treated"."""
    return action(word) in _framing_terms()


def asks_detail(word: str) -> bool:
    """Whether a word asks for a dose, a time or a drug."""
    return is_asking_word(action(word)) and not frames_question(word) and word not in _function_words("stop")


def n_function_words(words: Sequence[str], language: Literal["english", "foreign"]) -> int:
    """Count the different words that only such a language uses often: "per", said twice, is one."""
    return len(_function_words(language).intersection(words))


@cache
def _function_words(group: str) -> frozenset[str]:
    return frozenset(others().function_words[group])


@cache
def _asking_terms() -> frozenset[str]:
    return frozenset(action(word) for word in _function_words("asking"))


@cache
def _framing_terms() -> frozenset[str]:
    return frozenset(action(word) for word in _function_words("framing"))


@cache
def _action_words() -> dict[str, str]:
    table = others().actions
    return {stem(word): name for name, same in table.items() for word in (name, *same)}
