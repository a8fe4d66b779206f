"""Refuses Office archives that would unpack to more than memory holds, by their directory alone."""

from __future__ import annotations

import zipfile
from io import BufferedReader

from edgerag.errors import IngestError

MAX_UNPACKED_BYTES = 300_000_000
"""Unpacked size of an Office file; a thousand pages with pictures stay below it, and 600,000 rows of data."""
MAX_XML_BYTES = 100_000_000
"""Unpacked size of one XML part that is held in memory whole."""
MAX_MEMBERS = 20_000


def refuse_bomb(file: BufferedReader, kind: str, *, largest_xml: int = MAX_XML_BYTES) -> None:
    """Refuse an archive that unpacks to more than any handbook.

    Args:
        file: the archive; its position does not matter.
        kind: what to call it: "DOCX".
        largest_xml: bytes that one XML part may unpack to.

    Raises:
        IngestError: it does, or it is damaged.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError) as error:
        raise IngestError(f"the {kind} is damaged or incomplete", hint="copy or download it again") from error
    largest = max((m.file_size for m in members if m.filename.endswith((".xml", ".rels"))), default=0)
    unpacked = sum(member.file_size for member in members)
    if unpacked > MAX_UNPACKED_BYTES or largest > largest_xml or len(members) > MAX_MEMBERS:
        raise IngestError(
            f"the {kind} unpacks to {unpacked // 1_000_000:,} MB, more than any handbook",
            hint="do not trust this file",
        )
