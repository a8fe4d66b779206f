from __future__ import annotations

from fractions import Fraction

from edgerag.language.quantities import UNITS, Dimension
from edgerag.language.units import any_of, by_spelling, one_space, tables


def test_every_table_holds_exact_fractions_and_no_spelling_twice() -> None:
    units = [table for dimension in tables().units.values() for table in (dimension,)]
    for table in (tables().numbers, tables().scales, tables().frequencies, *units):
        spellings = [spelling for several in table.values() for spelling in several]
        assert len(spellings) == len(set(spellings))
        assert all(isinstance(value, Fraction) for value in by_spelling(table).values())


def test_a_spelling_belongs_to_one_dimension_and_is_written_in_lower_case() -> None:
    spellings = [s for table in tables().units.values() for several in table.values() for s in several]
    assert len(spellings) == len(set(spellings)) == len(UNITS)
    assert all(spelling == spelling.lower() for spelling in spellings)
    assert set(tables().units) <= {str(dimension) for dimension in Dimension}


def test_the_longest_spelling_comes_first() -> None:
    assert any_of(["m", "mg", "m g"]) == r"(?:m\s{1,3}g|mg|m)"
    assert one_space("  per \n cent ") == "per cent"
