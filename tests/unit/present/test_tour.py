from __future__ import annotations

import re

from edgerag.present.tour import STEPS
from edgerag.samples import sample_files
from tui.keys import EVERYWHERE


def test_the_tour_names_the_actions_that_lead_to_its_places() -> None:
    named = {name for step in STEPS for name in re.findall(r"\{(\S+?)\}", step.text)}
    assert named == {f"everywhere.{place}" for place in ("compare", "models", "library", "audits")}
    assert named <= {binding.id for binding in EVERYWHERE}


def test_the_samples_are_as_many_as_it_says_and_not_for_clinical_use() -> None:
    offer = STEPS[-1].text
    assert len(sample_files()) == 4
    assert "four short sample handbooks" in " ".join(offer.split())
    assert "not for clinical use" in offer
