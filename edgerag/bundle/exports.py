"""Who signed a library export: the list of its contents is signed as a bundle's manifest is."""

from __future__ import annotations

from collections.abc import Callable

from nacl.signing import SigningKey, VerifyKey

from edgerag.bundle.signing import fingerprint, sign, signer
from edgerag.errors import BundleDamagedError, BundleKeyError
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
    key = None
    if export.signature is not None:
        try:
            key = signer(export.contents_bytes, export.signature)
        except BundleDamagedError as error:
            raise BundleDamagedError(
                f"{export.path}: its signature is not one of its contents: it is damaged or was changed",
                hint="copy it again from where it was made",
            ) from error
    if public_key is not None and key != public_key:
        found = f"with the key {fingerprint(key)}" if key else "by nobody"
        raise BundleKeyError(
            f"{export.path} is signed {found}, not with {fingerprint(public_key)}",
            hint="do not use it; ask whoever prepares your laptops",
        )
    return fingerprint(key) if key else NOBODY
