from __future__ import annotations

from dataclasses import replace

from edgerag.domain.reports import Report
from edgerag.present.json.handbooks import handbook_in, handbook_out


def test_handbook_comes_back_without_the_folder_it_was_added_from(anaphylaxis: Report) -> None:
    handbook = replace(anaphylaxis.answers[0].handbook, source_path="/home/anna/guide.pdf")
    told = handbook_out(handbook)
    assert "/home/anna" not in str(told)
    assert handbook_in(told) == replace(handbook, source_path="")


def test_file_name_that_is_not_utf_8_is_stored_all_the_same(anaphylaxis: Report) -> None:
    handbook = replace(anaphylaxis.answers[0].handbook, file_name="guide\udce9.pdf")
    assert handbook_out(handbook).file_name == "guide?.pdf"
