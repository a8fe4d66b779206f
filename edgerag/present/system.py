"""Models and the machine for a person: what is installed and used, on what it runs, what a check found."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from edgerag.inference.catalogue import Entry, Role
from edgerag.inference.hardware import Hardware
from edgerag.inference.installed import how_to_get
from edgerag.present.amounts import count, size
from edgerag.present.inert import one_line
from edgerag.present.lines import Line, Segment, Style, fields, paragraph, shorten

MODEL_COLUMNS = ("Model", "Purpose", "State", "Size", "Licence")

_PURPOSES = {
    Role.EMBEDDER: "finds passages",
    Role.RERANKER: "ranks passages",
    Role.SELECTOR: "picks statements",
    Role.ENTAILMENT: "compares texts",
    Role.RELATION: "compares answers",
    Role.GENERATOR: "writes answers",
}
_LABEL_COLUMNS = 15
_NAME_COLUMNS = 30
_WITH_LICENCE = 100
"""Columns from which there is room for the licence."""
_SIGNS = {"ok": "+", "note": "i", "wrong": "!"}
_STYLES = {"ok": Style.AGREE, "note": Style.UNSURE, "wrong": Style.DISAGREE}


@dataclass(frozen=True, slots=True)
class Health:
    """What is known of one model at this moment."""

    entry: Entry
    installed: bool
    in_use: bool
    verified: bool | None = None
    """Whether its files are what they must be; None before anybody looked."""


@dataclass(frozen=True, slots=True)
class SystemStatus:
    """The library, its indexes and this program at one moment."""

    n_handbooks: int
    n_waiting: int
    """Handbooks that must be indexed again."""
    generation: int
    vectors_agree: bool
    words_generation: int
    embedder: str
    data_folder: str


def model_table(
    models: Sequence[Health], width: int
) -> tuple[tuple[str, ...], list[tuple[str, str, str, str, str]] | list[tuple[str, str, str, str]]]:
    """Give the headers and rows of the models; the licence is left to `model_lines` where it does not fit."""
    rows = [
        (
            shorten(one_line(health.entry.name), _NAME_COLUMNS, at_word=False),
            purpose(health.entry),
            state(health),
            size(health.entry.bytes),
            one_line(health.entry.licence),
        )
        for health in models
    ]
    if width < _WITH_LICENCE:
        return MODEL_COLUMNS[:-1], [row[:-1] for row in rows]
    return MODEL_COLUMNS, rows


def purpose(entry: Entry) -> str:
    """Say what a model is for."""
    return _PURPOSES[entry.role]


def state(health: Health) -> str:
    """Say in a few words how a model is: "in use, verified"."""
    if not health.installed:
        return "not installed"
    words = ["in use" if health.in_use else "installed"]
    if health.verified is not None:
        words.append("verified" if health.verified else "DAMAGED")
    return ", ".join(words)


def model_lines(health: Health, width: int, how: str = "") -> list[Line]:
    """Lay out what a person should know of one model; `how` says how one that is missing comes."""
    entry = health.entry
    lines = paragraph([Segment(one_line(entry.title) or one_line(entry.name), Style.TITLE)], width)
    known = [Segment(f"Licence: {one_line(entry.licence)}"), Segment(size(entry.bytes), Style.DIM)]
    if entry.context_tokens:
        known.append(Segment(f"takes in {entry.context_tokens:,} tokens at once", Style.DIM))
    lines += fields(known, width)
    if entry.remark:
        lines += paragraph([Segment(one_line(entry.remark), Style.DIM)], width)
    if not health.installed:
        lines += paragraph([Segment(f"Not installed. {how or how_to_get(entry)}", Style.DIM)], width)
    return lines


def hardware_lines(found: Hardware, used_bytes: int, width: int) -> list[Line]:
    """Lay out the machine: device and the reason when it is the processor, cores, memory."""
    device = (
        "the graphics card (CUDA)" if found.cuda_driver else f"the processor, because {found.cuda_reason}"
    )
    lines = _labelled("Models run on", device, width)
    if found.cuda_driver and not found.generator_gpu:
        lines += _labelled(
            "", "the language model runs on the processor: llama.cpp was built without CUDA", width
        )
    cores = f"{one_line(found.cpu)}, {count(found.physical_cores, 'core')}"
    lines += _labelled("Processor", cores, width)
    free = (
        f"{size(found.available_bytes)} free of {size(found.memory_bytes)}; edgerag uses {size(used_bytes)}"
    )
    return lines + _labelled("Memory", free, width)


def status_lines(status: SystemStatus, width: int) -> list[Line]:
    """Lay out the library and how its indexes stand to it."""
    lines = _labelled(
        "Library", f"{count(status.n_handbooks, 'handbook')}, generation {status.generation}", width
    )
    meaning = "up to date" if status.vectors_agree else "behind the library"
    if status.n_waiting:
        meaning = f"{count(status.n_waiting, 'handbook')} to be indexed again"
    made_by = f"; made by {one_line(status.embedder)}" if status.embedder else ""
    lines += _labelled("Meaning index", meaning + made_by, width)
    agree = status.words_generation == status.generation
    words = f"generation {status.words_generation}, {'up to date' if agree else 'behind the library'}"
    lines += _labelled("Word index", words, width)
    return lines + _labelled("Kept in", one_line(status.data_folder), width)


def finding_lines(findings: Iterable[tuple[str, str, str, str]], width: int) -> list[Line]:
    """Lay out what a check found: severity, what, message and remedy of each."""
    lines: list[Line] = []
    for severity, what, message, remedy in findings:
        head = [
            Segment(f"{_SIGNS[severity]} {one_line(what)}", _STYLES[severity]),
            Segment(f"  {one_line(message)}"),
        ]
        lines += paragraph(head, width, hang=2)
        if remedy:
            lines += paragraph([Segment(f"What to do: {one_line(remedy)}", Style.DIM)], width, indent=2)
    return lines


def summary(severities: Collection[str]) -> str:
    """Say how a check ended, in a sentence."""
    n_wrong = sum(severity == "wrong" for severity in severities)
    if not n_wrong:
        return "Everything that was looked at is well."
    return f"{count(n_wrong, 'thing')} must be mended."


def _labelled(label: str, text: str, width: int) -> list[Line]:
    head = [Segment(f"{label:{_LABEL_COLUMNS}}", Style.DIM), Segment(text)]
    return paragraph(head, width, hang=_LABEL_COLUMNS)
