"""Keys: how a screen declares its own, and the ones that work everywhere.

Each key has an id, "screen.action", under which `[keys.SCREEN]` of the settings can move it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from textual.binding import Binding, BindingType
from textual.keys import KEY_NAME_REPLACEMENTS, Keys, format_key

_NAMED: Final = re.compile(r"\{(\w+\.\w+)\}")
_TYPES_NOTHING: Final = re.compile(r".+\+.+|f\d+|insert|page(up|down)")
"""Keys that write no character."""
_MODIFIERS: Final = re.compile(r"(?:(?:ctrl|shift|alt|super|meta|hyper)\+)*")
_KNOWN_KEYS: Final = {_MODIFIERS.sub("", one.value, count=1) for one in Keys} | {
    *KEY_NAME_REPLACEMENTS.values()
}
_WITH_CAPITALS: Final = re.compile(r".+\+.+|f\d+|enter|tab|space|delete|backspace|home|end|insert")
_OTHERWISE: Final = {"escape": "Esc"}


def key(
    name: str,
    keys: str,
    action: str,
    label: str,
    explanation: str,
    *,
    in_footer: bool = True,
    first: bool = False,
) -> Binding:
    """Declare one key.

    Args:
        name: its id, "ask.copy".
        keys: the key, or several with commas between them.
        action: Textual's name of what it does.
        label: one word for the footer.
        explanation: a sentence for the list of all keys.
        in_footer: whether the footer shows it; a screen shows four to six.
        first: whether it works even where a text field would take the key.
    """
    return Binding(keys, action, label, id=name, tooltip=explanation, show=in_footer, priority=first)


TYPED_IN: Final = ("ask", "everywhere")
"""Screens in which a person types at any time: on Ask, what is typed on an answer begins a question."""
_GO_ON: Final = frozenset(
    [
        "enter",
        "escape",
        "tab",
        "shift+tab",
        "backspace",
        "delete",
        "up",
        "down",
        "left",
        "right",
        "home",
        "end",
    ]
)
"""Keys that go through a text, from field to field, and from answer to answer."""
_OWN: Final = ("ask.question", "ask.stop")
"""Actions that have one of these from the start."""

PLACES: Final = {
    "ask": ("f2", "Ask", "Ask a question of every handbook."),
    "compare": ("f3", "Compare", "See how the answers relate, pair by pair."),
    "library": ("f4", "Library", "Add handbooks, correct their details, remove them."),
    "history": ("f5", "History", "Look at earlier questions."),
    "models": ("f6", "Models", "See models and the machine, install a model, check everything."),
    "settings": ("f7", "Settings", "Change what can be changed."),
    "audits": ("f8", "Audits", "Ask many questions of every handbook, and see who is silent or disagrees."),
}
"""The main screens: key, word, explanation."""

EVERYWHERE: Final[list[Binding]] = [
    *(
        key(f"everywhere.{place}", keys, f"go('{place}')", word, explanation, in_footer=False, first=True)
        for place, (keys, word, explanation) in PLACES.items()
    ),
    key(
        "everywhere.help",
        "f1",
        "help",
        "Help",
        "Explain this screen and list its keys.",
        in_footer=False,
    ),
    key("everywhere.keys", "question_mark", "help", "Keys", "List all keys.", in_footer=False),
    key(
        "everywhere.commands",
        "ctrl+p",
        "command_palette",
        "Actions",
        "Find any action by its name.",
        in_footer=False,
    ),
    key("everywhere.quit", "ctrl+q", "quit", "Quit", "Leave edgerag.", in_footer=False, first=True),
]


def why_not_key(name: str, keys: str) -> str:
    """Say why an action cannot have a key, or several with commas between them; empty if it can.

    A letter is free for most: a text field that has the focus takes it first.
    """
    needed = [one for one in keys.split(",") if _is_needed(name, one)]
    if not needed:
        return ""
    return f"{on_keyboard(needed[0])} is needed to type: {name} takes a key such as F9 or Ctrl+K."


def _is_needed(name: str, one: str) -> bool:
    if one in _GO_ON:
        return name.partition(".")[0] in TYPED_IN and name not in _OWN
    comes_first = {binding.id for binding in EVERYWHERE if binding.priority}
    return name in comes_first and not _TYPES_NOTHING.fullmatch(one)


def spelled(text: str, moved: Mapping[str, Mapping[str, str]], bindings: Iterable[BindingType] = ()) -> str:
    """Put in place of each action's name the key that it has: "{everywhere.library}" becomes "F4".

    Args:
        text: what is to be shown.
        moved: the settings' `[keys.SCREEN]` tables.
        bindings: the screen's own keys; those that work everywhere are known.
    """
    known = (*EVERYWHERE, *(binding for binding in bindings if isinstance(binding, Binding)))
    keys = {binding.id: binding.key for binding in known} | keymap(moved)
    return _NAMED.sub(lambda named: on_keyboard(keys[named[1]]), text)


def on_keyboard(keys: str) -> str:
    """Write the first of some keys as it stands on a keyboard: "F4", "Ctrl+S", "Esc", "/"."""
    first = keys.partition(",")[0]
    if first in _OTHERWISE:
        return _OTHERWISE[first]
    if _WITH_CAPITALS.fullmatch(first):
        return "+".join(part.capitalize() for part in first.split("+"))
    return format_key(first)


def keymap(moved: Mapping[str, Mapping[str, str]], actions: Sequence[Binding] = ()) -> dict[str, str]:
    """Turn the settings' `[keys.SCREEN]` tables into Textual's keymap, but no key that is needed to type.

    Of actions that share a key Textual takes it from all when one is moved: the others of `actions` are
    given theirs anew.
    """
    given = {name: keys for name, keys in _named(moved).items() if not why_not_key(name, keys)}
    shared = [(first, second) for first, second in combinations(actions, 2) if share_a_key(first, second)]
    both_ways = [*shared, *((second, first) for first, second in shared)]
    kept = {str(stays.id): stays.key for stays, goes in both_ways if goes.id in given}
    return kept | given


def share_a_key(first: Binding, second: Binding) -> bool:
    """Whether two actions of one place have a key in common from the start; it does what is possible."""
    is_one_place = str(first.id).partition(".")[0] == str(second.id).partition(".")[0]
    return is_one_place and bool({*first.key.split(",")} & {*second.key.split(",")})


def _named(moved: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    return {f"{screen}.{name}": keys for screen, table in moved.items() for name, keys in table.items()}


def misfits(moved: Mapping[str, Mapping[str, str]], actions: Sequence[Binding]) -> list[str]:
    """Say what is wrong with the settings' `[keys.SCREEN]` tables, in sentences without a full stop.

    A key that two actions share by themselves is none of that, nor is another one that both are given.

    Args:
        moved: the tables.
        actions: all that a key can be given to.
    """
    given = _named(moved)
    known = {str(action.id): given.get(str(action.id), action.key).split(",") for action in actions}
    unknown = [name for name in given if name not in known]
    return [
        *([f"the settings give a key to what is no action: {', '.join(unknown)}"] if unknown else []),
        *(
            f"there is no key {one.strip()!r}, which the settings give to {name}"
            for name, keys in given.items()
            for one in keys.split(",")
            if name in known and not _is_key(one.strip())
        ),
        *(
            f"the settings give {name} a key that is needed to type: {one}"
            for name, keys in given.items()
            for one in keys.split(",")
            if name in known and _is_needed(name, one)
        ),
        *(
            f"the settings give one key to two actions: {key} to {first} and {second}"
            for first, second in _rivals(actions)
            if first in given or second in given
            for key in {*known[first]} & {*known[second]}
        ),
    ]


def _rivals(actions: Iterable[Binding]) -> Iterator[tuple[str, str]]:
    """Pair the actions that may not have one key."""
    for first, second in combinations(actions, 2):
        if are_rivals(first, second):
            yield str(first.id), str(second.id)


def are_rivals(first: Binding, second: Binding) -> bool:
    """Whether two actions may not have one key: both can be done in one place, and they share none."""
    places = {str(one.id).partition(".")[0] for one in (first, second)}
    return (len(places) == 1 or "everywhere" in places) and not share_a_key(first, second)


def _is_key(name: str) -> bool:
    """Whether a keyboard may have it: a character, or its name in Unicode, or a name that Textual knows."""
    base = _MODIFIERS.sub("", name, count=1)
    if len(base) == 1 or base in _KNOWN_KEYS:
        return True
    try:
        unicodedata.lookup(base.replace("_", " "))
    except KeyError:
        return False
    return True
