from __future__ import annotations

from pathlib import Path

from edgerag.folders import nearest_existing, why_not_writable


def test_a_folder_that_can_be_written_stays_as_it_was(tmp_path: Path) -> None:
    assert why_not_writable(tmp_path / "new" / "folder") == ""
    assert list(tmp_path.iterdir()) == []
    assert nearest_existing(tmp_path / "new" / "folder") == tmp_path


def test_a_folder_that_takes_no_file_is_named_with_the_reason() -> None:
    """The kernel's folder refuses even the superuser."""
    assert why_not_writable(Path("/proc/new")).startswith("/proc cannot be written: ")
