"""No: what a statement forbids, allows or orders, and which of its words a negation reaches.

This is the one place where a ban is recognised. The words are in `data/negation.toml`; the reading is

1. idioms and limits are taken out: "not more than 4 g" is a limit, "whether or not" says neither yes nor no;
2. conditions are taken out: "if contraindicated, ..." forbids nothing; nor does a finding, "No oedema: ...";
3. a word that is negative by itself forbids ("avoid", "withhold"), as does a ban before any other verb ("do
   not give"); a ban right before such a word turns it back ("should not be withheld"), and so does what keeps
   off an ending ("avoid stopping"); "to avoid pain" forbids nothing where something is done for it;
4. "stop" and "no" forbid a treatment and not an illness: "stop the bleeding" orders, "no fever" is a finding.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

import msgspec

from edgerag.language import names
from edgerag.language.clauses import cut
from edgerag.language.cues import Cue
from edgerag.language.text import folded


class Polarity(StrEnum):
    """Whether a deed is to be done."""

    DO = "do"
    DO_NOT = "do not"
    MAY = "may"
    ONLY_IF = "only if"


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bans: list[str]
    nots: list[str]
    deeds: list[str]
    negatives: list[str]
    calls: list[str]
    means: list[str]
    keeping_off: list[str]
    endings: list[str]
    delays: list[str]
    later: list[str]
    idle: list[str]
    states: list[str]
    symptoms: list[str]
    idioms: list[str]
    conditions: list[str]
    rates: list[str]
    only_if: list[str]
    permits: list[str]
    turns: list[str]
    backward: list[str]


_BETWEEN: Final = (
    r"(?: (?:be|been|to|a|an|the|any|ever|routinely|usually|also|in|or|and|itself|have|is|are|it))*"
)
"""Words that may stand between a negation and what it governs."""
_CLAUSE: Final = re.compile(r"[.;:,!?|()]|\b(?:but|however|although|then)\b")
_IS: Final = frozenset({"is", "are", "was", "were", "has", "have"})
_SIGNS: Final = f" {string.punctuation}"
_SCOPE_WORDS: Final = 6
"""Words that a negation reaches in its clause: NegEx's window (Chapman et al., 2001), plus one."""
_SCOPE_CHARS: Final = 200
"""Six words have no more characters."""
_NOT_AVOIDED: Final = frozenset({
    "after", "are", "as", "at", "before", "during", "for", "if", "in", "is", "on", "unless", "until", "use",
    "when", "where", "with",
})  # fmt: skip
"""Behind "avoid" these go on to whom, when and where."""
_NO_OR_NOT: Final = re.compile(r"\bnot?\b")
_ANOTHER: Final = ("switch", "change", "switched", "changed")
"""Before "to" these tell what is not to be taken instead: "do not switch to B"."""
_ENDED: Final = re.compile(r"(?<=[\w.])[,;]? (?:and )?then (?:stop|discontinue)\b")
"""Behind what is given this ends a course, and forbids nothing."""
_STOPS: Final = re.compile(r"\b(?:stop|stopped|stopping)(?P<what>(?: [\w'-]+){0,4})")


@lru_cache(maxsize=4096)
def polarity(text: str) -> Polarity:
    """Say whether a statement tells to do something, not to, only under a condition, or that one may."""
    low = _without_idioms(folded(text))
    if _pattern("only_if").search(low):
        return Polarity.ONLY_IF
    if not (_cues().search(low) or _NO_OR_NOT.search(low) or _pattern("permits").search(low)):
        return Polarity.DO  # as most statements do, whatever of them is a condition or a finding
    main = _without_findings(_without_conditions(low))
    if _forbids(main):
        return Polarity.DO_NOT
    return Polarity.MAY if _pattern("permits").search(main) else Polarity.DO


def forbids(text: str) -> bool:
    """Whether a statement is a ban, or a line that makes one of all that is listed under it."""
    return polarity(text) is Polarity.DO_NOT


