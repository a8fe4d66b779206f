from __future__ import annotations

from pathlib import Path

import pytest

from edgerag import paths
from edgerag.bundle.signing import make_keys
from edgerag.errors import BundleKeyError, PolicyError
from edgerag.store.library import Library
from tests.policies import HEADER, put_policy
from tests.unit.cli.conftest import Invoke

KEEP = '[library]\nkeep_handbooks = ["*"]\n'


def test_without_a_policy_nothing_is_fixed(invoke: Invoke) -> None:
    assert invoke("policy", "show").stdout.splitlines()[-1] == "nothing is fixed"


def test_what_is_fixed_is_shown_with_whose_policy_it_is(invoke: Invoke) -> None:
    put_policy(KEEP)
    shown = invoke("policy", "show").stdout.splitlines()
    assert shown[1] == "no handbook may be removed"
    assert shown[2].startswith("fixed by the policy of District pharmacy, signed on ")


def test_a_changed_file_is_named_and_the_last_good_one_still_shown(invoke: Invoke) -> None:
    put_policy(KEEP)
    invoke("policy", "show")
    paths.policy_file().write_text(HEADER)
    done = invoke("policy", "show")
    assert "no handbook may be removed" in done.stdout
    assert "is not a signature of policy.toml" in done.stderr
    assert "what to do" in done.stderr


def test_a_file_is_signed_and_checked(invoke: Invoke, tmp_path: Path) -> None:
    file, key, other = tmp_path / "policy.toml", tmp_path / "a", tmp_path / "b"
    file.write_text(HEADER + KEEP)
    make_keys(key)
    make_keys(other)
    assert "policy.toml.sig" in invoke("policy", "sign", file, "--key", key).stdout
    assert "policy of District pharmacy" in invoke("policy", "check", file).stdout
    assert "no handbook" in invoke("policy", "check", file, "--public-key", tmp_path / "a.pub").stdout
    with pytest.raises(BundleKeyError):
        invoke("policy", "check", file, "--public-key", tmp_path / "b.pub")
    file.write_text(HEADER)
    with pytest.raises(PolicyError, match="is not a signature"):
        invoke("policy", "check", file)


def test_what_is_fixed_is_refused_with_the_reason(invoke: Invoke, library: Library) -> None:
    put_policy(KEEP + '[models]\ngenerator = "small"\n[history]\nkeep = true\n')
    reason = "fixed by the policy of District pharmacy, signed on"
    with pytest.raises(PolicyError, match=reason):
        invoke("config", "set", "models.generator", "large")
    with pytest.raises(PolicyError, match=reason):
        invoke("remove", "--yes", "Clinic")
    with pytest.raises(PolicyError, match=reason):
        invoke("ask", "--no-history", "What dose?")
    assert 'generator = "small"' in invoke("config", "show").stdout
    assert reason in invoke("config", "show").stdout
    assert len(library.handbooks()) == 2


def test_an_export_of_a_key_that_is_not_accepted_is_refused(
    invoke: Invoke, library: Library, tmp_path: Path
) -> None:
    invoke("library", "export", tmp_path / "h.edgerag")
    put_policy('[library]\naccept_exports = ["ab cd"]\n')
    with pytest.raises(PolicyError, match="signed by nobody cannot be imported"):
        invoke("library", "import", tmp_path / "h.edgerag")
