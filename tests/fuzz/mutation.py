"""Damages documents: `python -m tests.fuzz.mutation KIND SEED ATTEMPTS SECONDS FOLDER` has them read.

It prints one JSON object: how many attempts were made, how they ended and what the dearest cost. It is a
process of its own because a native library that crashes takes its process with it; the attempt at hand
then lies in FOLDER, and the same seed makes it again. It ends after so many attempts, or so long.
"""

from __future__ import annotations

import io
import json
import random
import sys
import time
import traceback
import zipfile
from collections.abc import Callable
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
    "csv": [b'"', b'""', b",", b";", b"\t", b"\n", b"\r", b"\0", b"sep=|\n",
            b"\xff\xfe", b"1,500", b"," * 999],
    "xlsx": rb"""<row r="9999999">|<c r="XFD1"><v>1</v></c>|<c t="s"><v>99</v></c>|</row>|hidden="1"|s="999"
        |<mergeCell ref="A1:XFD99"/>|<f>A1</f>|<v>1E999</v>|<v>-1</v>|t="inlineStr"|&a;
        |<!DOCTYPE a>""".split(b"|"),
    "json": [b"{", b"}", b"[", b"]", b",", b'"', b"\\u", b"\\ud800", b"1e999", b"NaN",
             b'{"a":', b"\n", b"[[1],[2]]"],
    "xml": rb"""<a>|</a>|<!ENTITY|<!DOCTYPE a>|<![CDATA[|]]>|&amp;|&#0;|&a;| unit="mg"|<?x?>|<!--|xmlns:a="b"
        |<medicine>|</medicine>""".split(b"|"),
}  # fmt: skip
"""What each reader stumbles over most easily."""


_ROWS = [
    {"name": f"medicine {n}", "form": "tablet", "dose": f"{n}.5 mg", "expiry": f"{n}/04/2025"}
    for n in range(1, 30)
]


def samples(kind: str) -> list[bytes]:
    """Give the sample handbooks in one format, as files."""
    files = sample_files() + sorted(Path(sample_files()[0]).parent.glob("*"))
    texts = [path.read_bytes() for path in files if path.suffix == ".md"]
    if kind == "html":
        return [MarkdownIt("commonmark").enable("table").render(text.decode()).encode() for text in texts]
    if kind in ("md", "txt"):
        return texts
    if kind == "json":
        return [json.dumps({"title": "List", "medicines": _ROWS, "doses": [_ROWS, [1, None]]}).encode()]
    if kind == "xml":
        rows = ("".join(f"<{name}>{value}</{name}>" for name, value in row.items()) for row in _ROWS)
        return [f"<list>{''.join(f'<medicine>{row}</medicine>' for row in rows)}</list>".encode()]
    if kind == "jsonl":
        return ["\n".join(map(json.dumps, _ROWS)).encode()]
    if kind == "tsv":
        return [content.replace(b",", b"\t") for content in samples("csv")]
    return sorted({path.read_bytes() for path in files if path.suffix == f".{kind}"}, key=len)


def _in_format(kind: str) -> str:
    """Name the format whose samples and tokens a kind shares."""
    return {"tsv": "csv", "jsonl": "json"}.get(kind, kind)


def damaged(kind: str, originals: list[bytes], chance: random.Random) -> bytes:
    """Give one of the samples with some damage; half of the archives are damaged inside."""
    original = chance.choice(originals)
    if kind in ("docx", "xlsx") and chance.random() < 0.7:
        return _damaged_inside(original, TOKENS[kind], chance)
    return damaged_bytes(original, originals, TOKENS[_in_format(kind)], chance)


def damaged_bytes(data: bytes, others: list[bytes], tokens: list[bytes], chance: random.Random) -> bytes:
    """Change a few places of a file: bits, cuts, repetitions, pieces of other files, tokens, noise."""
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


def _damaged_inside(original: bytes, tokens: list[bytes], chance: random.Random) -> bytes:
    """Damage one member of an archive and pack it again."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(original)) as source, zipfile.ZipFile(packed, "w") as target:
        members = [member for member in source.namelist() if member.endswith((".xml", ".rels"))]
        main = [one for one in members if one.endswith(("document.xml", "styles.xml", "sheet1.xml"))]
        chosen = chance.choice([*members, *main])
        for name in source.namelist():
            content = source.read(name)
            if name == chosen:
                content = damaged_bytes(content, [content], tokens, chance)
            target.writestr(name, content)
    return packed.getvalue()


def _limit_memory() -> None:
    """Give this process as much memory as a child that reads a file has."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MB * child.MEGABYTE, resource.RLIM_INFINITY))


def peak_mb() -> int:
    """Give the most memory that this process ever had; 0 where the system does not say.

    `getrusage` would count what the process that started this one had.
    """
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    (peak,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(peak.split()[1]) // 1024


def meet(
    kind: str, make: Callable[[random.Random], bool], n_attempts: int, seconds: float, seed: int
) -> dict[str, object]:
    """Make attempts, and say how they ended.

    Args:
        kind: names the attempts, with their seed.
        make: makes one; says whether it was read, or refused by name.
        n_attempts: how many at most.
        seconds: for how long at most.
        seed: the same seed makes the same attempts.
    """
    failures: list[str] = []
    ends = {"read": 0, "refused": 0}
    slowest_s, n_made, end = 0.0, 0, time.monotonic() + seconds
    while n_made < n_attempts and time.monotonic() < end and len(failures) < 5:
        started = time.process_time()  # of the processor: the machine may be busy with other things
        try:
            is_read = make(random.Random(f"{kind} {seed} {n_made}"))
            ends["read" if is_read else "refused"] += 1
        except Exception:  # noqa: BLE001  # whatever it is, it is a failure to report
            failures.append(f"attempt {n_made}: {traceback.format_exc()[-1500:]}")
        slowest_s = max(slowest_s, time.process_time() - started)
        n_made += 1
    spent = {"slowest_s": round(slowest_s, 2), "peak_mb": peak_mb()}
    return {"attempts": n_made, **ends, "failures": failures, **spent}


def main(kind: str, seed: int, n_attempts: int, seconds: float, folder: Path) -> dict[str, object]:
    """Let one reader meet damaged documents."""
    originals = samples(kind)
    path = folder / f"attempt.{kind}"
    task = ParsingTask(str(path), 160, 32, cpu_s=3600, memory_mb=MEMORY_MB)
    _limit_memory()

    def make(chance: random.Random) -> bool:
        path.write_bytes(damaged(kind, originals, chance))
        return isinstance(child._run(task), Parsed)

    return meet(kind, make, n_attempts, seconds, seed)


if __name__ == "__main__":
    found = main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), Path(sys.argv[5]))
    sys.__stdout__.write(json.dumps(found))  # type: ignore[union-attr]  # it has one
