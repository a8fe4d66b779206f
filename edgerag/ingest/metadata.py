"""Reads title, institution, edition, language and collection out of a document.

The rules know no single book.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from edgerag.domain.handbooks import Metadata, Origin, Page, Stated, is_date, this_year
from edgerag.ingest.blocks import Properties
from edgerag.ingest.cleaning import clean_line
from edgerag.ingest.collection import suggest

FRONT_PAGES = 6
"""Where a book says who made it and when."""
FRONT_CHARS = 20_000
SHORTEST_TITLE = 8
LONGEST_TITLE = 180
LONG_WORD = 4
"""Letters of a word of a file's name that says what the book is about."""
EARLIEST_YEAR = 1950
MOST_YEARS = 30
"""Years on the first pages; with more of them they are numbers of a table, and the edition of nothing."""

_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_MONTH = "|".join(f"{month[:3]}(?:{month[3:]})?" if month != "may" else "may" for month in _MONTHS)
_YEAR = r"(?<![\d./])((?:19|20)\d\d)(?:/\d\d(?![\d/])|(?![\d/]|\.\d))"
"""A year, or the first of two: "2013", "2013/14"."""
_DATE = re.compile(rf"(?:(\d{{1,2}})(?:st|nd|rd|th)?\s+)?({_MONTH})\.?,?\s+{_YEAR}", re.IGNORECASE)
_ISO = re.compile(r"(?<!\d)((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?(?!\d)")
_PLAIN_YEAR = re.compile(_YEAR)
_CLUES = re.compile(
    r"edition|version|\bv\.|publish|print|revis|updated|implementation|copyright|©|\(c\)",
    re.IGNORECASE,
)
_CLUE_REACH = 60
"""Characters around a year in which a clue counts."""

_EDITION_WORDS = re.compile(r"(?:\w+\s+)?edition|version\s*[\d.]*", re.IGNORECASE)
_MAKER_CLUES = re.compile(
    r"publish|copyright|©|\(c\)|\bISBN"
    r"|(?:compiled|commissioned|issued|prepared|produced|developed|printed) (?:by|for)",
    re.IGNORECASE,
)
_MAKER_REACH = 120
"""Characters around such a clue in which a name is that of who made the book."""

_TITLE_VOTES = 8
"""Weight of a year in the title; title and text together give a year at most 10."""

_UNTITLED = re.compile(
    r"untitled|microsoft word|powerpoint|^cover|\.(?:indd|docx?|pdf|qxd|pptx?|cdr|fm)\b|^doc\d*$|slide \d",
    re.IGNORECASE,
)
_NAME = r"(?:[A-Z][\w'’.-]+)"
_MINISTRY = re.compile(
    rf"(?:(?:National|Federal|Provincial) )?(?:Ministry|Department|Directorate) of (?:Public )?Health\b"
    rf"(?: and {_NAME}(?: (?:Care|Welfare|Services|Affairs))?)?(?:,? (?:of )?(?:the )?"
    rf"(?:Republic of |Democratic Republic of )?(?:South Africa|{_NAME})(?= *(?:[.,;\n]|$)))?"
)
_SHOUTED_MINISTRY = re.compile(
    r"(?:NATIONAL |FEDERAL )?(?:MINISTRY|DEPARTMENT) OF HEALTH(?: AND [A-Z]+(?: CARE| WELFARE)?)?"
)
_KNOWN = re.compile(
    r"World Health Organi[sz]ation(?: Regional Office for [\w ]{5,30})?"
    r"|Cent(?:er|re)s? for Disease Control and Prevention"
    r"|M[ée]decins Sans Fronti[èe]res|UNICEF|UNAIDS|UNFPA|Red Cross"
    r"|[\u4e00-\u9fff]{2,16}(?:委员会|卫生部|学会|协会)"
)
_ORGANISATION = re.compile(
    rf"(?:{_NAME} (?:(?:of|for|and|the|on) )*){{1,6}}"
    r"(?:Programme|Program|PROGRAMME|Foundation|Institute|University|Hospital|Society|College|Association|Council)\b"
)
_LINK = re.compile(r"^(?:(?:of|for|and|the|on|by)\s+)+", re.IGNORECASE)
"""What ties a name to the words before it, in a heading with capitals, and is none of it."""
_NAMED_OFTEN = 3
"""Times that a ministry is named in a book that does not show its maker on the first pages."""

_STOP_WORDS = {
    "en": ["the", "of", "and", "to", "in", "is", "for", "with", "or", "be"],
    "fr": ["le", "la", "les", "des", "et", "est", "une", "dans", "pour", "avec"],
    "es": ["el", "los", "las", "del", "y", "en", "una", "para", "con", "es"],
    "pt": ["os", "as", "do", "da", "e", "em", "uma", "para", "com", "não"],
    "de": ["der", "die", "das", "und", "ist", "nicht", "mit", "für", "ein", "zu"],
    "sw": ["na", "ya", "wa", "kwa", "ni", "za", "katika", "la", "cha", "au"],
}


