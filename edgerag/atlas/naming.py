"""A statement that leaves its medicine to the line above it is quoted with that line.

"Adult: 500 mg 8 hourly" under "Amoxicillin" tells nobody what to give. What is quoted stays one piece of one
page; a statement whose medicine stands in its heading, or far above it, is quoted as it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from edgerag.domain.handbooks import Section
from edgerag.domain.pages import PageSpan
from edgerag.language.claims import Claim
from edgerag.language.medicines import last_named, named_in

NEAR: Final = 240
"""Characters above a statement: three lines. Farther up other people's amounts come between."""


def with_its_medicine(quoted: PageSpan, claim: Claim, section: Section, value: str) -> PageSpan:
    """Begin a quotation of a claim at the line above it that names the medicine of its values.

    Args:
        quoted: what is quoted of the claim.
        claim: what is stated.
        section: the section that it stands in.
        value: what is marked in the quotation; it must not stand in the lines above as well.
    """
    wanted = {one.drug for one in claim.values if one.drug}
    if not wanted or named_in(quoted.text) or wanted & named_in(section.heading):
        return quoted
    first = max(quoted.start - NEAR, section.start - quoted.page.start, 0)
    above = quoted.page.text[first : quoted.start]
    place = last_named(above, wanted)
    if place is None:
        return quoted
    begins = above.rfind("\n", 0, place) + 1
    is_whole_line = begins > 0 or first > quoted.start - NEAR
    if not is_whole_line or (value and value in above[begins:]):
        return quoted
    return replace(quoted, start=first + begins)
