from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.ids import HandbookId
from edgerag.errors import HandbookNotFoundError
from edgerag.language.claims import Claim
from edgerag.language.negation import Polarity
from edgerag.language.quantities import Interval
from edgerag.language.values import Kind, Value
from edgerag.store import claims as table
from edgerag.store.claims import ReadClaims
from edgerag.store.library import Library
from tests.claims import make_claim
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

MALARIA = make_handbook("Malaria", ["Give quinine 600 mg."])
READER = 7
ends = st.none() | st.fractions()
names = st.frozensets(st.text(max_size=5), max_size=3)
values = st.builds(
    Value,
    st.sampled_from(Kind),
    st.text(max_size=5),
    st.builds(Interval, ends, ends),
    st.integers(0, 99),
    st.integers(0, 99),
    drug=st.text(max_size=5),
    populations=names,
    ages=st.none() | st.builds(Interval, ends, ends),
)
some_claims = st.lists(
    st.builds(
        Claim,
        st.integers(0, 99),
        st.integers(0, 99),
        st.lists(values, max_size=3).map(tuple),
        names,
        names,
        names,
        names,
        st.integers(0, 99),
        names,
        names,
        st.frozensets(st.tuples(st.text(max_size=3), st.text(max_size=3)), max_size=2),
        st.sampled_from(Polarity),
        is_order=st.booleans(),
        terms=names,
        ordered=names,
        is_in_case=st.booleans(),
    ),
    max_size=4,
)


def added(library: Library) -> HandbookId:
    library.add(MALARIA, make_vectors(1), EMBEDDER)
    return MALARIA.handbook.id


@given(claims=some_claims)
def test_claims_come_back_as_they_were(claims: list[Claim]) -> None:
    for claim in claims:
        assert table._DECODER.decode(table._ENCODER.encode(claim)) == claim


def test_claims_are_kept_in_their_order_with_exact_amounts(library: Library) -> None:
    book = added(library)
    third = Value(Kind.DOSE, "mass", Interval(Fraction(1, 3), None), 0, 4)
    first = make_claim(third)
    second = make_claim(start=9, polarity=Polarity.MAY, terms=frozenset("a"))
    library.keep_claims(book, ReadClaims((first, second), READER))
    assert library.claims(book, READER) == (first, second)
    library.keep_claims(book, ReadClaims((second,), READER))
    assert library.claims(book, READER) == (second,)


def test_what_another_version_read_counts_as_unread(library: Library) -> None:
    book = added(library)
    assert library.claims(book, READER) is None
    library.keep_claims(book, ReadClaims((), READER))
    assert library.claims(book, READER) == ()
    assert library.claims(book, READER + 1) is None


def test_a_damaged_claim_makes_all_of_them_unread(library: Library) -> None:
    book = added(library)
    claim = make_claim()
    library.keep_claims(book, ReadClaims((claim,), READER))
    with library.transaction() as db:
        db.execute("update claims set claim = ?", (b"\x90",))
    assert library.claims(book, READER) is None


def test_claims_go_with_their_handbook(library: Library) -> None:
    book = added(library)
    library.keep_claims(book, ReadClaims((), READER))
    library.remove(book)
    with pytest.raises(HandbookNotFoundError):
        library.claims(book, READER)
    with library.reading() as db:
        assert db.execute("select count(*) from claims").get == 0
