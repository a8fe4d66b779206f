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


def test_text_beside_values_runs_into_none_and_each_item_is_a_row(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.xml",
        "<l><item><name>insulin 30</name><dose>10 IU</dose> at night</item>"
        "<item><name>zinc</name> <dose>20 mg</dose></item></l>",
    )
    assert texts(path) == [
        "item",
        "/l/item[1] | name: insulin 30 | dose: 10 IU | value: at night",
        "/l/item[2] | name: zinc | dose: 20 mg",
    ]


@pytest.mark.parametrize(
    ("xml", "row"),
    [
        ("<l><item>Take <n>zinc</n><d>20 mg</d></item></l>", "item: Take | item n: zinc | item d: 20 mg"),
        ("<l><item>Take<d>20 mg</d>daily</item></l>", "item: Take 20 mg daily"),
        ("<l><item><n>zinc 5</n>20 mg</item></l>", "item: zinc 5 20 mg"),
        ("<l><item>Take <n>zinc</n>, <d>20 mg</d>.</item></l>", "item: Take zinc, 20 mg."),
        ("<l><item>Take para<b>ceta</b>mol</item></l>", "item: Take paracetamol"),
        ("<l><d>50 x 10<sup>9</sup>/L</d><d>5<sup>1</sup> mg</d></l>", "d: 50 x 10⁹/L | d: 5 (¹) mg"),
    ],
)
def test_elements_part_words_but_for_those_that_only_change_how_they_look(
    tmp_path: Path, xml: str, row: str
) -> None:
    assert texts(written(tmp_path / "a.xml", xml)) == [f"/l | {row}"]


def test_text_above_the_items_of_a_list_leaves_each_a_row(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.xml",
        "<l>Doses: <item><n>zinc</n><d>20 mg</d></item><item><n>quinine</n><d>10 mg</d></item> per day</l>",
    )
    assert texts(path) == [
        "/l | value: Doses: | value: per day",
        "item",
        "/l/item[1] | n: zinc | d: 20 mg",
        "/l/item[2] | n: quinine | d: 10 mg",
    ]


def test_a_reference_to_an_unknown_entity_is_no_element(tmp_path: Path) -> None:
    path = written(tmp_path / "a.xml", '<!DOCTYPE l SYSTEM "a.dtd"><l><d>Give &dose; now</d><m>zinc</m></l>')
    assert texts(path) == ["/l | d: Give &dose; now | m: zinc"]
