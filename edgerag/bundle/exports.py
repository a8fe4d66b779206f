"""Who signed a library export: the list of its contents is signed as a bundle's manifest is."""

from __future__ import annotations

from collections.abc import Callable

from nacl.signing import SigningKey, VerifyKey

from edgerag.bundle.signing import fingerprint, sign, vouched_by
from edgerag.store.exchange import NOBODY, LibraryExport


def signed_with(key: SigningKey) -> Callable[[bytes], bytes]:
    """Make what signs the contents of an export."""
    return lambda contents: sign(contents, key)


def signer_of(export: LibraryExport, public_key: VerifyKey | None = None) -> str:
    """Give the fingerprint of the key that signed an export, or `NOBODY`.

    Raises:
        BundleDamagedError: its signature is not one of its contents.
        BundleKeyError: it is not signed with `public_key`.
    """
    key = vouched_by(export.path, "contents", export.contents_bytes, export.signature, public_key)
    return fingerprint(key) if key else NOBODY
