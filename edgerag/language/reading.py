"""Typed statements: what a text says, clause by clause, with the characters that say it.

A statement is a sentence, a bullet or a table row. Its values know their kind (a dose, a duration,
a threshold ...), the drug they belong to and the people they are meant for, so that two texts are
compared value by value and not word by word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from edgerag.language import entities, names
from edgerag.language.bands import exact
from edgerag.language.clauses import BULLETS, has_figure
from edgerag.language.conversions import converted
from edgerag.language.cues import Cue, says
from edgerag.language.english import is_latin
from edgerag.language.examples import Example, announced, examples
from edgerag.language.kinds import values_in
from edgerag.language.names import Mention
from edgerag.language.negation import Polarity, forbids, is_in_case, polarity
from edgerag.language.owners import drug_of, is_second_choice_of_drug, second_choices, with_strengths
from edgerag.language.quantities import Interval
from edgerag.language.recipients import named_alone, recipients
from edgerag.language.sentences import LISTED, Kind, cell_of, is_record, statements, trim
from edgerag.language.stages import named_stage, with_series
from edgerag.language.text import folded
from edgerag.language.values import Kind as ValueKind
from edgerag.language.values import Stage, Value, is_on_shelf, names_shelf


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence, bullet or table row."""

    start: int
    end: int
    text: str
    values: tuple[Value, ...]
    drugs: tuple[Mention, ...]
    alternatives: frozenset[int]
    """Where drugs stand that are a second choice: "while quinine remains an option"."""
    routes: tuple[Mention, ...]
    populations: frozenset[str]
    polarity: Polarity
    terms: frozenset[str]
    """What it is about: content words, reduced to deeds and stems, and drugs."""
    is_directive: bool
    """Whether it may tell what to do; what reports a finding does not."""
    is_order: bool
    """Whether it tells what to do in so many words."""
    is_conditional: bool
    """Whether it holds under a condition only: "if ...", "in patients with ..."."""
    is_first_choice: bool = False
    """Whether it names what is preferred."""
    is_second_choice: bool = False
    """Whether it tells what comes after a failure or in place of the first choice."""
    is_lead: bool = False
    """Whether it is a title, a table's head or the line above a list."""
    paragraph: int = 0
    """How many empty lines stand before it."""
    stage: Stage | None = None
    """Which stage of a course its title names."""
    around: frozenset[str] = frozenset()
    """What its paragraph is about."""
    examples: frozenset[Example] = frozenset()
    """Of its drugs those that stand for a class: where each begins, and the class."""
    ban: str = ""
    """What forbids it and stands before it: the line above a list, with its items up to this one."""
    is_rest: bool = False
    """Whether it is cut off a table's row, whose head goes on behind it."""


LONGEST_READ: Final = 2000
"""Characters. Of 49,000 statements in four handbooks the longest has 1,062: what is longer has lost its full
stops, so that nobody can tell which drug and which people a value belongs to."""
_SEMICOLON: Final = re.compile(r";\s+")
_BRANCH: Final = "no"
"""An answer over what then is to be done, in a flow chart: it forbids nothing."""
_SIZES: Final = frozenset({ValueKind.AGE, ValueKind.WEIGHT})
"""What the head of a column may tell of those whom it is for."""
_LONGEST_HEAD: Final = 60
"""Characters of a line that names only people."""
_BESIDE_PEOPLE: Final = frozenset({
    "and", "or", "all", "older", "younger", "young", "women", "woman", "girls", "men", "people", "patients",
    "persons", "with", "aged", "age", "the", "in", "for", "of", "small", "sick", "other",
})  # fmt: skip
_LONGEST_TITLE: Final = 12
"""Words."""
_PARAGRAPH: Final = re.compile(r"\S[^\S\n]*\n[^\S\n]*\n")
_NO_CELL: Final = frozenset({"", "or", "and", "plus", "then", "and / or"})
"""First cells, and lines, that join what follows to what stands before."""
_WAYS: Final = ("po", "iv", "im", "sc", "pr", "pv", "sl")
"""How a cell ends that names a remedy with its way of giving; scans lose the space before."""
_WORD: Final = re.compile(r"[a-z][a-z']+|\d[a-z]{2}\b")