def is_in_case(text: str) -> bool:
    """Whether a statement speaks of a case: "avoid it if there is pain" does not forbid it at large."""
    return bool(conditions_in(text))


def conditions_in(text: str) -> list[str]:
    """Give each condition of a statement, from its first word to the end of its clause."""
    return [match[0] for match in _conditional().finditer(_without_idioms(folded(text)))]


def is_turned(text: str) -> bool:
    """Whether any word of a text says no to anything: a ban, a finding, an exception."""
    return _turning().search(folded(text)) is not None


def turned_clauses(text: str) -> Iterator[str]:
    """Yield what each negation reaches: some words after it in its clause, or before it if it looks back."""
    low = folded(text)
    for cue in _turning().finditer(low):
        after = _CLAUSE.split(low[cue.end() : cue.end() + _SCOPE_CHARS], maxsplit=1)[0]
        yield " ".join(after.split()[:_SCOPE_WORDS])
        if _pattern("backward").match(cue[0]):
            before = _CLAUSE.split(low[max(0, cue.start() - _SCOPE_CHARS) : cue.start()])[-1]
            yield " ".join(before.split()[-_SCOPE_WORDS:])


def forbidden_clauses(text: str) -> Iterator[str]:
    """Yield the clauses of a statement that forbid, without its conditions and findings."""
    main = _without_findings(_without_conditions(_without_idioms(folded(text))))
    return (clause for clause in _clauses(main) if _forbids(clause))


def puts_off(text: str) -> bool:
    """Whether a statement tells to do something later: "defer it", and not "do not delay"."""
    main = _reversed().sub(" ", _without_conditions(_without_idioms(folded(text))))
    return _pattern("later").search(main) is not None


def bans_in(text: str) -> list[tuple[int, int]]:
    """Find the words of a text that forbid, for a reader's eye."""
    return [match.span() for match in _cues().finditer(folded(text))]


def names_avoided(low: str, start: int) -> bool:
    """Whether "avoid" stands there and what is avoided follows: "avoid nausea", but "avoid in asthma"."""
    word, *rest = low[start : start + _SCOPE_CHARS].split()[:2] or [""]
    return (
        word == "avoid" and bool(rest) and rest[0][0].isalpha() and rest[0].strip(_SIGNS) not in _NOT_AVOIDED
    )


def _forbids(main: str) -> bool:
    main = _ENDED.sub(" ", _reversed().sub(" ", main))
    without_harm = _STOPS.sub(lambda stop: " " if _is_illness(stop["what"]) else stop[0], main)
    return any(_clause_forbids(clause) for clause in _clauses(without_harm))


def _clause_forbids(clause: str) -> bool:
    if any(not _is_purpose(clause, cue) for cue in _cues().finditer(clause)):
        return True
    first, _, rest = clause.strip(" -*'\"").partition(" ")
    return (first == "no" and not _is_finding(rest)) or (first == "not" and _opens_with_drug(rest))


def _opens_with_drug(what: str) -> bool:
    return any(drug.start == 0 for drug in names.drugs(what, what))


def _is_purpose(clause: str, cue: re.Match[str]) -> bool:
    """Whether something is avoided by what the clause says first: "inject it slowly to avoid pain"."""
    if cue[0] != "avoid" or not clause.endswith("to ", 0, cue.start()):
        return False
    means = clause[max(0, cue.start() - _SCOPE_CHARS) : cue.start()]
    is_done = _pattern("means").search(means) and not _pattern("calls").search(means)
    return bool(is_done) and names_avoided(clause, cue.start()) and not Cue.PERSON.search(means)


def _clauses(text: str) -> list[str]:
    return [clause for clause in _CLAUSE.split(text) if clause.strip()]


def _without_idioms(low: str) -> str:
    return _pattern("idioms").sub(lambda idiom: " " * len(idiom[0]), low)


