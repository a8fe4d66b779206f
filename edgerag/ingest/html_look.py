"""Decides what of an HTML document is seen: by elements, attributes, inline styles and simple style rules.

    look of an element = look of its parent + what its tag, its attributes and its style say

Style rules count if their selectors name a tag, classes and an id of one element (`p.old`, `#draft`): what
depends on other elements, on the width of the screen or on files elsewhere cannot be decided here. White
type hides only where no such rule could have put a colour behind it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from edgerag.ingest.withdrawn import Withdrawal

MOST_RULES = 200
"""Rules of a document that hide or show something; no handbook has more, and each costs time."""
DEEPEST = 4
"""Blocks that a rule may stand in, one in the other."""
FAR_AWAY = 999
"""Pixels left of or above the page, from which text is outside of it."""
_STRUCK = {"s": Withdrawal.STRUCK, "strike": Withdrawal.STRUCK, "del": Withdrawal.DELETED}
_NEVER_SHOWN = frozenset(["template", "noscript", "noframes", "noembed", "datalist"])
_PROPERTIES = frozenset(
    [
        "display",
        "visibility",
        "opacity",
        "color",
        "background",
        "background-color",
        "font-size",
        "text-decoration",
        "text-decoration-line",
        "text-indent",
        "left",
        "top",
        "margin-left",
        "clip",
        "clip-path",
        "content-visibility",
    ]
)
_GROUNDS = frozenset(["color", "background", "background-color"])
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_BRACE = re.compile(r"([{}])")
_SIMPLE = re.compile(r"([a-zA-Z][\w-]*|\*)?((?:[.#][\w-]+)*)")
_EVERY_SCREEN = re.compile(r"@media\s+(?:only\s+)?(?:screen|all)\s*", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)")
_ZEROS = re.compile(r"[0.]+(?:px|pt|em|rem|%)?")
_NO_ALPHA = re.compile(r"(?:rgb|hsl)a?\(.*[,/]\s*(?:0|0?\.0+|0%)\s*\)")
_WHITE = frozenset(["white", "#fff", "#ffff", "#ffffff", "#ffffffff"])


@dataclass(frozen=True, slots=True)
class Look:
    """How an element looks, as far as its text may not be seen."""

    gone: Withdrawal | None = None
    """Why nothing inside it counts, whatever it says of itself."""
    is_visible: bool = True
    """False inside `visibility: hidden`, which an inner element may undo."""
    ground: str = "white"
    """The colour behind it; empty if it may be any."""
    colour: str = ""
    """The colour of its type; empty if it may be any."""

    @property
    def why(self) -> Withdrawal | None:
        """Why its own text does not count, if it does not."""
        if self.gone is not None:
            return self.gone
        is_seen = self.is_visible and not (self.colour and self.colour == self.ground)
        return None if is_seen else Withdrawal.HIDDEN


@dataclass(frozen=True, slots=True)
class _Rule:
    """What is declared for elements of a tag (or any), an id (or any) and at least these classes."""

    tag: str
    identity: str
    classes: frozenset[str]
    declared: Mapping[str, str]
    rank: tuple[bool, int, int]

    def fits(self, tag: str, identity: str, classes: frozenset[str]) -> bool:
        return self.tag in ("", tag) and self.identity in ("", identity) and self.classes <= classes


@dataclass(slots=True)
class Looks:
    """Knows the style rules of one document."""

    is_known: bool = True
    """False if styles apply that are not known: white type may then stand on any colour."""
    _rules: list[_Rule] = field(default_factory=list)

    def learn(self, stylesheet: str) -> None:
        """Take in the rules of a `<style>` element."""
        enclosing: list[str] = []
        pieces = _BRACE.split(_COMMENT.sub("", stylesheet))
        for text, brace in zip(pieces[::2], pieces[1::2], strict=False):
            if brace == "{":
                enclosing.append(text.rpartition(";")[2].strip())
            elif enclosing:
                self._take(enclosing.pop(), _declared(text), enclosing)

    def _take(self, selectors: str, declared: dict[str, str], enclosing: Sequence[str]) -> None:
        """Take in one rule, if what it stands in holds for every screen."""
        holds = len(enclosing) <= DEEPEST and all(map(_EVERY_SCREEN.fullmatch, enclosing))
        if holds and not selectors.startswith("@"):
            self._add(selectors, declared)
        elif _GROUNDS & set(declared):
            self.is_known = False

    def root(self) -> Look:
        """Give the look of the empty page."""
        return Look(ground="white" if self.is_known else "")

    def of(self, tag: str, attributes: Mapping[str, str], parent: Look) -> Look:
        """Give the look of an element by that of its parent."""
        declared = self._by_rules(tag, attributes) | _declared(attributes.get("style", ""))
        shown = declared.get("visibility", "")
        ground = _ground(declared, attributes, parent.ground if self.is_known else "")
        colour = _plain_colour(declared.get("color") or attributes.get("color", ""))
        inherited = "" if tag == "a" else parent.colour
        return Look(
            parent.gone or _why_gone(tag, attributes, declared),
            shown not in ("hidden", "collapse") if shown and shown != "inherit" else parent.is_visible,
            ground,
            colour or inherited,
        )

    def _add(self, selectors: str, declared: dict[str, str]) -> None:
        """Take in one rule, once for each of its selectors."""
        if not declared:
            return
        for selector in selectors.split(","):
            simple = _SIMPLE.fullmatch(selector.strip())
            if simple is None or not selector.strip() or len(self._rules) >= MOST_RULES:
                self.is_known = self.is_known and not _GROUNDS & set(declared)
                continue
            names = re.findall(r"[.#][\w-]+", simple[2])
            identity = "".join(name[1:] for name in names if name[0] == "#")
            classes = frozenset(name[1:] for name in names if name[0] == ".")
            tag = (simple[1] or "").lower().strip("*")
            rank = (bool(identity), len(classes), bool(tag))
            self._rules.append(_Rule(tag, identity, classes, declared, rank))
            self._rules.sort(key=lambda rule: rule.rank)

    def _by_rules(self, tag: str, attributes: Mapping[str, str]) -> dict[str, str]:
        if not self._rules:
            return {}
        identity, classes = attributes.get("id", ""), frozenset(attributes.get("class", "").split())
        declared: dict[str, str] = {}
        for rule in self._rules:
            if rule.fits(tag, identity, classes):
                declared |= rule.declared
        return declared


def _declared(style: str) -> dict[str, str]:
    """Give the properties that matter here of `a: b; c: d`."""
    found: dict[str, str] = {}
    for declaration in style.split(";") if ":" in style else ():
        name, _, value = declaration.partition(":")
        if (name := name.strip().lower()) in _PROPERTIES:
            found[name] = value.lower().replace("!important", "").strip()
    return found


def _why_gone(tag: str, attributes: Mapping[str, str], declared: Mapping[str, str]) -> Withdrawal | None:
    if tag in _STRUCK:
        return _STRUCK[tag]
    line = declared.get("text-decoration", "") + declared.get("text-decoration-line", "")
    if "line-through" in line:
        return Withdrawal.STRUCK
    display = declared.get("display", "")
    is_put_away = (
        tag in _NEVER_SHOWN or "hidden" in attributes or (tag == "dialog" and "open" not in attributes)
    )
    if display == "none" or (is_put_away and not display) or _is_out_of_sight(declared):
        return Withdrawal.HIDDEN
    return None


def _is_out_of_sight(declared: Mapping[str, str]) -> bool:
    """Tell whether text is transparent, without size, clipped away or beside the page."""
    far = (_NUMBER.match(declared.get(name, "")) for name in ("text-indent", "left", "top", "margin-left"))
    return (
        declared.get("content-visibility") == "hidden"
        or bool(_ZEROS.fullmatch(declared.get("opacity", "")))
        or _is_tiny(declared.get("font-size", ""))
        or declared.get("color") == "transparent"
        or bool(_NO_ALPHA.fullmatch(declared.get("color", "")))
        or "inset(50%" in declared.get("clip-path", "")
        or declared.get("clip", "").replace(" ", "").startswith("rect(0")
        or any(number is not None and float(number.group()) <= -FAR_AWAY for number in far)
    )


def _is_tiny(size: str) -> bool:
    number = _NUMBER.match(size)
    if number is None:
        return False
    in_ems = size.endswith(("em", "%"))
    return float(number.group()) <= (0.1 if in_ems else 1.5)


def _ground(declared: Mapping[str, str], attributes: Mapping[str, str], behind: str) -> str:
    """Give the colour behind an element's text, if it is plain."""
    own = declared.get("background-color") or declared.get("background") or attributes.get("bgcolor", "")
    if not own or own in ("none", "transparent", "inherit", "initial"):
        return "" if "background" in attributes else behind
    return _plain_colour(own)


def _plain_colour(value: str) -> str:
    """Give one name to each way of writing a colour; empty if it is more than a colour, or inherited."""
    written = value.strip().lower().replace(" ", "")
    if written in _WHITE or written.startswith(("rgb(255,255,255", "rgba(255,255,255,1")):
        return "white"
    return written if re.fullmatch(r"#?\w+|rgba?\([\d.,%]+\)", written) and written != "inherit" else ""
