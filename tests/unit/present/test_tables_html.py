from __future__ import annotations

from edgerag.language.fitting import fitting_row, patient_of
from edgerag.language.tables import tables_in
from edgerag.present.tables import Shown
from edgerag.present.tables_html import table_html

TEXT = "Weight | Dose <mg>\n5 to 7 kg | 175 & more\n8 to 11 kg | 250\nOver 11 kg: ask | 1 | 2"


def written(text: str, question: str = "") -> str:
    (table,) = tables_in(text)
    return "\n".join(table_html(Shown(text, table, (), fitting_row(text, table, patient_of(question)))))


def test_the_head_and_the_row_for_the_child_are_told_and_nothing_becomes_markup() -> None:
    text = TEXT.rpartition("\n")[0]
    assert written(text, "child of 6 kg") == (
        '<table class="page">\n'
        "<tr><th>Weight</th><th>Dose &lt;mg&gt;</th></tr>\n"
        '<tr class="fits"><td>► 5 to 7 kg</td><td>175 &amp; more</td></tr>\n'
        "<tr><td>8 to 11 kg</td><td>250</td></tr>\n"
        "</table>\n"
        '<p class="word">► The row for 6 kg</p>'
    )


def test_a_row_whose_columns_are_not_certain_goes_across() -> None:
    assert '<td colspan="3">8 to 11 kg | 250</td>' in written(TEXT, "child of 6 kg")


def test_a_list_has_its_names_as_a_head() -> None:
    assert "<tr><th></th><th>Medicine</th><th>Dose</th></tr>" in written("Row 2 | Medicine: a | Dose: 1 mg")
