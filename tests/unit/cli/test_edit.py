from __future__ import annotations

import pytest

from edgerag.domain.handbooks import Origin, Stated
from edgerag.errors import EdgeRagError
from edgerag.store.library import Library
from tests.unit.cli.conftest import CLINIC, Invoke


def test_what_is_named_is_changed_and_the_rest_is_not(invoke: Invoke, library: Library) -> None:
    shown = invoke("edit", "Clinic", "--edition", "2019-11", "--authority", "low")
    assert shown.stdout == "edition: 2019-11\nauthority: low\n"
    metadata = library.handbook(CLINIC.handbook.id).metadata
    assert metadata.edition == Stated("2019-11", Origin.PERSON)
    assert metadata.authority == Stated("low", Origin.PERSON)
    assert metadata.title == CLINIC.handbook.metadata.title


def test_nothing_to_change_is_an_error(invoke: Invoke, library: Library) -> None:
    with pytest.raises(EdgeRagError, match="nothing to change"):
        invoke("edit", "Clinic")


def test_authority_has_three_values(invoke: Invoke, library: Library) -> None:
    assert invoke("edit", "Clinic", "--authority", "highest").exit_code == 2
    assert library.handbook("Clinic").metadata.authority == CLINIC.handbook.metadata.authority
