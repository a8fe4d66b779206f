"""The checks of what reads documents: each format, the process that reads them, and pictures of pages."""

from __future__ import annotations

import sys
from pathlib import Path

from edgerag.config import Ingest
from edgerag.errors import SelfTestError
from edgerag.selftest.outcomes import Passed, Task, file_of, version_of

FIRST_PAGE = (
    "Selwyn Point Clinic Handbook\n"
    "Edition 2024. Written for the self-test of edgerag. Not for clinical use.\n"
    "1 Anaphylaxis\n"
    "Give an adult with anaphylaxis adrenaline 0.5 mg by intramuscular injection into the thigh. "
    "Repeat the dose after 5 minutes if there is no improvement."
)
SECOND_PAGE = (
    "2 Snake bite\n"
    "Do not apply a tourniquet after a snake bite. Keep the limb still with a splint and take the "
    "patient to hospital.\n"
    "3 Burns\n"
    "Cool a burn with running water for 20 minutes. Do not put ice on a burn."
)
"""What stands in `handbook.pdf`."""
HTML = "<!doctype html><title>T</title><h1>Burns</h1><p>Cool the burn &amp; cover it.</p>"
MARKDOWN = "# Burns\n\nCool the *burn* & cover it.\n"
WORD_SENTENCE = "Recognise it by the sudden onset and rapid worsening of airway, breathing or circulation"
"""It stands in the Word sample."""
SENTENCE = "Cool the burn & cover it."
PICTURE_WIDTH = 200


def check_pdf(task: Task) -> Passed:  # noqa: ARG001  # the file ships with the check
    """Read the handbook in this process: both pages, character by character."""
    _compare(_texts(file_of("handbook.pdf")))
    return Passed(str(sys.modules["pypdfium2"].PYPDFIUM_INFO), "read two pages, character by character")


def check_reading_process(task: Task) -> Passed:  # noqa: ARG001  # the file ships with the check
    """Read the handbook as `edgerag add` does: in a process with little memory and no rights to write."""
    from edgerag.ingest.parse import parse_file

    _compare([page.text for page in parse_file(file_of("handbook.pdf")).pages])
    return Passed("", "a process of its own read the same")


def check_pictures(task: Task) -> Passed:  # noqa: ARG001  # the file ships with the check
    """Draw a page as the terminal interface does."""
    from edgerag.ingest.picture import page_picture

    picture = page_picture(file_of("handbook.pdf"), 2, width=PICTURE_WIDTH)
    if picture.width != PICTURE_WIDTH or len(set(picture.rgb)) < 2:
        raise SelfTestError("a page was drawn without its text")
    return Passed("", f"drew a page of {picture.width} by {picture.height} dots")


def check_readers(task: Task) -> Passed:
    """Read Word, HTML and Markdown."""
    from edgerag.samples import sample_files

    word = next(file for pdf in sample_files() if (file := pdf.with_suffix(".docx")).is_file())
    samples = {word: WORD_SENTENCE}
    for name, content in (("page.html", HTML), ("page.md", MARKDOWN)):
        file = Path(task.scratch) / name
        file.write_text(content, encoding="utf-8")
        samples[file] = SENTENCE
    for file, sentence in samples.items():
        if not any(sentence in text for text in _texts(file)):
            raise SelfTestError(f"a file of the kind {file.suffix} was not read as it is written")
    versions = f"python-docx {version_of('docx')}, lxml {version_of('lxml')}"
    return Passed(versions, "read Word, HTML and Markdown")


def _texts(file: Path) -> list[str]:
    """Read a document in this process."""
    from edgerag.ingest.assemble import assemble

    limits = Ingest()
    parsed = assemble(file, chunk_words=limits.chunk_words, overlap_words=limits.overlap_words)
    return [page.text for page in parsed.pages]


def _compare(texts: list[str]) -> None:
    if texts != [FIRST_PAGE, SECOND_PAGE]:
        raise SelfTestError("the text of a PDF was not read as it is written")