@lru_cache(maxsize=256)
def read(text: str) -> tuple[Statement, ...]:
    """Read all statements of a text, in order; spans are offsets into `text`.

    What is listed under a line that forbids is forbidden, and nothing under "comes in:" is a dose. What
    cannot be read is left out.
    """
    read_so_far: list[Statement] = []
    previous: Statement | None = None
    goes_on_about = ""
    is_forbidden_list, is_shelf, n_paragraphs, counted_to, ban = False, False, 0, 0, 0
    for start, end, kind in _parts(text):
        n_paragraphs += len(_PARAGRAPH.findall(text, counted_to, start))
        counted_to = start
        is_listed = kind in LISTED
        is_shelf = is_shelf and is_listed
        if not _is_readable(text, start, end):
            previous, goes_on_about, is_forbidden_list = None, "", is_forbidden_list and is_listed
            continue
        before = None if kind is Kind.RECORD else previous
        is_banned = is_forbidden_list and is_listed
        is_rest = (
            kind is Kind.SENTENCE
            and before is not None
            and "|" in before.text
            and "\n" not in text[before.end : start]
        )
        place = _Place(start, kind, n_paragraphs, is_banned, is_rest, is_shelf)
        statement = _statement(text[start:end], place, "" if before is None else goes_on_about)
        previous = statement = replace(statement, ban=text[ban:start]) if is_banned else statement
        stays = goes_on_about and _names_nothing(statement)
        goes_on_about = _only_drug(statement) or (goes_on_about if stays else "")
        if not is_banned:
            is_ban = statement.polarity is Polarity.DO_NOT and _letters(statement.text) != _BRANCH
            is_forbidden_list = kind is Kind.LEAD and is_ban
            ban = start
        is_shelf = is_shelf or (kind is Kind.LEAD and is_on_shelf(folded(statement.text)))
        read_so_far.append(statement)
    return tuple(_with_surroundings(read_so_far))


def _letters(text: str) -> str:
    """Give a text in small letters, without its signs and spaces."""
    return "".join(filter(str.isalnum, text)).lower()


def is_read_whole(text: str) -> bool:
    """Whether `read` leaves no part of a text out."""
    return all(_is_readable(text, start, end) for start, end, _ in _parts(text))


def _is_readable(text: str, start: int, end: int) -> bool:
    """Whether a statement is short enough to be one, and in Latin letters."""
    return end - start <= LONGEST_READ and is_latin(text[start:end])


def _with_surroundings(statements: Sequence[Statement]) -> Iterator[Statement]:
    terms_of: dict[int, set[str]] = {}
    for statement in statements:
        terms_of.setdefault(statement.paragraph, set()).update(statement.terms)
    around = {paragraph: frozenset(found) for paragraph, found in terms_of.items()}
    heads = {one.start for one in _heads_of_people(statements)}
    lead: Statement | None = None  # holds in its paragraph; a table's head there too, for rows alone
    for statement in statements:
        if statement.is_rest:
            yield replace(statement, around=around[statement.paragraph])
            continue
        lead = lead if lead is not None and lead.paragraph == statement.paragraph else None
        is_led = lead is not None and ("|" not in lead.text or "|" in statement.text)
        yield _under(lead if is_led else None, statement, around[statement.paragraph])
        is_title = statement.is_lead and folded(statement.text) not in _NO_CELL
        lead = statement if is_title or statement.start in heads else lead


def _heads_of_people(statements: Sequence[Statement]) -> Iterator[Statement]:
    """Find lines that name people and nothing else above what is for them: "Children under 5 years".

    Two in a row are the heads of columns that the layout has lost, and one of a paragraph of its own heads
    nothing that can be told.
    """
    are_heads = [False, *map(_names_only_people, statements), False]
    for one, (before, is_head, after) in zip(
        statements, zip(are_heads, are_heads[1:], are_heads[2:], strict=False), strict=True
    ):
        if is_head and not before and not after:
            yield one


