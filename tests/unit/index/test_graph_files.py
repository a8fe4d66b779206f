from __future__ import annotations

from pathlib import Path

from edgerag.index.graph_files import FORMAT, GraphFile, newest, publish, scratch_folder


def made(folder: Path, content: bytes, generation: int) -> GraphFile:
    with scratch_folder(folder) as scratch:
        (scratch / "graph").write_bytes(content)
        return publish(scratch / "graph", folder, generation)


def test_a_published_graph_is_found_and_whole(tmp_path: Path) -> None:
    file = made(tmp_path, b"graph", 7)
    assert newest(tmp_path) == file == GraphFile.parse(file.path)
    assert (file.format, file.generation, file.is_whole()) == (FORMAT, 7, True)
    assert list(tmp_path.iterdir()) == [file.path]


def test_a_newer_graph_takes_the_place_of_the_older(tmp_path: Path) -> None:
    made(tmp_path, b"old", 1)
    new = made(tmp_path, b"new", 2)
    assert newest(tmp_path) == new
    assert [path.name for path in tmp_path.iterdir()] == [new.path.name]


def test_a_flipped_bit_is_noticed(tmp_path: Path) -> None:
    file = made(tmp_path, b"graph", 1)
    file.path.write_bytes(b"grapi")
    assert not file.is_whole()
    file.path.unlink()
    assert not file.is_whole()


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    (tmp_path / "building-x").mkdir()
    (tmp_path / "building-x" / "graph.wal").write_bytes(b"half")
    file = made(tmp_path, b"graph", 1)
    assert list(tmp_path.iterdir()) == [file.path]


def test_other_files_and_formats_are_no_graph_of_ours(tmp_path: Path) -> None:
    assert newest(tmp_path / "missing") is None
    for name in (f"{FORMAT + 1}-5-abc.kuzu", "notes.kuzu", "1-x-abc.kuzu", f"{FORMAT}-5-abc.txt"):
        (tmp_path / name).write_bytes(b"")
    assert newest(tmp_path) is None
