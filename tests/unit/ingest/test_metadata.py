from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.doubts import doubts
from edgerag.domain.handbooks import Metadata, Origin, Stated, this_year
from edgerag.domain.pages import paginate
from edgerag.ingest.assemble import assemble
from edgerag.ingest.blocks import Properties
from edgerag.ingest.dates import last_day
from edgerag.ingest.metadata import LONGEST_TITLE, describe


def test_metadata_comes_from_the_document_before_the_file_name(tmp_path: Path) -> None:
    path = tmp_path / "clinic-book-1999.md"
    path.write_text(
        "# Primary Care Handbook for Clinics\n\nMinistry of Health, Malawi\n\n"
        "Third edition, November 2019\n\n"
        "The dose of the drug is in the table and it is to be given with food.\n"
    )
    metadata = assemble(path, chunk_words=160, overlap_words=32).handbook.metadata
    assert metadata.title.value == "Primary Care Handbook for Clinics"
    assert metadata.institution.value == "Ministry of Health, Malawi"
    assert (metadata.edition.value, metadata.edition.origin) == ("2019-11", Origin.DOCUMENT)
    assert metadata.language.value == "en"


def described(
    *texts: str, name: str = "scan_0001.pdf", today: datetime.date | None = None, **said: object
) -> Metadata:
    pages = paginate(texts, range(1, len(texts) + 1), [""] * len(texts))
    day = today or datetime.date(this_year(), 12, 31)
    return describe(Path(name), Properties(**said), pages, today=day)  # type: ignore[arg-type]


@given(
    st.dates(datetime.date(1960, 1, 1), datetime.date(2026, 12, 31)),
    st.sampled_from(["%d %B %Y", "%Y-%m-%d"]),
)
def test_a_date_beside_its_clue_is_the_edition_to_the_day(date: datetime.date, form: str) -> None:
    edition = described(f"Clinic book\nRevised {date.strftime(form)}").edition
    assert edition == Stated(date.isoformat(), Origin.DOCUMENT)


def test_year_of_the_title_outweighs_all_others() -> None:
    text = "Published in 2008. Reprinted 2009. WHO 2010."
    assert described(text, title="National Guideline 2013").edition.value == "2013"
    assert described("No year.", name="guide-2011.pdf").edition == Stated("2011", Origin.FILE_NAME)
    assert described("No year.").edition == Stated("", Origin.DEFAULT)


def test_an_edition_is_never_a_year_to_come() -> None:
    coming = this_year() + 1
    for told in (f"Revised {coming}", f"Published in May {coming}", f"Targets for {coming}-01", "in 2098"):
        text = f"Clinic book\nFirst edition 2019\n{told}"
        assert described(text, title=f"Targets for {coming}").edition.value == "2019"
    nothing = Stated("", Origin.DEFAULT)
    assert described("No year.", name=f"plan-{coming}.pdf", date=f"{coming}-01-01").edition == nothing


@pytest.mark.parametrize(
    "said", ["30 November 2026", "November 30, 2026", "2026-11-30", "30-11-2026", "Dec 2026"]
)
def test_an_edition_is_never_a_day_to_come_in_this_year(said: str) -> None:
    nothing, today = Stated("", Origin.DEFAULT), datetime.date(2026, 11, 29)
    assert described(f"Clinic book\nRevised {said}", today=today).edition == nothing
    assert described("No year.", title=f"Clinic book of {said}", today=today).edition == nothing
    assert described("No year.", date=said, today=today).edition == nothing
    assert described("No year.", name=f"clinic {said}.pdf", today=today).edition == nothing
    both = described(f"Clinic book\nRevised 29 November 2026\nNext revision: {said}", today=today)
    assert both.edition == Stated("2026-11-29", Origin.DOCUMENT)


def test_without_a_day_given_no_edition_is_after_today() -> None:
    tomorrow = last_day() + datetime.timedelta(days=1)
    pages = paginate([f"Clinic book\nRevised {tomorrow:%d %B %Y}"], [1], [""])
    assert describe(Path("x.pdf"), Properties(), pages).edition.value == ""


@pytest.mark.parametrize("amount", ["2000 mg", "1950 kcal", "2000 mL", "2000 units", "2000 IU"])
def test_an_amount_is_no_edition(amount: str) -> None:
    assert described(f"Clinic book\nAt most {amount}").edition == Stated("", Origin.DEFAULT)
    assert described("No year.", title=f"A diet of {amount}").edition == Stated("", Origin.DEFAULT)
    assert described("No year.", name=f"at most {amount}.pdf").edition == Stated("", Origin.DEFAULT)


ROWS = {
    "csv": "Medicine,Dose,Expiry\nlinezolid,600 mg,2024-12-31\nvancomycin,2000 mg,2025-06-30\n"
    "zinc,2001,May 2019\n",
    "tsv": "Medicine\tDose\tExpiry\nlinezolid\t600 mg\t2024-12-31\nvancomycin\t2000 mg\t2025\n",
    "json": '[{"medicine": "linezolid", "dose": 2000, "expiry": "2024-12-31"},'
    ' {"medicine": "zinc", "dose": 2001, "published": "2019"}]',
    "xml": "<list><item><medicine>linezolid</medicine><made>2019</made></item>"
    "<item><medicine>zinc</medicine><made>May 2020</made></item></list>",
}