def _names_only_people(statement: Statement) -> bool:
    """Whether nothing is told but whom it is about, with an age or a weight."""
    text = statement.text
    if (
        not statement.populations
        or len(text) > _LONGEST_HEAD
        or any(v.kind not in _SIZES for v in statement.values)
    ):
        return False
    spans = [(m.start, m.end) for m in names.populations(folded(text), text)]
    spans += [(v.start - statement.start, v.end - statement.start) for v in statement.values]
    rest = "".join(" " if any(a <= i < b for a, b in spans) else char for i, char in enumerate(text))
    return _BESIDE_PEOPLE.issuperset(_WORD.findall(folded(rest)))


def _is_title(text: str, values: Sequence[Value]) -> bool:
    """Whether a line has the form of a title or of a table's head: it says what those below it are about."""
    text = text.strip()
    if text.endswith(":"):
        return True
    is_of_sizes = "|" in text and all(value.kind in _SIZES for value in values)
    if (values and not is_of_sizes) or text[-1] in ".!?;":
        return False
    return "|" in text or len(text.split()) <= _LONGEST_TITLE


def _under(lead: Statement | None, statement: Statement, around: frozenset[str]) -> Statement:
    """Give a statement what its lead is about, and the people of its lead if it names none itself.

    For whom of a certain age or weight a lead speaks its values are, unless they tell their own.
    """
    if lead is None:
        return replace(statement, around=around)
    if "|" in lead.text:
        return replace(_under_head(_cells(lead), statement), around=around)
    stage = named_stage(folded(lead.text))
    ages = _only_band(value.ages for value in lead.values)
    weights = _only_band(value.weights for value in lead.values)
    values = tuple(
        replace(
            value,
            populations=value.populations or lead.populations,
            stage=value.stage or stage,
            ages=value.ages or ages,
            weights=value.weights or weights,
        )
        for value in statement.values
    )
    all_terms = statement.terms | lead.terms
    listed = {
        (m.start, one)
        for one in announced(lead.text)
        for m in statement.drugs
        if one in names.classes(m.name)
    }
    return replace(
        statement,
        terms=all_terms,
        populations=statement.populations or lead.populations,
        values=values,
        stage=stage,
        around=around,
        examples=statement.examples | listed,
    )


def _only_band(bands: Iterable[Interval | None]) -> Interval | None:
    """Give the ages or the weights that all of a lead is for; None if it names none, or several."""
    told = set(bands)
    return told.pop() if len(told) == 1 else None


def _under_head(head: Sequence[str], row: Statement) -> Statement:
    """Read a row by the head of its columns: for whom, which stage, which one is second choice or no dose.

    What stands under "Strength" is nobody's dose, and under "5-14 kg" it is for those of that weight, as far
    as it is certain that it stands there.
    """
    people = [names.names_of_people(cell) for cell in head]
    staged = [named_stage(folded(cell)) for cell in head]
    is_second = [is_second_choice_of_drug(folded(cell)) for cell in head]
    is_aligned = len(_cells(row)) == len(head)
    is_shelf = [is_aligned and names_shelf(folded(cell)) for cell in head]

    def column(position: int) -> int:
        return min(_bars(row.text[: position - row.start]), len(head) - 1)

    def whom(value: Value) -> frozenset[str]:
        told = value.populations or people[column(value.start)]
        own = row.text[slice(*cell_of(value.start - row.start, row.text))]
        return told if told or names.names_of_people(own) else general

    sizes = [_sizes(cell) for cell in head]
    named = [one for one in people if one]
    general = row.populations or (named[0] if len(named) == 1 else frozenset())
    values = tuple(
        replace(
            value,
            populations=whom(value),
            stage=value.stage or staged[column(value.start)],
            ages=value.ages or (sizes[column(value.start)][0] if is_aligned else None),
            weights=value.weights or (sizes[column(value.start)][1] if is_aligned else None),
        )
        for value in row.values
        if not is_shelf[column(value.start)]
    )
    second = {drug.start for drug in row.drugs if is_second[column(drug.start)]}
    return replace(row, values=values, populations=general, alternatives=row.alternatives | second)


