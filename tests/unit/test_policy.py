from __future__ import annotations

import pytest

from edgerag.config import Config, Models
from edgerag.errors import PolicyError
from edgerag.policy import NO_RULES, STRICTEST, Rules, decode
from tests.policies import HEADER


def rules(body: str) -> Rules:
    return Rules(
        decode((HEADER + body).encode()), "fixed by the policy of District pharmacy, signed on 2026-11-23"
    )


def test_every_field_has_its_sentence() -> None:
    said = rules(
        "[history]\nkeep = true\ndays = 30\n[trail]\non = true\nquestion_text = true\n"
        '[library]\nlocked = true\nkeep_handbooks = ["*"]\naccept_exports = ["ab cd"]\n'
        '[models]\ngenerator = "small"\nreranker = ""\n'
    ).sentences()
    assert said == (
        "every question is kept in the history",
        "questions older than 30 days are deleted",
        "an audit trail is written",
        "what was asked is kept in the audit trail",
        "the library must be locked with a passphrase",
        "no handbook may be removed",
        "only exports signed by these may be imported: ab cd",
        "the reranker is the usual one",
        "the generator is small",
    )


def test_a_policy_that_fixes_nothing_forbids_nothing() -> None:
    for fixed in (NO_RULES, rules("")):
        assert fixed.sentences() == ()
        assert fixed.governs(Config()) == Config()
        assert fixed.keeps_history
        assert fixed.history_days is None
        assert not fixed.demands_lock
        fixed.refuse_setting("models.generator")
        fixed.refuse_unkept()
        fixed.refuse_removal("0123", "Clinic")
        fixed.refuse_export_of("nobody")
        fixed.refuse_unlocking()


def test_what_is_refused_says_in_whose_name_and_whom_to_ask() -> None:
    with pytest.raises(PolicyError, match="District pharmacy, signed on 2026-11-23") as told:
        rules('[library]\nkeep_handbooks = ["0123"]').refuse_removal("0123", "Clinic")
    assert told.value.hint == "ask District pharmacy"
    assert str(told.value).startswith("Clinic cannot be removed or replaced")


def test_only_the_named_handbooks_are_kept() -> None:
    some = rules('[library]\nkeep_handbooks = ["0123"]')
    assert (some.keeps("0123"), some.keeps("4567")) == (True, False)
    assert rules('[library]\nkeep_handbooks = ["*"]').keeps("4567")


def test_models_of_the_policy_stand_above_the_settings() -> None:
    fixed = rules('[models]\ngenerator = "small"\nreranker = ""')
    config = fixed.governs(Config(models=Models(generator="large", reranker="mine", embedder="e", threads=2)))
    assert config.models == Models(generator="small", reranker="", embedder="e", threads=2)
    assert fixed.settings() == {"models.generator": "small", "models.reranker": ""}
    with pytest.raises(PolicyError, match=r"models\.reranker cannot be changed"):
        fixed.refuse_setting("models.reranker")
    fixed.refuse_setting("models.embedder")


def test_history_is_for_as_long_as_the_policy_says() -> None:
    assert rules("[history]\ndays = 7").history_days == 7
    none = rules("[history]\nkeep = false")
    assert (none.keeps_history, none.history_days) == (False, 0)
    with pytest.raises(PolicyError, match="cannot be left out"):
        rules("[history]\nkeep = true").refuse_unkept()


def test_exports_are_accepted_by_fingerprint_however_it_is_spaced() -> None:
    some = rules('[library]\naccept_exports = ["ABCD 0123"]')
    some.refuse_export_of("abcd0123")
    with pytest.raises(PolicyError, match="signed by nobody"):
        some.refuse_export_of("nobody")
    rules('[library]\naccept_exports = ["nobody"]').refuse_export_of("nobody")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b'format = "edgerag.policy/2"\nby = "x"',
        b'format = "edgerag.policy/1"\nby = ""',
        (HEADER + "[histroy]\nkeep = true").encode(),
        (HEADER + "[history]\ndays = 0").encode(),
        (HEADER + "[history]\nkeep = false\ndays = 3").encode(),
        (HEADER + "[trail]\nquestion_text = true").encode(),
        (HEADER + "x = " + "[" * 50_000).encode(),
    ],
)
def test_what_is_no_policy_is_refused(content: bytes) -> None:
    with pytest.raises(PolicyError, match="no policy"):
        decode(content)


def test_no_export_is_accepted_where_nobody_is_named_whose_exports_are() -> None:
    assert rules("[library]\naccept_exports = []").accepts_no_export
    assert Rules(STRICTEST, "because").accepts_no_export
    assert not rules('[library]\naccept_exports = ["nobody"]').accepts_no_export
    assert not NO_RULES.accepts_no_export


def test_rules_that_stand_in_forbid_all_and_delete_nothing() -> None:
    stand_in = Rules(STRICTEST, "until it can be believed", is_believed=False)
    assert stand_in.history_days is None
    assert not stand_in.keeps_history
    assert stand_in.keeps("any")
    with pytest.raises(PolicyError):
        stand_in.refuse_export_of("nobody")


def test_a_model_whose_role_is_fixed_stays_also_where_the_usual_one_is_meant() -> None:
    usual = {"embedder": "bge", "generator": "qwen"}
    some = rules('[models]\nembedder = ""\ngenerator = "theirs"')
    for name in ("bge", "theirs"):
        with pytest.raises(PolicyError, match=f"{name}, the .*, cannot be removed"):
            some.refuse_model_removal(name, usual)
    some.refuse_model_removal("qwen", usual)
    NO_RULES.refuse_model_removal("bge", usual)
