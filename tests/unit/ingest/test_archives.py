from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from edgerag.errors import IngestError
from edgerag.ingest.archives import MAX_MEMBERS, refuse_bomb


def test_an_archive_of_ordinary_size_is_let_through_and_a_part_that_is_too_long_is_not(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", bytes(2_000_000))
    with path.open("rb") as file:
        refuse_bomb(file, "DOCX")
        with pytest.raises(IngestError, match="the DOCX unpacks to 2 MB"):
            refuse_bomb(file, "DOCX", largest_xml=1_000_000)


def test_a_flood_of_members_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w") as archive:
        for n in range(MAX_MEMBERS + 1):
            archive.writestr(f"{n}", b"")
    with path.open("rb") as file, pytest.raises(IngestError, match="more than any handbook"):
        refuse_bomb(file, "DOCX")
