"""Damages documents at random and has them read: `python mutation.py FORMAT SEED SECONDS FOLDER`.

It prints one JSON object: how many attempts were made, how they ended and what the dearest cost. It is a
process of its own because a native library that crashes takes its process with it; the attempt at hand
then lies in FOLDER, and the same seed makes it again.
"""

from __future__ import annotations

import io
import json
import random
import sys
import time
import traceback
import zipfile
from pathlib import Path

from markdown_it import MarkdownIt

from edgerag.ingest import child
from edgerag.ingest.child import Parsed, ParsingTask
from edgerag.samples import sample_files

MEMORY_MB = 1000
TOKENS = {
    "pdf": rb"""/Type/Page|endobj|stream|endstream|<<|>>|9999999999|-1|0 R|/Kids|/Rotate 45|BT|ET|3 Tr|Tj
        |/Length 0|/MediaBox[0 0 1e9 1e9]|xref""".split(b"|"),
    "docx": rb"""<w:p>|</w:p>|<w:tbl>|<w:tc>|<w:del>|</w:del>|<w:gridSpan w:val="99999999"/>|<w:vanish/>|
        |<w:sdt>|&#0;|<w:outlineLvl w:val="x"/>|&a;|<!DOCTYPE a>""".split(b"|"),
    "html": rb"""<table>|</table>|<td colspan=9e9>|<ol start=-9>|<li>|<style>|</style>|{|<!--|-->|<del>
        |hidden |<pre>|<script>|&#x110000;|&#0;|<s|='|<p style='""".split(b"|"),
    "md": [*rb"""~~ <s> <div/hidden> </div> <!--page:99999--> ``` >  [a](b ![ 9999999. &#0;""".split(b" "),
           b"---", b"\n|---|---|\n", b"|", b"\n\n", b"\t", b"- ", b"<div hidden>\n\n", b"\x80"],
    "txt": [b"\f", b"\r", b"\x80\x81", b"\xef\xbb\xbf", b"====\n", b"2.1.1 ", b"\0", b"\xff\xfe",
            b"Chapter IV\n\n"],
}  # fmt: skip
"""What each reader stumbles over most easily."""


def samples(kind: str) -> list[bytes]:
    """Give the sample handbooks in one format, as files."""
    files = sample_files() + sorted(Path(sample_files()[0]).parent.glob("*"))
    texts = [path.read_bytes() for path in files if path.suffix == ".md"]
    if kind == "html":
        return [MarkdownIt("commonmark").enable("table").render(text.decode()).encode() for text in texts]
    if kind in ("md", "txt"):
        return texts
    return sorted({path.read_bytes() for path in files if path.suffix == f".{kind}"}, key=len)


def damaged(kind: str, originals: list[bytes], chance: random.Random) -> bytes:
    """Give one of the samples with some damage; half of the archives are damaged inside."""
    original = chance.choice(originals)
    if kind == "docx" and chance.random() < 0.7:
        return _damaged_inside(original, chance)
    return _damaged(original, originals, TOKENS[kind], chance)


def _damaged(data: bytes, others: list[bytes], tokens: list[bytes], chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4, 16, 64))):
        at = chance.randrange(len(changed) + 1)
        length = min(chance.choice((1, 4, 16, 256, 4096)), len(changed) - at)
        match chance.randrange(7):
            case 0 if at < len(changed):
                changed[at] ^= 1 << chance.randrange(8)
            case 1:
                del changed[at : at + length]
            case 2:
                changed[at:at] = changed[at : at + length] * chance.choice((1, 2, 50))
            case 3:
                other = chance.choice(others)
                begin = chance.randrange(len(other))
                changed[at : at + length] = other[begin : begin + length]
            case 4:
                changed[at:at] = chance.choice(tokens) * chance.choice((1, 1, 2, 500))
            case 5 if chance.random() < 0.2:
                del changed[at:]
            case _:
                changed[at : at + length] = chance.randbytes(length)
        del changed[3_000_000:]
    return bytes(changed)


def _damaged_inside(original: bytes, chance: random.Random) -> bytes:
    """Damage one member of an archive and pack it again."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(original)) as source, zipfile.ZipFile(packed, "w") as target:
        members = [member for member in source.namelist() if member.endswith((".xml", ".rels"))]
        chosen = chance.choice([*members, "word/document.xml", "word/styles.xml"])
        for name in source.namelist():
            content = source.read(name)
            if name == chosen:
                content = _damaged(content, [content], TOKENS["docx"], chance)
            target.writestr(name, content)
    return packed.getvalue()


def _limit_memory() -> None:
    """Give this process as much memory as a child that reads a file has."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MB * child.MEGABYTE, resource.RLIM_INFINITY))


def main(kind: str, seed: int, seconds: float, folder: Path) -> dict[str, object]:
    """Make attempts for some time."""
    originals = samples(kind)
    path = folder / f"attempt.{kind}"
    task = ParsingTask(str(path), 160, 32, cpu_s=3600, memory_mb=MEMORY_MB)
    _limit_memory()
    failures: list[str] = []
    ends = {"parsed": 0, "refused": 0}
    slowest_s, n_attempts, end = 0.0, 0, time.monotonic() + seconds
    while time.monotonic() < end and len(failures) < 5:
        chance = random.Random(f"{kind} {seed} {n_attempts}")
        path.write_bytes(damaged(kind, originals, chance))
        started = time.perf_counter()
        try:
            ends["parsed" if isinstance(child._run(task), Parsed) else "refused"] += 1
        except Exception:  # noqa: BLE001  # whatever it is, it is a failure to report
            failures.append(f"attempt {n_attempts}: {traceback.format_exc()[-1500:]}")
        slowest_s = max(slowest_s, time.perf_counter() - started)
        n_attempts += 1
    return {"attempts": n_attempts, **ends, "failures": failures, "slowest_s": round(slowest_s, 2)}


if __name__ == "__main__":
    found = main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), Path(sys.argv[4]))
    sys.__stdout__.write(json.dumps(found))  # type: ignore[union-attr]  # it has one