def describe(
    path: Path, properties: Properties, pages: Sequence[Page], headings: Sequence[str] = ()
) -> Metadata:
    """State what the document says of itself, with the file's name as the last resort."""
    front = "\n".join(page.text for page in pages[:FRONT_PAGES])[:FRONT_CHARS]
    title = _title(path, properties, front)
    return Metadata(
        title=title,
        institution=_institution(properties, front, pages),
        edition=_edition(path, properties, title, front, pages),
        language=_language(properties, pages),
        collection=suggest(path, title, front, headings, pages),
        authority=Stated("medium", Origin.DEFAULT),
    )


def _title(path: Path, properties: Properties, front: str) -> Stated:
    """Prefer the title page's large type, which readers see, to the property, which nobody checks.

    Of a book with neither, the title is the first line that says what the file's name says, else that name.
    """
    printed = _joined_title(_without_dates(properties.large_text))
    stated = clean_line(properties.title)
    usable = len(stated) >= SHORTEST_TITLE and not _UNTITLED.search(stated)
    if usable and (not printed or len(stated) >= len(printed) / 2):
        return Stated(stated[:LONGEST_TITLE], Origin.DOCUMENT)
    if printed:
        return Stated(printed, Origin.DOCUMENT)
    named = " ".join(re.split(r"[\s_-]+", path.stem))
    return Stated(_line_with(named.casefold().split(), front) or named, Origin.FILE_NAME)


def _without_dates(lines: Sequence[str]) -> Sequence[str]:
    """Leave out the lines that say which edition it is and nothing of what it is about, unless all do."""
    return [line for line in lines if not _says_only_when(line)] or lines


def _says_only_when(line: str) -> bool:
    without_years = _PLAIN_YEAR.sub("", line)
    return bool(_DATE.search(line)) or not re.search(r"[^\W\d_]", _EDITION_WORDS.sub("", without_years))


def _line_with(words: Sequence[str], text: str) -> str:
    """Give the first line that could be a title and has all the long ones of some words; empty without."""
    wanted = [word for word in words if len(word) >= LONG_WORD and word.isalpha()]
    if not wanted:
        return ""
    for line in map(clean_line, text.splitlines()):
        is_heading = line[:1].isupper() and line[-1:].isalnum() and line.count(" ") >= 2
        if is_heading and len(line) <= LONGEST_TITLE and all(word in line.casefold() for word in wanted):
            return line
    return ""


def _joined_title(lines: Sequence[str]) -> str:
    title = clean_line(" ".join(lines))
    if len(title) < SHORTEST_TITLE or sum(character.isalpha() for character in title) < SHORTEST_TITLE:
        return ""
    return title if len(title) <= LONGEST_TITLE else title[:LONGEST_TITLE].rsplit(" ", 1)[0]


def _institution(properties: Properties, front: str, pages: Sequence[Page]) -> Stated:
    """Give who made the book: a ministry, WHO and the like, or another organisation, in this order.

    Whom the first two pages name made it; a name farther in, or on the last page, counts beside a clue such
    as "published by". A book with neither is its most named ministry's.
    """
    author = clean_line(properties.author)
    back = pages[-1].text[:3000] if pages else ""
    beginning = "\n".join(page.text for page in pages[:2])[:3000]
    imprint = _near_clues(f"{front}\n{back}")
    for pattern, text in (
        (_KNOWN, author),
        (_MINISTRY, beginning),
        (_SHOUTED_MINISTRY, beginning),
        (_KNOWN, beginning),
        (_ORGANISATION, beginning),
        (_MINISTRY, imprint),
        (_SHOUTED_MINISTRY, imprint),
        (_KNOWN, imprint),
    ):
        if name := _most_named(pattern, text, at_least=1):
            return Stated(name, Origin.DOCUMENT)
    everything = "\n".join(page.text for page in pages)
    if name := _most_named(_MINISTRY, everything, at_least=_NAMED_OFTEN):
        return Stated(name, Origin.DOCUMENT)
    return Stated("", Origin.DEFAULT)


def _near_clues(text: str) -> str:
    """Give what stands near words that say who made a book, a passage a line."""
    places = (match.start() for match in _MAKER_CLUES.finditer(text))
    return "\n".join(text[max(place - _MAKER_REACH, 0) : place + _MAKER_REACH] for place in places)


