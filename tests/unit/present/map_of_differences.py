"""A map of two groups, for the tests of what shows it."""

from __future__ import annotations

from edgerag.domain.answers import Citation
from edgerag.domain.differences import DifferenceGroup, DifferingPair, GroupRelation, Side
from edgerag.domain.ids import SectionId
from edgerag.domain.reports import Label, Significance
from tests.synthetic import make_handbook

ONE, TWO = (make_handbook(title, ["Text."]).handbook for title in ("One <b>", "Two"))


def side(book: int, quote: str, value: str, page: int | None = 3) -> Side:
    citation = Citation(SectionId(1), "Emergencies > Anaphylaxis", page, 3, quote, 0, len(quote))
    return Side((ONE, TWO)[book], citation, value)


DOSES = DifferenceGroup(
    "adrenaline",
    "dose",
    ("adult",),
    Significance.HIGH,
    GroupRelation.DIFFERING,
    (
        DifferingPair(
            Label.DIVERGENT,
            1.2,
            0.8,
            side(0, "Give adrenaline\n0.5 mL <script>.", "0.5 mL"),
            side(1, "Give adrenaline 1 mL.", "1 mL", None),
        ),
    ),
)
BANS = DifferenceGroup(
    "doxycycline",
    "action",
    (),
    Significance.HIGH,
    GroupRelation.OPPOSED,
    (DifferingPair(Label.CONTRADICTORY, 0.95, 0.5, side(0, "=Give it.", ""), side(1, "Never give it.", "")),)
    * 5,
)
ALONE = DifferenceGroup(
    "quinine",
    "duration",
    (),
    Significance.MEDIUM,
    GroupRelation.ONLY_ONE,
    (),
    illness="malaria",
    stated=(side(0, "Give quinine for 7 days.", ""),),
    silent=(TWO,),
)
