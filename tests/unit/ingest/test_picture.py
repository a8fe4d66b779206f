from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import IngestError
from edgerag.ingest.picture import page_picture
from edgerag.samples import sample_files


def test_a_page_is_drawn_as_wide_as_asked_with_ink_on_paper() -> None:
    picture = page_picture(sample_files()[0], 1, width=300)
    assert picture.width == 300
    assert len(picture.rgb) == 3 * picture.width * picture.height
    assert {0xFF} < set(picture.rgb)


@pytest.mark.parametrize("number", [0, 9999])
def test_a_page_that_is_not_there_is_refused(number: int) -> None:
    with pytest.raises(IngestError) as refused:
        page_picture(sample_files()[0], number, width=300)
    assert refused.value.hint == "press o to open the original"


def test_a_file_that_is_gone_or_no_pdf_is_refused(tmp_path: Path) -> None:
    (tmp_path / "note.pdf").write_text("no PDF")
    for path in (tmp_path / "gone.pdf", tmp_path / "note.pdf"):
        with pytest.raises(IngestError, match="not the one that was added"):
            page_picture(path, 1, width=300)


def test_a_picture_of_absurd_size_is_refused() -> None:
    with pytest.raises(IngestError, match="too large"):
        page_picture(sample_files()[0], 1, width=100_000)
