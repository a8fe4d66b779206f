from __future__ import annotations

import hashlib
import io
from pathlib import Path
from threading import Event

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgerag.bundle.copying import Meter, bring, has_size, is_whole, lacking_bytes
from edgerag.bundle.manifest import BundledFile
from edgerag.disk import silent
from edgerag.errors import Cancelled

CONTENT = b"weights of a model"


def file_of(content: bytes, path: str = "models/mine/model.gguf") -> BundledFile:
    return BundledFile(path, len(content), hashlib.sha256(content).hexdigest())


def meter(cancel: Event | None = None) -> Meter:
    return Meter(silent, 0, cancel or Event())


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.binary(max_size=40), st.sampled_from(["absent", "whole", "other"])), max_size=6))
def test_progress_never_falls_and_ends_at_the_total_whatever_is_there_already(
    tmp_path: Path, files: list[tuple[bytes, str]]
) -> None:
    seen = [(0, 0)]
    total = sum(len(content) for content, _ in files)
    counted = Meter(lambda what, done, total: seen.append((done, total)), total, Event())
    for number, (content, state) in enumerate(files):
        target = tmp_path / str(number)
        target.unlink(missing_ok=True)
        if state != "absent":
            target.write_bytes(content if state == "whole" else bytes(len(content)))
        assert bring(io.BytesIO(content), file_of(content), target, counted)
        assert target.read_bytes() == content
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert all(done <= total for done, total in seen)
    assert not files or seen[-1][0] == seen[-1][1]


def test_what_has_another_hash_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "models" / "model.gguf"
    assert not bring(io.BytesIO(b"Weights of a model"), file_of(CONTENT), target, meter())
    assert list(target.parent.iterdir()) == []


def test_a_whole_file_is_not_read_again_from_its_source(tmp_path: Path) -> None:
    target = tmp_path / "model.gguf"
    target.write_bytes(CONTENT)
    source = io.BytesIO(CONTENT)
    assert bring(source, file_of(CONTENT), target, meter())
    assert source.tell() == 0


def test_a_stop_leaves_what_was_there_before(tmp_path: Path) -> None:
    target = tmp_path / "model.gguf"
    target.write_bytes(b"old")
    cancel = Event()
    cancel.set()
    with pytest.raises(Cancelled, match="stopped"):
        bring(io.BytesIO(CONTENT), file_of(CONTENT), target, meter(cancel))
    assert target.read_bytes() == b"old"


def test_size_is_a_guess_and_the_hash_is_not(tmp_path: Path) -> None:
    (tmp_path / "there").write_bytes(CONTENT.swapcase())
    there, away = file_of(CONTENT, "there"), file_of(CONTENT * 2, "away")
    assert has_size(tmp_path / "there", there)
    assert not is_whole(tmp_path / "there", there, meter())
    assert lacking_bytes(tmp_path, [there, away]) == 2 * len(CONTENT)
