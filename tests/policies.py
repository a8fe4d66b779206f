"""Signed policies, for tests."""

from __future__ import annotations

from pathlib import Path

from nacl.signing import SigningKey

from edgerag import paths
from edgerag.bundle.policy import CheckedPolicy, sign_policy

KEY = SigningKey(b"k" * 32)
HEADER = 'format = "edgerag.policy/1"\nby = "District pharmacy"\n'


def put_policy(body: str, *, key: SigningKey = KEY, folder: Path | None = None) -> CheckedPolicy:
    """Write a policy and its signature where the program looks for them."""
    folder = folder or paths.data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "policy.toml"
    file.write_text(HEADER + body)
    return sign_policy(file, key)
