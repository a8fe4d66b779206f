"""A report as a file: which kinds there are, what to call it, what is in it."""

from __future__ import annotations

import re
from enum import StrEnum

from edgerag.domain.reports import Report
from edgerag.present.html import report_html
from edgerag.present.json.report import report_json
from edgerag.present.markdown import report_markdown

LONGEST_NAME = 48
"""Characters of the question in a file name: enough to tell files apart in a folder."""


class Format(StrEnum):
    """What a report can be saved as; the value is the end of the file's name."""

    MARKDOWN = "md"
    HTML = "html"
    JSON = "json"

    @property
    def purpose(self) -> str:
        """Say what the form is good for."""
        match self:
            case Format.MARKDOWN:
                return "Markdown: for a mail or a document"
            case Format.HTML:
                return "HTML: to print, or to read in a browser"
            case Format.JSON:
                return "JSON: for another program"


def encoded(report: Report, form: Format) -> bytes:
    """Give the bytes of the file."""
    match form:
        case Format.MARKDOWN:
            return report_markdown(report).encode()
        case Format.HTML:
            return report_html(report).encode()
        case Format.JSON:
            return report_json(report, indent=2) + b"\n"


def file_name(question: str, form: str) -> str:
    """Name a file by its question, with letters and digits that every file system takes."""
    words = re.sub(r"[^a-z0-9]+", "-", question.lower()).strip("-")
    if len(words) > LONGEST_NAME:
        words = words[:LONGEST_NAME].rpartition("-")[0] or words[:LONGEST_NAME]
    return f"{words or 'report'}.{form}"
