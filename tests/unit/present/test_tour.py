from __future__ import annotations

import re

from edgerag.present.tour import STEPS
from edgerag.samples import sample_files
from tui.keys import PLACES


def test_keys_that_the_tour_names_lead_where_it_says() -> None:
    word_of = {key.upper(): word for key, word, _ in PLACES.values()}
    named = {key: step.title for step in STEPS for key in re.findall(r"\bF\d\b", step.text)}
    assert named.keys() == {"F3", "F4"}
    assert all(word_of[key].casefold() in title.casefold() for key, title in named.items())


def test_the_samples_are_as_many_as_it_says_and_not_for_clinical_use() -> None:
    offer = STEPS[-1].text
    assert len(sample_files()) == 4
    assert "four short sample handbooks" in " ".join(offer.split())
    assert "not for clinical use" in offer