@pytest.mark.parametrize("ending", ROWS)
def test_what_stands_in_the_rows_of_a_list_is_not_its_edition(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"linezolid.{ending}"
    path.write_text(ROWS[ending])
    book = assemble(path, chunk_words=160, overlap_words=32).handbook
    assert book.metadata.edition == Stated("", Origin.DEFAULT)
    assert book.title == "linezolid"
    assert "no edition was found" in doubts(book)


@pytest.mark.parametrize("ending", ROWS)
def test_a_list_has_the_edition_that_its_name_says(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"prices 2023.{ending}"
    path.write_text(ROWS[ending])
    assert assemble(path, chunk_words=160, overlap_words=32).handbook.edition == "2023"


@pytest.mark.parametrize(
    ("name", "text", "edition"),
    [
        (
            "list.csv",
            "Essential medicines, May 2023\nMedicine,Expiry,Form\nzinc,2025,syrup\niron,2026,tablet\n",
            "2023-05",
        ),
        ("list.json", '{"published": "2023-05", "items": [{"m": "zinc", "expiry": "2025"}]}', "2023-05"),
        (
            "list.xml",
            '<list updated="2023-05"><i m="zinc" x="2025"/><i m="iron" x="2024"/></list>',
            "2023-05",
        ),
    ],
)
def test_a_list_has_the_edition_that_stands_above_its_rows(
    name: str, text: str, edition: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert assemble(path, chunk_words=160, overlap_words=32).handbook.edition == edition


def test_a_table_of_numbers_has_no_edition() -> None:
    assert described(" ".join(map(str, range(3000)))).edition == Stated("", Origin.DEFAULT)


def test_title_is_what_is_printed_large_unless_the_property_says_as_much() -> None:
    large = ("Primary Care", "101 Handbook")
    assert described("x", large_text=large, title="untitled").title.value == "Primary Care 101 Handbook"
    assert described("x", large_text=large, title="Primary Care 101 Handbook 2013").title.value.endswith(
        "2013"
    )
    assert described("x", name="primary_care-101.pdf").title == Stated("primary care 101", Origin.FILE_NAME)


@given(st.integers(1960, 2025), st.sampled_from(["{} Edition", "Version 2, May {}", "1 April {}", "{}"]))
def test_a_line_that_says_only_when_is_no_part_of_a_title_and_still_says_when(year: int, form: str) -> None:
    metadata = described("x", large_text=("Primary Care Handbook", form.format(year)))
    assert metadata.title.value == "Primary Care Handbook"
    assert metadata.edition.value.startswith(str(year))


@given(st.integers(1960, 2025))
def test_of_two_years_the_first_is_the_edition(year: int) -> None:
    edition = described(f"Clinic guideline {year}/{(year + 1) % 100:02}").edition
    assert edition == Stated(str(year), Origin.DOCUMENT)


def test_without_a_printed_title_a_heading_with_the_files_words_is_one() -> None:
    text = "health\nthe maternity ward is closed.\nGUIDELINES FOR MATERNITY CARE\nMaternity care for all"
    title = Stated("GUIDELINES FOR MATERNITY CARE", Origin.FILE_NAME)
    assert described(text, name="za-maternity-2007.pdf").title == title
    assert described(text, name="za_2007.pdf").title.value == "za 2007"
    assert described(text, name="burns-and-maternity.pdf").title.value == "burns and maternity"


@given(st.lists(st.text(max_size=120), max_size=4), st.text(max_size=300))
def test_title_is_never_longer_than_a_shelf_shows(large: list[str], title: str) -> None:
    stated = described("x", large_text=tuple(large), title=title).title
    assert 0 < len(stated.value) <= LONGEST_TITLE


@pytest.mark.parametrize(
    ("text", "institution"),
    [
        ("a publication\nOf The Northern Stewardship Programme", "Northern Stewardship Programme"),
        ("MINISTRY OF HEALTH AND WELFARE", "Ministry of Health and Welfare"),
        ("Written for the World Health Organization by A. Nurse", "World Health Organization"),
        ("Harbour District Hospital\nFever", "Harbour District Hospital"),
        ("Harbour District Hospital\nWith thanks to the Ministry of Health", "Ministry of Health"),
        ("Fever and cough", ""),
    ],
)
def test_maker_is_a_ministry_or_another_organisation_that_the_book_names(text: str, institution: str) -> None:
    assert described(text).institution.value == institution


@given(st.sampled_from(["World Health Organization", "Ministry of Health", "UNICEF"]))
def test_whom_a_book_only_mentions_farther_in_did_not_make_it(name: str) -> None:
    mention = f"The doses follow the advice of {name} for adults."
    assert described("Cover", "Contents", mention).institution == Stated("", Origin.DEFAULT)
    assert described("Cover", "Contents", f"Published by {name}").institution.value.startswith(name)
    assert described("Cover", "Contents", "Text", f"© {name} 2019").institution.value.startswith(name)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("La dose est dans le tableau et la fièvre est traitée avec des comprimés pour les enfants", "fr"),
        ("成人过敏性休克应立即肌肉注射肾上腺素", "zh"),
        ("Dozi ya dawa ni kwa mtoto na mtu mzima katika kituo cha afya", "sw"),
        ("500 mg 250 mg", "de"),
    ],
)
def test_language_is_that_of_the_text_and_else_what_the_file_says(text: str, language: str) -> None:
    assert described(text, language="de").language.value == language


@pytest.mark.parametrize(
    ("said", "edition"),
    [
        ("May 2023", "2023-05"),
        ("2023-05-11T10:00:00Z", "2023-05-11"),
        ("2023-02-30", "2023-02"),
        ("last May", ""),
    ],
)
def test_the_date_of_a_file_is_an_edition_in_the_form_that_sorts(said: str, edition: str) -> None:
    assert described("No year.", date=said).edition.value == edition


def test_a_day_that_no_month_has_is_left_out() -> None:
    assert described("Clinic book\nRevised 31 February 2020").edition.value == "2020-02"
