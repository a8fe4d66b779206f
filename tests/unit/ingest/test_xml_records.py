from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import IngestError
from edgerag.ingest.xml_records import read_xml
from tests.unit.ingest.conftest import outline

LAUGHS = (
    '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><l><m>&c;</m></l>'
)


def written(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    return path


def texts(path: Path) -> list[str]:
    return [text for _, _, text in outline(read_xml(path))]


def test_each_element_with_values_is_a_row_at_its_path(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.xml",
        """<?xml version="1.0"?><f:formulary xmlns:f="urn:x"><title>Formulary</title><!-- secret -->
        <medicine code="A1"><name>zinc</name><adultDose unit="mg">20</adultDose></medicine>
        <medicine><name>amoxicillin</name><dose><age>adult</age><mg>500</mg></dose>
        <dose><age>child</age><mg>250</mg></dose></medicine></f:formulary>""",
    )
    assert texts(path) == [
        "/formulary | title: Formulary",
        "medicine",
        "/formulary/medicine[1] | code: A1 | name: zinc | adult Dose: 20 mg",
        "/formulary/medicine[2] | name: amoxicillin",
        "/formulary/medicine[2]/dose[1] | name: amoxicillin | age: adult | mg: 500",
        "/formulary/medicine[2]/dose[2] | name: amoxicillin | age: child | mg: 250",
    ]


def test_prose_is_kept_together(tmp_path: Path) -> None:
    path = written(tmp_path / "a.xml", "<l><note>Give <b>20 mg</b> of zinc.</note><note>x</note></l>")
    assert texts(path) == ["/l | note: Give 20 mg of zinc. | note: x"]


def test_the_stated_encoding_holds(tmp_path: Path) -> None:
    xml = '<?xml version="1.0" encoding="{}"?><l><m>paracétamol</m></l>'
    for encoding in ("iso-8859-1", "utf-16", "utf-8"):
        assert texts(written(tmp_path / "a.xml", xml.format(encoding), encoding)) == ["/l | m: paracétamol"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused(encoding: str, tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="entities of its own"):
        read_xml(written(tmp_path / "a.xml", LAUGHS, encoding))


def test_nothing_outside_the_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "dose.dtd").write_text('<!ENTITY dose "999 mg">')
    path = written(tmp_path / "a.xml", '<!DOCTYPE l SYSTEM "dose.dtd"><l><m>zinc</m><d>&dose;</d></l>')
    assert "999" not in " ".join(texts(path))


@pytest.mark.parametrize("depth", [150, 5000])
def test_a_file_that_is_too_deep_is_refused(depth: int, tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="more than 100 levels deep"):
        read_xml(written(tmp_path / "a.xml", "<a>" * depth + "x" + "</a>" * depth))


def test_damage_is_told_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=r"damaged: .*line 2"):
        read_xml(written(tmp_path / "a.xml", "<l>\n<m>zinc</l>"))