def _without_conditions(low: str) -> str:
    return _conditional().sub(" ", low)


def _without_findings(low: str) -> str:
    """Leave out "No oedema:" and "INR 7, no bleeding:" where the statement goes on after the finding."""
    head, colon, rest = low.partition(":")
    if not colon or not rest.strip():
        return low
    kept = [part for part in cut(head, ",.;") if not Cue.WITHOUT.opens(part.lstrip(_SIGNS))]
    return f"{', '.join(kept)}: {rest}" if not _cues().search(head) else low


def _is_finding(what: str) -> bool:
    """Whether what follows "no" is a state and not a treatment: "fever", "response after 5 days"."""
    if _pattern("states").match(what):
        return True
    if _IS.intersection(what.split()) and not _needed().search(what):
        return True
    return _is_illness(what)


def _is_illness(what: str) -> bool:
    """Whether words name an illness or a symptom, and no treatment."""
    ills = _pattern("symptoms").search(what) or names.conditions(what)
    return bool(ills) and not names.drugs(what, what)


@cache
def _needed() -> re.Pattern[str]:
    return re.compile(rf"\b(?:is|are) (?:{_alternatives(_words().deeds)})\b")


@cache
def _words() -> _Words:
    source = files("edgerag.language").joinpath("data/negation.toml")
    return msgspec.toml.decode(source.read_bytes(), type=_Words)


@cache
def _pattern(group: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{_alternatives(getattr(_words(), group))})(?![\w-])")


@cache
def _conditional() -> re.Pattern[str]:
    """A condition, from its first word to the end of its clause; "once a day" and "at once" open none."""
    words = _words()
    opened = (
        rf"(?:{_alternatives(words.conditions)})\b(?:(?<!\bonce)|(?!\s+(?:{_alternatives(words.rates)})\b))"
    )
    return re.compile(rf"(?<![\w-])(?<!\bat ){opened}[^.,:;!?|]*")


@cache
def _cues() -> re.Pattern[str]:
    """What forbids where nothing turns it back."""
    words = _words()
    nots, deeds = _alternatives(words.nots), _alternatives(words.deeds)
    needed = rf"no (?:[\w-]+ ){{1,4}}?(?:is|are) (?:{deeds})"
    alone = _alternatives([*words.bans, *words.negatives])
    return re.compile(
        rf"(?<![\w-])(?:{alone}|(?:{nots}){_BETWEEN} (?:{deeds})|no (?:{_alternatives(words.idle)})|{needed})"
        r"(?![\w-])"
    )


@cache
def _reversed() -> re.Pattern[str]:
    """A negation that governs what is negative itself, with all that is joined to it."""
    words = _words()
    nots = _alternatives([*words.bans, *words.nots, *(f"no {noun}" for noun in words.idle)])
    negative = _alternatives([*words.negatives, *words.delays])
    turned = rf"(?:{nots}){_BETWEEN} (?:{negative})(?:,? (?:or|nor|and) (?:{negative}))*"
    kept = rf"(?:{_alternatives(words.keeping_off)}) (?:{_alternatives(words.endings)})"
    is_to_another = "|".join(rf"(?<={one})" for one in _ANOTHER)
    return re.compile(rf"(?<![\w-])(?:{turned}|{kept})(?![\w-])(?!(?:{is_to_another})\sto\b)")


@cache
def _turning() -> re.Pattern[str]:
    words = _words()
    every = [*words.bans, *words.negatives, *words.turns]
    return re.compile(rf"(?<!\w)(?:{_alternatives(every)})(?!\w)")


def _alternatives(written: Sequence[str]) -> str:
    """Match any of these, the longest first, over line ends."""
    ordered = sorted(set(written), key=lambda word: (-len(word), word))
    return "|".join(
        re.escape(word.removesuffix("*")).replace(r"\ ", r"\s+") + (r"\w*" if word.endswith("*") else "")
        for word in ordered
    )
