"""`edgerag differences`: where the handbooks differ, without a question."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.interrupt import cancel_on_interrupt
from edgerag.cli.opening import user_library
from edgerag.cli.output import note, only_form, progress, say, say_json, say_lines, say_text
from edgerag.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from threading import Event

    from edgerag.atlas.atlas import Atlas
    from edgerag.atlas.told import Wanted
    from edgerag.domain.differences import DifferenceGroup, GroupRelation
    from edgerag.domain.explored import Explored
    from edgerag.domain.handbooks import Handbook
    from edgerag.language.values import Kind
    from edgerag.store.library import Library

SHOWN = 20
"""Groups that a person is shown unless they ask for more."""
PIPED_WIDTH = 100

EPILOG = """\b
Examples:
  edgerag differences
  edgerag differences --about "anaphylaxis" --kind dose,duration
  edgerag differences --handbook sa-art-2013 --handbook sa-art-2019 --changed
  edgerag differences --all --html differences.html
  edgerag differences --about malaria --html malaria.html

\b
What each handbook states, and in what each two of them differ, is found once and kept: the first map takes
minutes, and after a handbook was added only this one is compared with the others.
--json, --csv and --about hold all of them, the surest first, those last that a handbook's other
statements cast in doubt; with --all --json also holds what is agreed, stated by one handbook only or
not comparable. Every difference is two quotations to compare with
your own eyes: people or purpose may differ after all.
"""


@click.command(epilog=EPILOG)
@click.option("--about", default="", metavar="WORDS", help="Only of this medicine, class, illness or words.")
@click.option("--handbook", "handbooks", multiple=True, help="Compare only these; may be repeated.")
@click.option("--kind", default="", metavar="A,B", help="Only these kinds: dose, duration, frequency ...")
@click.option("--changed", is_flag=True, help="What editions of a work changed, dropped or added.")
@click.option(
    "--all", "is_all", is_flag=True, help=f"Show all groups, not the first {SHOWN} sure differences."
)
@click.option("--json", is_flag=True, help="Print JSON, schema edgerag.differences/1.")
@click.option("--csv", is_flag=True, help="Print a row for each pair.")
@click.option("--html", "html_file", type=click.Path(dir_okay=False, path_type=Path), help="Write a page.")
def command(
    *,
    about: str,
    handbooks: tuple[str, ...],
    kind: str,
    changed: bool,
    is_all: bool,
    html_file: Path | None,
    **forms: bool,
) -> None:
    """Show where the handbooks differ, the gravest and surest first, without a question."""
    from edgerag.atlas.atlas import draw
    from edgerag.atlas.told import SURE, Wanted
    from edgerag.present.amounts import count

    form = only_form({**forms, "html": html_file is not None})
    least = 0.0 if is_all or about or form in {"json", "csv"} else SURE
    wanted = Wanted(about, _kinds(kind), least)
    most = None if is_all or about or form else SHOWN
    explored: Explored | None = None
    with user_library() as library, cancel_on_interrupt() as cancel, progress() as advance:
        books = _books(library, handbooks)
        if changed:
            seen = _changed(library, books, wanted, most, lambda pair: draw(library, pair, advance, cancel))
        else:
            atlas = draw(library, books, advance, cancel)
            seen = _differing(library, atlas, wanted, most, is_all=is_all)
        if html_file is not None:
            explored = _explored(library, about, cancel)
        unheard = _unheard(library, seen, about, cancel)
    for title in seen.left_out:
        note(f"{title} is damaged or has no vectors, and was left out (edgerag doctor --repair)")
    if seen.n_too_long:
        note(f"left out: {count(seen.n_too_long, 'comparison')} of tables that are too long for it")
    if html_file is None:
        _write(seen.groups, form)
    else:
        _write_page(seen.groups, explored, html_file)
    if form is None:
        _conclude(seen, about, unheard, is_all=is_all)
    elif unheard:
        note(unheard)


@dataclass(frozen=True)
class _Seen:
    """What of one map, or of those of several editions, is shown."""

    groups: Sequence[DifferenceGroup]
    counts: Mapping[GroupRelation, int]
    """Of all groups, those that are not shown too."""
    handbooks: Sequence[Handbook]
    """Those that were compared."""
    n_claims: int
    left_out: Sequence[str]
    n_too_long: int


def _books(library: Library, names: Sequence[str]) -> list[Handbook]:
    held = library.handbooks()
    books = list({book.id: book for book in map(library.handbook, names)}.values()) if names else list(held)
    if len(books) < 2 <= len(held):
        title = books[0].title
        raise click.UsageError(f"only {title} is named; a difference needs two: name another --handbook")
    if len(books) < 2:
        message = f"there is only one handbook: {books[0].title}" if books else "there are no handbooks"
        raise StoreError(f"{message}; a difference needs two", hint="edgerag add FILE")
    return books


def _differing(library: Library, atlas: Atlas, wanted: Wanted, most: int | None, *, is_all: bool) -> _Seen:
    from edgerag.atlas.told import counts, told, told_undisputed

    groups = list(islice(told(library, atlas.groups, wanted), most))
    if is_all:
        groups += told_undisputed(library, atlas.undisputed, wanted)
    titles = [book.title for book in atlas.left_out]
    found = counts(atlas, replace(wanted, least_sureness=0.0))
    return _Seen(groups, found, atlas.handbooks, atlas.n_claims, titles, atlas.n_too_long)


def _changed(
    library: Library,
    books: Sequence[Handbook],
    wanted: Wanted,
    most: int | None,
    draw: Callable[[Sequence[Handbook]], Atlas],
) -> _Seen:
    """Gather what each edition of a work changed, dropped or added; of each a few, or all."""
    from edgerag.atlas.editions import changes, successions

    pairs = list(successions(books))
    if not pairs:
        hint = "give editions one title and a date each: edgerag edit HANDBOOK --title TITLE --edition DATE"
        raise StoreError("no two of the handbooks are editions of one work", hint=hint)
    atlases = [draw(pair) for pair in pairs]
    groups: list[DifferenceGroup] = []
    found: Counter[GroupRelation] = Counter()
    for (older, _), atlas in zip(pairs, atlases, strict=True):
        every = list(changes(library, atlas, older, wanted))
        found.update(group.relation for group in every)
        for _, alike in groupby(every, lambda group: group.relation):
            groups += islice(alike, most)
    titles = dict.fromkeys(book.title for atlas in atlases for book in atlas.left_out)
    compared = {book.id: book for atlas in atlases for book in atlas.handbooks}
    n_claims, n_too_long = sum(one.n_claims for one in atlases), sum(one.n_too_long for one in atlases)
    return _Seen(groups, found, list(compared.values()), n_claims, list(titles), n_too_long)


def _kinds(typed: str) -> frozenset[Kind]:
    from edgerag.language.values import Kind

    known = {kind.value: kind for kind in Kind}
    wanted = [name.strip() for name in typed.split(",") if name.strip()]
    for name in wanted:
        if name not in known:
            raise click.BadParameter(f"{name!r} is none of {', '.join(known)}", param_hint="--kind")
    return frozenset(known[name] for name in wanted)


def _explored(library: Library, about: str, cancel: Event) -> Explored | None:
    """Gather what the first entity that is named has to do with others; None if nothing can be told of it."""
    from edgerag import paths
    from edgerag.engine.explore import entities_in, explore
    from edgerag.errors import GraphError
    from edgerag.index.graph_index import GraphIndex

    index = GraphIndex(library, paths.graph_folder())
    found = entities_in(about, library.entities())
    if not found or index.is_barred:
        return None
    try:
        with index.current(cancel, lambda: note("building the knowledge graph")) as graph:
            return explore(found[0], graph, library)
    except GraphError as error:
        note(f"without a picture of {found[0].name}: {error}")
        return None


def _unheard(library: Library, seen: _Seen, about: str, cancel: Event) -> str:
    """Say that no statement is about what was asked for, and what may have been meant; empty if one is."""
    if not about.strip() or seen.groups or _speak_of(library, seen.handbooks, about, cancel):
        return ""
    said = f"No statement of the {len(seen.handbooks)} handbooks speaks of {about!r}."
    return " ".join((said, *_meant(library, about)))


def _speak_of(library: Library, books: Sequence[Handbook], about: str, cancel: Event) -> bool:
    """Whether any statement is about something, be it one that nothing else can be compared with."""
    from edgerag.atlas.census import Undisputed
    from edgerag.atlas.stated import gather
    from edgerag.atlas.told import Wanted, told_undisputed
    from edgerag.domain.differences import GroupRelation
    from edgerag.language.values import Kind

    stated = gather(library, books, lambda *_: None, cancel).stated
    alone = (Undisputed(GroupRelation.NOT_COMPARABLE, "", "", Kind.ACTION, (one,), ()) for one in stated)
    return any(told_undisputed(library, alone, Wanted(about)))


def _meant(library: Library, about: str) -> Iterator[str]:
    """Ask of each misspelt word whether another was meant: "Did you mean paracetamol?"."""
    from edgerag import paths
    from edgerag.index.sync import Indexes
    from edgerag.understand.misspelt import guesses

    vocabulary = Indexes(library, paths.lexical_folder()).lexical.vocabulary()
    for guess in () if vocabulary.is_empty else guesses(about, vocabulary):
        yield f"Did you mean {' or '.join(guess.meant)}?"


def _write_page(groups: Sequence[DifferenceGroup], explored: Explored | None, path: Path) -> None:
    from edgerag.disk import save_page
    from edgerag.present.differences_html import differences_html

    save_page(path, [differences_html(groups, explored).encode()])
    say(f"written: {path}")


def _write(groups: Sequence[DifferenceGroup], form: str | None) -> None:
    if form == "json":
        from edgerag.present.differences_json import differences_json

        say_json(differences_json(groups))
    elif form == "csv":
        from edgerag.present.differences_json import differences_csv

        say_text(differences_csv(groups))
    else:
        from edgerag.present.differences import differences_lines

        say_lines(lambda width: list(differences_lines(groups, width)), PIPED_WIDTH)


def _conclude(seen: _Seen, about: str, unheard: str, *, is_all: bool) -> None:
    """Say what the map is of, and that there is more."""
    from edgerag.present.differences import counts_line

    if not seen.groups:
        say("No difference was found" + (f" about {about!r}." if about else "."))
    elif not about and not is_all:
        say("The surest groups are shown; --all shows all.")
    elif sum(seen.counts.values()) > len(seen.groups):
        say("All differences are shown; --all also shows what is not disputed.")
    say(unheard or f"Groups: {counts_line(seen.counts)}.")
    say(f"{len(seen.handbooks)} handbooks, {seen.n_claims} statements compared.")