def _sizes(cell: str) -> tuple[Interval | None, Interval | None]:
    """Give the ages and the weights that a column's head names."""
    told = values_in(folded(cell), cell)
    ages, weights = (
        [exact(value) for value in told if value.kind is kind] for kind in (ValueKind.AGE, ValueKind.WEIGHT)
    )
    return _only_band(ages), _only_band(weights)


def _cells(row: Statement) -> list[str]:
    return row.text.strip().removeprefix("|").removesuffix("|").split("|")


def _bars(text: str) -> int:
    return text.lstrip().removeprefix("|").count("|")


def going_on(statements: Sequence[Statement], index: int) -> tuple[Statement, ...]:
    """Give a statement, and the next one if that goes on about the same drug."""
    statement = statements[index]
    following = statements[index + 1 : index + 2]
    return (statement, *(s for s in following if _continues(statement, s)))


def _continues(statement: Statement, following: Statement) -> bool:
    is_near = following.paragraph == statement.paragraph and not is_record(following.text)
    goes_on = not following.drugs and following.polarity is statement.polarity
    return is_near and goes_on and not says(folded(following.text), Cue.WATCHES)


def terms(text: str) -> frozenset[str]:
    """Give the content words of a text, reduced to deeds and stems, and its drugs by canonical name."""
    low = folded(text)
    words = frozenset(names.action(word) for word in _WORD.findall(low) if not names.is_stop_word(word))
    return words | {mention.name for mention in names.drugs(low, text)}


def _parts(text: str) -> Iterator[tuple[int, int, Kind]]:
    """Cut a text into statements, and those at semicolons: each part may tell something else.

    A record stays whole, for all of its values are of what its first one names. A row is cut where it turns.
    """
    for statement in statements(text):
        if statement.kind is Kind.RECORD:
            yield statement.start, statement.end, statement.kind
            continue
        cuts = [match.span() for match in _SEMICOLON.finditer(text, statement.start, statement.end)]
        turn = _turn_of_row(text, statement.start, statement.end) if statement.kind is Kind.ROW else None
        if turn is not None:
            cuts = [*(cut for cut in cuts if cut[1] < turn), (turn, turn)]
        starts = (statement.start, *(end for _, end in cuts))
        ends = (*(start for start, _ in cuts), statement.end)
        for start, end in zip(starts, ends, strict=True):
            part = trim(text, start, end)
            if part[0] < part[1]:
                yield *part, Kind.SENTENCE if part[0] == turn else statement.kind


def _turn_of_row(text: str, start: int, end: int) -> int | None:
    """Say where a row forbids after it tells or doses, or gives what is taken instead; None if it does not.

    "400 mg 8 hourly | Avoid if asthma" turns at its ban, as does "Give A | Do not give B"; "A contraindicated
    | B" turns at B.
    """
    ban = Cue.FORBIDS_IN_CASE.search(folded(text[start:end]))
    if ban is not None and has_figure(text[start : start + ban.start()]):
        return start + ban.start()
    first, *cells = text[start:end].split("|")
    place, is_dosed, is_told = start + len(first) + 1, has_figure(first), _tells(first)
    for cell in cells:
        if forbids(cell) and (is_told or (is_dosed and is_in_case(cell))):
            return trim(text, place, end)[0]
        place += len(cell) + 1
        is_dosed, is_told = is_dosed or has_figure(cell), is_told or _tells(cell)
    is_instead = bool(cells) and _is_instead(first, "|".join(cells))
    return trim(text, start + len(first) + 1, end)[0] if is_instead else None


def _tells(cell: str) -> bool:
    """Whether a cell begins with a deed that it tells to do."""
    return Cue.TELLS_TO.opens(folded(cell).lstrip(BULLETS)) and not forbids(cell)


