from __future__ import annotations

import time

import pytest

from edgerag.ingest.html_look import Look, Looks
from edgerag.ingest.withdrawn import Withdrawal

STRUCK, DELETED, HIDDEN = Withdrawal.STRUCK, Withdrawal.DELETED, Withdrawal.HIDDEN


@pytest.mark.parametrize(
    ("tag", "attributes", "why"),
    [
        ("s", {}, STRUCK),
        ("strike", {}, STRUCK),
        ("del", {}, DELETED),
        ("template", {}, HIDDEN),
        ("noscript", {}, HIDDEN),
        ("dialog", {}, HIDDEN),
        ("dialog", {"open": ""}, None),
        ("p", {"hidden": ""}, HIDDEN),
        ("p", {"style": "display:none"}, HIDDEN),
        ("p", {"style": "color: red; DISPLAY : None !important"}, HIDDEN),
        ("p", {"style": "visibility:hidden"}, HIDDEN),
        ("p", {"style": "opacity: 0.0"}, HIDDEN),
        ("p", {"style": "font-size:0"}, HIDDEN),
        ("p", {"style": "font-size:1px"}, HIDDEN),
        ("p", {"style": "font-size:0.9em"}, None),
        ("p", {"style": "color:transparent"}, HIDDEN),
        ("p", {"style": "color: rgba(0, 0, 0, 0)"}, HIDDEN),
        ("p", {"style": "position:absolute; left:-9999px"}, HIDDEN),
        ("p", {"style": "clip: rect(0, 0, 0, 0)"}, HIDDEN),
        ("p", {"style": "color:#fff"}, HIDDEN),
        ("font", {"color": "white"}, HIDDEN),
        ("td", {"style": "color:#fff; background:#1f3864"}, None),
        ("p", {"style": "color: navy; background-color: navy"}, HIDDEN),
        ("p", {"style": "text-decoration: line-through red"}, STRUCK),
        ("p", {"style": "text-decoration: underline"}, None),
        ("u", {}, None),
        ("ins", {}, None),
    ],
)
def test_what_a_reader_does_not_see_is_known_by_tag_attribute_and_style(
    tag: str, attributes: dict[str, str], why: Withdrawal | None
) -> None:
    looks = Looks()
    assert looks.of(tag, attributes, looks.root()).why == why


def test_an_inner_element_shows_itself_again_only_inside_invisible_ones() -> None:
    looks = Looks()
    shown = {"style": "visibility: visible; display: block"}
    invisible = looks.of("div", {"style": "visibility: hidden"}, looks.root())
    gone = looks.of("div", {"style": "display: none"}, looks.root())
    assert looks.of("p", shown, invisible).why is None
    assert looks.of("p", {}, invisible).why is HIDDEN
    assert looks.of("p", shown, gone).why is HIDDEN


@pytest.mark.parametrize(
    ("stylesheet", "why"),
    [
        (".old { display: none }", HIDDEN),
        ("p.old, #x { visibility: hidden }", HIDDEN),
        ("/* p */ p { text-decoration: line-through; }", STRUCK),
        ("@media screen { .old { display: none } }", HIDDEN),
        ("@media print { .old { display: none } }", None),
        ("@media (max-width: 600px) { .old { display: none } }", None),
        (".old { display: none } .old.now { display: block }", None),
        (".old { display: none } p { display: block }", HIDDEN),
        ("div .old { display: none }", None),
        ("div { display: none }", None),
        (".old { display: none", None),
        ("}}} .old {{{", None),
    ],
)
def test_a_simple_style_rule_hides_what_it_names(stylesheet: str, why: Withdrawal | None) -> None:
    looks = Looks()
    looks.learn(stylesheet)
    assert looks.of("p", {"class": "old now"}, looks.root()).why == why


def test_white_type_is_seen_where_an_unknown_rule_may_colour_what_is_behind_it() -> None:
    looks = Looks()
    looks.learn("nav .dark { background: navy }")
    assert looks.of("p", {"style": "color: white"}, looks.root()).why is None


def test_a_link_does_not_take_the_colour_of_what_it_stands_in() -> None:
    looks = Looks()
    assert looks.of("a", {}, Look(ground="white", colour="white")).why is None


@pytest.mark.parametrize(
    "unit", ["x", "{", "}", "@media screen{", "a{color:red}", "/*", ".a,", "a{b:c;", ":"]
)
def test_a_stylesheet_of_any_kind_is_learned_in_a_time_that_grows_with_its_length(unit: str) -> None:
    started = time.process_time()
    Looks().learn(unit * (1_000_000 // len(unit)))
    assert time.process_time() - started < 10


def test_thousands_of_rules_cost_no_more_than_some() -> None:
    looks = Looks()
    looks.learn("".join(f".c{n} {{ display: none }}" for n in range(100_000)))
    for _ in range(1_000):
        looks.of("p", {"class": "x"}, looks.root())
