from __future__ import annotations

import stat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nacl.signing import SigningKey

from edgerag.bundle.policy import (
    check,
    ensure_signed,
    in_force,
    kept_policy,
    read_signed,
    sign_policy,
    signature_path,
)
from edgerag.bundle.signing import sign
from edgerag.errors import PolicyError
from edgerag.policy import KEPT, NO_RULES, POLICY, STRICTEST
from tests.policies import HEADER, KEY, put_policy

OTHER = SigningKey(b"o" * 32)
TRUSTED = {bytes(KEY.verify_key)}
KEEP = '[library]\nkeep_handbooks = ["*"]\n'


def sign_at(folder: Path, moment: str, body: str, key: SigningKey = KEY) -> None:
    """Sign a policy as of another moment than now."""
    content = (HEADER + body).encode()
    (folder / POLICY).write_bytes(content)
    signature = sign(b"edgerag policy\n" + moment.encode() + b"\n" + content, key)
    signature_path(folder / POLICY).write_bytes(moment.encode() + b"\n" + signature)


def test_what_was_signed_is_in_force_and_kept(tmp_path: Path) -> None:
    signed = put_policy(KEEP, folder=tmp_path)
    found = in_force(tmp_path, TRUSTED)
    assert found.refused is None
    assert found.rules == signed.rules
    assert found.rules.because.startswith("fixed by the policy of District pharmacy, signed on 20")
    assert kept_policy(tmp_path) == signed
    assert stat.S_IMODE((tmp_path / KEPT).stat().st_mode) == 0o600


def test_without_a_policy_nothing_is_fixed(tmp_path: Path) -> None:
    assert in_force(tmp_path, TRUSTED).rules is NO_RULES
    assert list(tmp_path.iterdir()) == []


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
def test_a_changed_byte_of_file_or_signature_leaves_the_last_good_one_in_force(
    tmp_path: Path, data: st.DataObject
) -> None:
    good = put_policy(KEEP, folder=tmp_path)
    in_force(tmp_path, TRUSTED)
    file = data.draw(st.sampled_from([tmp_path / POLICY, signature_path(tmp_path / POLICY)]))
    content = bytearray(file.read_bytes())
    at = data.draw(st.integers(0, len(content) - 2))  # the last byte ends the line
    content[at] ^= data.draw(st.integers(1, 127))
    file.write_bytes(content)
    found = in_force(tmp_path, TRUSTED)
    assert found.rules.policy == good.policy
    assert found.rules.sentences() == ("no handbook may be removed",)


@pytest.mark.parametrize("missing", ["policy.toml", "policy.toml.sig"])
def test_a_deleted_file_leaves_the_last_good_one_in_force(tmp_path: Path, missing: str) -> None:
    good = put_policy(KEEP, folder=tmp_path)
    in_force(tmp_path, TRUSTED)
    (tmp_path / missing).unlink()
    found = in_force(tmp_path, TRUSTED)
    assert found.rules == good.rules
    assert missing in str(found.refused)


def test_an_unsigned_policy_where_none_was_before_forbids_what_a_policy_can(tmp_path: Path) -> None:
    (tmp_path / POLICY).write_text(HEADER)
    found = in_force(tmp_path, set())
    assert found.rules.policy == STRICTEST
    assert found.refused is not None
    assert not found.rules.is_believed
    assert not (tmp_path / KEPT).exists()


def test_a_policy_of_another_key_is_refused(tmp_path: Path) -> None:
    good = put_policy(KEEP, folder=tmp_path)
    in_force(tmp_path, TRUSTED)
    put_policy("", key=OTHER, folder=tmp_path)
    found = in_force(tmp_path, TRUSTED)
    assert found.rules == good.rules
    assert "is signed with the key" in str(found.refused)


def test_without_a_bundle_the_first_key_is_trusted_from_then_on(tmp_path: Path) -> None:
    good = put_policy(KEEP, folder=tmp_path)
    assert in_force(tmp_path, set()).rules == good.rules
    put_policy("", key=OTHER, folder=tmp_path)
    assert in_force(tmp_path, set()).rules == good.rules


def test_a_new_key_that_bundles_brought_may_sign_the_next_policy(tmp_path: Path) -> None:
    put_policy(KEEP, folder=tmp_path)
    in_force(tmp_path, TRUSTED)
    newer = put_policy("[trail]\non = true", key=OTHER, folder=tmp_path)
    assert in_force(tmp_path, {bytes(OTHER.verify_key)}).rules == newer.rules


def test_an_older_policy_put_back_is_refused(tmp_path: Path) -> None:
    sign_at(tmp_path, "2026-11-02T00:00:00Z", KEEP)
    good = in_force(tmp_path, TRUSTED).rules
    sign_at(tmp_path, "2026-11-01T00:00:00Z", "")
    found = in_force(tmp_path, TRUSTED)
    assert found.rules == good
    assert "before the one that is in force" in str(found.refused)


def test_a_newer_policy_may_loosen(tmp_path: Path) -> None:
    sign_at(tmp_path, "2026-11-01T00:00:00Z", KEEP)
    in_force(tmp_path, TRUSTED)
    sign_at(tmp_path, "2026-11-02T00:00:00Z", "")
    found = in_force(tmp_path, TRUSTED)
    assert (found.rules.sentences(), found.refused) == ((), None)


def test_a_damaged_kept_policy_is_written_anew(tmp_path: Path) -> None:
    good = put_policy(KEEP, folder=tmp_path)
    in_force(tmp_path, TRUSTED)
    (tmp_path / KEPT).write_bytes(b"{")
    assert in_force(tmp_path, TRUSTED).rules == good.rules
    assert kept_policy(tmp_path) == good


def test_signing_twice_with_one_key_changes_nothing(tmp_path: Path) -> None:
    put_policy(KEEP, folder=tmp_path)
    signature = signature_path(tmp_path / POLICY)
    before = signature.read_bytes()
    ensure_signed(tmp_path / POLICY, KEY)
    assert signature.read_bytes() == before
    ensure_signed(tmp_path / POLICY, OTHER)
    assert check(read_signed(tmp_path / POLICY)).key == OTHER.verify_key


def test_what_is_no_policy_is_not_signed(tmp_path: Path) -> None:
    (tmp_path / POLICY).write_text("by = 3")
    with pytest.raises(PolicyError, match="no policy"):
        sign_policy(tmp_path / POLICY, KEY)
    assert not signature_path(tmp_path / POLICY).exists()


def test_a_huge_policy_is_refused_before_it_is_read(tmp_path: Path) -> None:
    (tmp_path / POLICY).write_bytes(b"#" * 200_000)
    with pytest.raises(PolicyError, match="too long"):
        read_signed(tmp_path / POLICY)