def _is_instead(head: str, rest: str) -> bool:
    """Whether a row's first cell forbids a medicine, and the others name what is given."""
    is_turned = forbids(head) and not forbids(rest)
    return is_turned and all(names.drugs(folded(part), part) for part in (head, rest))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a statement stands."""

    start: int
    kind: Kind
    n_paragraphs: int
    is_banned: bool
    """Whether it is listed under a line that forbids."""
    is_rest: bool
    """Whether it is cut off a table's row."""
    is_on_shelf: bool
    """Whether it is listed under a line that tells what is sold."""


def _statement(text: str, place: _Place, goes_on_about: str) -> Statement:
    offset, low = place.start, folded(text)
    drugs = names.drugs(low, text)
    populations = names.populations(low, text)
    is_of_another = (
        bool(goes_on_about)
        and not drugs
        and (_begins_with_remedy(low, text, place.kind) or _is_of_other_class(text, goes_on_about))
    )
    inherited = "" if is_of_another else goes_on_about
    stated = () if place.is_on_shelf else tuple(converted(values_in(low, text), low, text))
    people_of = recipients(stated, populations, low)
    values = [
        replace(
            value,
            drug=drug_of(value, drugs, low) or inherited,
            populations=people_of(value),
            start=value.start + offset,
            end=value.end + offset,
        )
        for value in stated
    ]
    values = with_series(list(with_strengths(values, drugs, low, offset)), low, offset)
    is_order, is_report = says(low, Cue.ORDERS), says(low, Cue.REPORTS)
    return Statement(
        offset,
        offset + len(text),
        text,
        tuple(values),
        tuple(replace(drug, start=drug.start + offset, end=drug.end + offset) for drug in drugs),
        frozenset(start + offset for start in second_choices(drugs, low)),
        tuple(replace(m, start=m.start + offset, end=m.end + offset) for m in names.routes(text)),
        named_alone(populations, low),
        Polarity.DO_NOT if place.is_banned else polarity(text),
        terms(text),
        is_order or not is_report,
        is_order and not is_report,
        says(low, Cue.CONDITION),
        says(low, Cue.FIRST_LINE, Cue.FIRST_CHOICE),
        is_second_choice(low),
        place.kind is Kind.LEAD or (place.kind is Kind.ROW and _is_title(text, values)),
        place.n_paragraphs,
        examples=frozenset((start + offset, of_class) for start, of_class in examples(text, drugs)),
        is_rest=place.is_rest,
    )


def is_second_choice(low: str) -> bool:
    """Whether a text speaks of treatment after a failure."""
    return says(low, Cue.SECOND_LINE)


def _is_of_other_class(text: str, medicine: str) -> bool:
    """Whether a text names kinds of medicine and none that this one is of: "antiretrovirals for 28 days"."""
    classes = names.drug_classes(text)
    return bool(classes) and not any(medicine in members for members in classes.values())


def _begins_with_remedy(low: str, text: str, kind: Kind) -> bool:
    """Whether a text begins with something and its way of giving: "vit b complex im |", "Xylol, oral, 5 mg".

    "Loading dose iv" and "child im" are none: they go on about what stands above.
    """
    if kind is not Kind.ROW:
        head, comma, rest = low.partition(",")
        start = len(head) + len(comma) + len(rest) - len(rest.lstrip())
        return bool(head.strip(BULLETS)) and any(route.start == start for route in names.routes(text))
    cells = (cell.strip(" *-") for cell in low.split("|"))
    first = next((cell for cell in cells if cell not in _NO_CELL), "")
    goes_on = "dose" in first or named_stage(first) is not None or bool(names.names_of_people(first))
    return first.endswith(_WAYS) and first not in _WAYS and not goes_on


def _names_nothing(statement: Statement) -> bool:
    """Whether a statement leaves open what is spoken of: "Child:", "In each dose give:"."""
    return not (statement.drugs or statement.values or entities.named(statement.text))


def _only_drug(statement: Statement) -> str:
    drugs = {drug.name for drug in statement.drugs} or {
        value.drug for value in statement.values if value.drug
    }
    return next(iter(drugs)) if len(drugs) == 1 else ""
