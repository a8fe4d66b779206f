"""Reads title, institution, edition, language and collection out of a document.

The rules know no single book.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from edgerag.domain.handbooks import Metadata, Origin, Page, Stated
from edgerag.ingest.blocks import Properties
from edgerag.ingest.cleaning import clean_line
from edgerag.ingest.collection import suggest
from edgerag.ingest.dates import WORDED, YEAR, dates_in, last_day
from edgerag.ingest.front import front_of, opening

SHORTEST_TITLE = 8
LONGEST_TITLE = 180
LONG_WORD = 4
"""Letters of a word of a file's name that says what the book is about."""
MOST_YEARS = 30
"""Years on the first pages; with more of them they are numbers of a table, and the edition of nothing."""

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
    path: Path,
    properties: Properties,
    pages: Sequence[Page],
    headings: Sequence[str] = (),
    today: datetime.date | None = None,
) -> Metadata:
    """State what the document says of itself, with the file's name as the last resort.

    Args:
        path: of its file.
        properties: what the file says about itself.
        pages: its text.
        headings: all of them, in reading order.
        today: the last day of which an edition may be; what the clock says if None.
    """
    front = front_of(path, pages)
    title = _title(path, properties, front)
    return Metadata(
        title=title,
        institution=_institution(properties, opening(pages), pages),
        edition=_edition(path, properties, title, front, pages, today or last_day()),
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
    named = _words_of_name(path)
    return Stated(_line_with(named.casefold().split(), front) or named, Origin.FILE_NAME)


def _words_of_name(path: Path) -> str:
    return " ".join(re.split(r"[\s_-]+", path.stem))


def _without_dates(lines: Sequence[str]) -> Sequence[str]:
    """Leave out the lines that say which edition it is and nothing of what it is about, unless all do."""
    return [line for line in lines if not _says_only_when(line)] or lines


def _says_only_when(line: str) -> bool:
    without_years = YEAR.sub("", line)
    return bool(WORDED.search(line)) or not re.search(r"[^\W\d_]", _EDITION_WORDS.sub("", without_years))


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


def _edition(
    path: Path, properties: Properties, title: Stated, front: str, pages: Sequence[Page], today: datetime.date
) -> Stated:
    """Give the year with the strongest evidence, with month and day where a clue states them.

    A year in the title outweighs one beside "edition", "version" or "published", which
    outweighs a bare one on the first page, which outweighs the file's own date.
    """
    votes: Counter[str] = Counter()
    exact: Counter[str] = Counter()
    name = path.stem.replace("_", " ")
    titled = name if title.value == _words_of_name(path) else title.value  # the name has its dates whole
    for year in {one.year for one in dates_in(" ".join((titled, *properties.large_text)), today)}:
        votes[year] += _TITLE_VOTES
    first_page = len(pages[0].text) if pages else 0
    dated = dates_in(front, today)
    is_table = len({one.year for one in dated}) > MOST_YEARS
    for one in dated:
        near = front[max(one.position - _CLUE_REACH, 0) : one.position + _CLUE_REACH]
        weight = 3 if _CLUES.search(near) else 0
        weight += 3 if one.position < first_page and not is_table else 0
        weight += 1 if len(one.date) > 4 and weight else 0
        votes[one.year] += min(weight, max(0, 10 - votes[one.year]))
        exact[one.date] += weight
    said = next((one.date for one in dates_in(properties.date, today)), "")
    if said:
        votes[said[:4]] += 2
    if votes and (best := max(votes, key=lambda year: (votes[year], year))) and votes[best] > 2:
        dates = [date for date, weight in exact.items() if date.startswith(best) and weight > 0]
        by_title_alone = votes[best] == _TITLE_VOTES and not dates
        return Stated(
            max(dates, key=lambda date: (len(date), exact[date], date), default=best),
            title.origin if by_title_alone else Origin.DOCUMENT,
        )
    if named := dates_in(name, today):
        return Stated(named[0].year, Origin.FILE_NAME)
    if said:
        return Stated(said, Origin.DOCUMENT)
    return Stated("", Origin.DEFAULT)


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
