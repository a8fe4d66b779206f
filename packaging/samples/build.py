"""Build the sample handbooks: `python packaging/samples/build.py [--out FOLDER]`.

Reads the Markdown sources, the medicines list and the questions beside this file; writes the PDFs, one
handbook also as Markdown and one as Word, the list as CSV and as a workbook, and the gold file. With the same
library versions the files come out the same, byte for byte.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from gold import write_gold
from pdf import write_pdf
from sheet import write_xlsx
from sources import Source, read_source
from word import write_docx

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1] / "edgerag" / "samples"

HANDBOOKS = ("marula-hill-2010", "kestrel-bay-2014", "tamarind-valley-2019", "brightwater-2023")
ALSO_MARKDOWN = "kestrel-bay-2014"
ALSO_WORD = "tamarind-valley-2019"
LIST = "saltbush-crossing-2022"


def build(folder: Path) -> None:
    """Write every sample file into `folder`, which must exist."""
    sources = [read_source(HERE / f"{stem}.md") for stem in HANDBOOKS]
    for source in sources:
        write_pdf(source, folder / f"{source.stem}.pdf")
        if source.stem == ALSO_MARKDOWN:
            (folder / f"{source.stem}.md").write_text(_markdown(source), encoding="utf-8", newline="\n")
        if source.stem == ALSO_WORD:
            write_docx(source, folder / f"{source.stem}.docx")
    (folder / f"{LIST}.csv").write_bytes((HERE / f"{LIST}.csv").read_bytes())
    write_xlsx(HERE / f"{LIST}.csv", folder / f"{LIST}.xlsx")
    write_gold(HERE / "questions.toml", sources, folder, folder / "gold.jsonl")


def _markdown(source: Source) -> str:
    """Put the title page before the body, as a person would write it."""
    return (
        f"# {source.title}\n\n{source.subtitle}\n\n**{source.institution}**\n\n"
        f"{source.edition}, {source.date}\n\n{source.imprint}\n\n"
        f"> **Sample only.** {source.notice}\n\n{source.markdown}"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build the sample handbooks.")
    parser.add_argument("--out", type=Path, default=PACKAGE, help="folder to write to (default: the package)")
    build(parser.parse_args().out)