def _most_named(pattern: re.Pattern[str], text: str, *, at_least: int) -> str:
    """Give the name that occurs most; of equals the longest."""
    names = Counter(_LINK.sub("", name).strip(" ,.") for name in pattern.findall(text))
    if not names:
        return ""
    best = max(names, key=lambda name: (names[name], len(name)))
    if names[best] < at_least:
        return ""
    is_shouted = best.isupper() and " " in best
    return best.title().replace(" Of ", " of ").replace(" And ", " and ") if is_shouted else best


def _edition(path: Path, properties: Properties, title: Stated, front: str, pages: Sequence[Page]) -> Stated:
    """Give the year with the strongest evidence, with month and day where a clue states them.

    A year in the title outweighs one beside "edition", "version" or "published", which
    outweighs a bare one on the first page, which outweighs the file's own date.
    """
    votes: Counter[str] = Counter()
    exact: Counter[str] = Counter()
    for year in set(_plain_years(" ".join((title.value, *properties.large_text)))):
        votes[year] += _TITLE_VOTES
    first_page = len(pages[0].text) if pages else 0
    dated = [*_dates(front)]
    is_table = len({year for year, _, _ in dated}) > MOST_YEARS
    for year, date, position in dated:
        near = front[max(position - _CLUE_REACH, 0) : position + _CLUE_REACH]
        weight = 3 if _CLUES.search(near) else 0
        weight += 3 if position < first_page and not is_table else 0
        weight += 1 if len(date) > 4 and weight else 0
        votes[year] += min(weight, max(0, 10 - votes[year]))
        exact[date] += weight
    said = next((date for _, date, _ in _dates(properties.date)), "")
    if said:
        votes[said[:4]] += 2
    if votes and (best := max(votes, key=lambda year: (votes[year], year))) and votes[best] > 2:
        dates = [date for date, weight in exact.items() if date.startswith(best) and weight > 0]
        by_title_alone = votes[best] == _TITLE_VOTES and not dates
        return Stated(
            max(dates, key=lambda date: (len(date), exact[date], date), default=best),
            title.origin if by_title_alone else Origin.DOCUMENT,
        )
    if named := _plain_years(path.stem.replace("_", " ")):
        return Stated(named[0], Origin.FILE_NAME)
    if said:
        return Stated(said, Origin.DOCUMENT)
    return Stated("", Origin.DEFAULT)


def _plain_years(text: str) -> list[str]:
    """Give the years in a text that have come."""
    return [year for year in _PLAIN_YEAR.findall(text) if int(year) <= this_year()]


def _dates(text: str) -> Iterator[tuple[str, str, int]]:
    """Give year, date as exact as stated, and position of every date in a text whose year has come."""
    return (found for found in _written_dates(text) if int(found[0]) <= this_year())


def _written_dates(text: str) -> Iterator[tuple[str, str, int]]:
    taken: set[int] = set()
    for match in _DATE.finditer(text):
        day, month, year = match.groups()
        number = next(i for i, name in enumerate(_MONTHS, start=1) if name.startswith(month[:3].lower()))
        taken.add(match.start(3))
        exact = f"{year}-{number:02d}-{int(day):02d}" if day else ""
        yield year, exact if is_date(exact) else f"{year}-{number:02d}", match.start()
    for match in _ISO.finditer(text):
        taken.add(match.start())
        for date in (match.group(), match.group()[:7]):
            if is_date(date):
                yield match.group(1), date, match.start()
                break
    for match in _PLAIN_YEAR.finditer(text):
        if match.start(1) not in taken and int(match.group(1)) >= EARLIEST_YEAR:
            yield match.group(1), match.group(1), match.start()


def _language(properties: Properties, pages: Sequence[Page]) -> Stated:
    """Recognise the language by its script or its commonest words; the text outweighs the property."""
    middle = len(pages) // 2
    sample = " ".join(page.text[:3000] for page in [*pages[:4], *pages[middle : middle + 4]])
    letters = sum(character.isalpha() for character in sample)
    for language, low, high in (
        ("ja", "\u3040", "\u30ff"),
        ("ko", "\uac00", "\ud7af"),
        ("zh", "\u4e00", "\u9fff"),
    ):
        if sum(low <= character <= high for character in sample) > 0.2 * max(letters, 1):
            return Stated(language, Origin.DOCUMENT)
    tokens = Counter(sample.lower().split())
    scores = {language: sum(tokens[word] for word in words) for language, words in _STOP_WORDS.items()}
    best = max(scores, key=lambda language: scores[language])
    if scores[best] > 0.05 * sum(tokens.values()):
        return Stated(best, Origin.DOCUMENT)
    if re.fullmatch("[a-z]{2}", properties.language):
        return Stated(properties.language, Origin.DOCUMENT)
    return Stated("", Origin.DEFAULT)
