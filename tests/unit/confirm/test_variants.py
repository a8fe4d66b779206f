from __future__ import annotations

from edgerag.confirm.claims import Claim, Kind
from edgerag.confirm.homologous import Group, group_claims
from edgerag.confirm.variants import Read, bag_of, read_groups


def group_of(**by_source: str) -> Group:
    (group,) = group_claims(Claim(source, "x", "author", value) for source, value in by_source.items())
    return group


def read_group(group: Group, kind: Kind) -> Read:
    (read,) = read_groups([group], kind)
    return read


def test_forms_of_one_person_are_one_value() -> None:
    read = read_group(group_of(a="Knuth, Donald E.", b="Donald Knuth", c="D. Knuth"), Kind.NAMES)
    assert [set(node) for node in read.nodes.values()] == [{0}, {0}, {0}]
    assert read.counts(0)["d", "knuth"] == 1


def test_run_on_list_is_read_by_the_names_of_another_source() -> None:
    read = read_group(
        group_of(a="Joel Scambray; Stuart McClure", b="Joel Scambray Stuart McClure"), Kind.NAMES
    )
    assert set(read.nodes["a"]) == set(read.nodes["b"]) == {0, 1}


def test_run_on_list_is_read_by_the_names_of_other_things() -> None:
    one, other, run_on = (
        group_of(a=text) for text in ("Joel Scambray", "Stuart McClure", "Joel Scambray Stuart McClure")
    )
    assert set(read_groups([one, other, run_on], Kind.NAMES)[-1].nodes["a"]) == {0, 1}


def test_single_word_beside_whole_names_is_unread_and_not_lost() -> None:
    group = group_of(a="Paul Deitel", b="Harvey")
    read = read_group(group, Kind.NAMES)
    assert set(read.nodes) == {"a"}
    assert read.unread == group.by_source["b"]


def test_single_words_are_values_where_there_is_nothing_better() -> None:
    assert set(read_group(group_of(a="Knuth", b="Deitel"), Kind.NAMES).nodes) == {"a", "b"}


def test_claim_that_names_nobody_is_unread() -> None:
    read = read_group(group_of(a="Not Available", b="Paul Deitel"), Kind.NAMES)
    assert [claim.source for claim in read.unread] == ["a"]


def test_order_of_words_does_not_matter_to_a_form() -> None:
    assert bag_of(("donald", "knuth")) == bag_of(("knuth", "donald"))
