from __future__ import annotations

import pytest

from edgerag.config import Setting, settings
from edgerag.present.settings import GROUPS, capitalised, choices, explanation, read, written

BY_KEY = {setting.key: setting for setting in settings()}


def test_every_setting_is_in_a_group() -> None:
    assert {setting.table for setting in settings()} == set(GROUPS)


@pytest.mark.parametrize("setting", settings(), ids=lambda setting: setting.key)
def test_what_is_written_is_read_back(setting: Setting) -> None:
    assert read(setting, written(setting.default)) == setting.default
    assert written(setting.default) in explanation(setting)
    assert not choices(setting) or written(setting.default) in choices(setting)


@pytest.mark.parametrize("typed", ["", "many", "0", "51", "1.5", "²", "-3"])
def test_a_number_outside_its_limits_is_refused_with_them(typed: str) -> None:
    with pytest.raises(ValueError, match="from 1 to 50"):
        read(BY_KEY["retrieval.passages"], typed)


def test_numbers_are_read_as_people_write_them() -> None:
    assert read(BY_KEY["retrieval.rerank_passages"], " 1,000 ") == 1000


def test_a_sentence_begins_with_a_capital_and_keeps_the_rest() -> None:
    assert [capitalised(text) for text in ("fixed by ANN", "", "ä")] == ["Fixed by ANN", "", "Ä"]
