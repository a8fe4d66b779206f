"""The policy file: what whoever prepares laptops has fixed, above the command line and the settings.

What it leaves out is not fixed. Who signed it, and whether that is to be believed, is asked in
`edgerag.bundle.policy`; here is what it says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from edgerag.config import Config
from edgerag.errors import PolicyError

POLICY = "policy.toml"
POLICY_SIGNATURE = "policy.toml.sig"
KEPT = "policy.kept"
"""Beside it, the last policy that was believed."""
EVERY = "*"
"""Stands for every handbook."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of every table of `policy.toml`."""


class History(_Table, frozen=True):
    """Table `[history]`."""

    keep: bool | None = None
    """Whether questions and their reports are kept."""
    days: Annotated[int, Meta(ge=1, le=36_500)] | None = None
    """After how many days they are deleted, pinned or not."""


class Trail(_Table, frozen=True):
    """Table `[trail]`."""

    on: bool | None = None
    question_text: bool = False
    """Whether what was asked is kept beside its entry, as long as its report is."""


class Library(_Table, frozen=True):
    """Table `[library]`."""

    locked: bool = False
    """Whether the library must be encrypted."""
    keep_handbooks: tuple[str, ...] = ()
    """Ids of handbooks that may not be removed, or replaced by another content; `EVERY`: none may."""
    accept_exports: tuple[str, ...] | None = None
    """Fingerprints of the keys whose exports may be imported; "nobody": unsigned ones too."""


class Models(_Table, frozen=True):
    """Table `[models]`: which installed model has which role; empty means the catalogue's default."""

    embedder: str | None = None
    reranker: str | None = None
    entailment: str | None = None
    generator: str | None = None


class Policy(_Table, frozen=True):
    """The whole of `policy.toml`."""

    format: Literal["edgerag.policy/1"]
    by: Annotated[str, Meta(min_length=1, max_length=200)]
    """Whom to ask: "District pharmacy, Mbeya"."""
    history: History = History()
    trail: Trail = Trail()
    library: Library = Library()
    models: Models = Models()

    def __post_init__(self) -> None:
        if self.trail.question_text and not (self.trail.on and self.history.keep):
            raise ValueError("trail.question_text needs trail.on = true and history.keep = true")
        if self.history.days is not None and self.history.keep is False:
            raise ValueError("history.days means nothing with history.keep = false")


def decode(content: bytes) -> Policy:
    """Read a policy strictly.

    Raises:
        PolicyError: it is no policy, or says something that this program does not know.
    """
    try:
        return msgspec.toml.decode(content, type=Policy)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PolicyError(f"no policy: {error}", hint="see the policy file in README") from error


@dataclass(frozen=True, slots=True)
class Rules:
    """A policy in force: what it forbids, and in whose name."""

    policy: Policy
    because: str
    """Ends every refusal: "fixed by the policy of the District pharmacy, signed on 2026-11-23"."""
    is_believed: bool = True
    """False of rules that stand in for a policy that cannot be read: they forbid, and delete nothing."""

    @property
    def demands_lock(self) -> bool:
        """Whether the library must be encrypted."""
        return self.policy.library.locked

    @property
    def keeps_history(self) -> bool:
        """Whether questions may be kept."""
        return self.policy.history.keep is not False

    @property
    def history_days(self) -> int | None:
        """After how many days a question is deleted; 0 if none is kept, None if nothing is to be deleted."""
        if not self.is_believed:
            return None
        return self.policy.history.days if self.keeps_history else 0

    def governs(self, config: Config) -> Config:
        """Give the settings as the policy has them."""
        fixed = {key.partition(".")[2]: value for key, value in self.settings().items()}
        return msgspec.structs.replace(config, models=msgspec.structs.replace(config.models, **fixed))

    def settings(self) -> dict[str, str]:
        """Give the settings that are fixed, "models.generator", with their values."""
        models = msgspec.structs.asdict(self.policy.models)
        return {f"models.{role}": name for role, name in models.items() if name is not None}

    def refuse_model_removal(self, name: str, usual: Mapping[str, str]) -> None:
        """Refuse to remove a model whose role is fixed.

        Args:
            name: of the model.
            usual: the model of each role where no other is named.

        Raises:
            PolicyError: its role is fixed.
        """
        fixed = msgspec.structs.asdict(self.policy.models)
        for role, named in fixed.items():
            if named is not None and name == (named or usual.get(role)):
                raise self._refusal(f"{name}, the {role}, cannot be removed")

    def keeps(self, handbook: str) -> bool:
        """Say whether a handbook may not be removed."""
        return bool({handbook, EVERY} & set(self.policy.library.keep_handbooks))

    def refuse_setting(self, key: str) -> None:
        """Refuse to change a setting that is fixed.

        Raises:
            PolicyError: it is.
        """
        if key in self.settings():
            raise self._refusal(f"{key} cannot be changed")

    def refuse_unkept(self) -> None:
        """Refuse to leave a question out of the history.

        Raises:
            PolicyError: every question is to be kept.
        """
        if self.policy.history.keep:
            raise self._refusal("a question cannot be left out of the history")

    @property
    def keeps_every_question(self) -> bool:
        """Whether no question may be deleted by hand; what is too old is deleted all the same."""
        return self.policy.history.keep is True or not self.is_believed

    def refuse_forgetting(self) -> None:
        """Refuse to delete a question from the history.

        Raises:
            PolicyError: every question is to be kept, or no policy can be read that says otherwise.
        """
        if self.keeps_every_question:
            raise self._refusal("no question can be deleted from the history")

    def refuse_removal(self, handbook: str, title: str) -> None:
        """Refuse to remove a handbook, or to put another content in its place.

        Raises:
            PolicyError: it is to be kept.
        """
        if self.keeps(handbook):
            raise self._refusal(f"{title} cannot be removed or replaced")

    def refuse_unlocking(self) -> None:
        """Refuse to decrypt the library for ever.

        Raises:
            PolicyError: it must be encrypted.
        """
        if self.demands_lock:
            raise self._refusal("the library cannot be decrypted")

    def refuse_export_of(self, signed_by: str) -> None:
        """Refuse to import what somebody else has signed.

        Raises:
            PolicyError: nothing that they signed may be imported.
        """
        accepted = self.policy.library.accept_exports
        if accepted is not None and _bare(signed_by) not in map(_bare, accepted):
            raise self._refusal(f"an export signed by {signed_by} cannot be imported")

    @property
    def accepts_no_export(self) -> bool:
        """Whether nothing may be imported, whoever signed it."""
        return self.policy.library.accept_exports == ()

    def sentences(self) -> tuple[str, ...]:
        """Say what is fixed, a sentence each."""
        return tuple(_sentences(self.policy))

    def _refusal(self, what: str) -> PolicyError:
        return PolicyError(f"{what}: {self.because}", hint=f"ask {self.policy.by}")


@dataclass(frozen=True, slots=True)
class InForce:
    """The rules that hold, and why the policy file itself is not believed, if it is not."""

    rules: Rules
    refused: PolicyError | None = None


NO_RULES = Rules(Policy(format="edgerag.policy/1", by="nobody"), "fixed by nobody")
"""Nothing is fixed."""

STRICTEST = Policy(
    format="edgerag.policy/1",
    by="whoever prepares your laptops",
    history=History(keep=False),
    trail=Trail(on=True),
    library=Library(keep_handbooks=(EVERY,), accept_exports=()),
)
"""Holds where a policy was meant to hold and none can be read: handbooks can be asked, and that is all."""


def _bare(fingerprint: str) -> str:
    return fingerprint.replace(" ", "").lower()


def _sentences(policy: Policy) -> Iterator[str]:
    history, trail, library = policy.history, policy.trail, policy.library
    if history.keep is not None:
        yield "every question is kept in the history" if history.keep else "no question is kept"
    if history.days is not None:
        yield f"questions older than {history.days} days are deleted"
    if trail.on is not None:
        yield "an audit trail is written" if trail.on else "no audit trail is written"
    if trail.question_text:
        yield "what was asked is kept in the audit trail"
    if library.locked:
        yield "the library must be locked with a passphrase"
    if EVERY in library.keep_handbooks:
        yield "no handbook may be removed"
    elif library.keep_handbooks:
        yield f"these handbooks may not be removed: {', '.join(library.keep_handbooks)}"
    if library.accept_exports is not None:
        named = ", ".join(library.accept_exports) or "nobody"
        yield f"only exports signed by these may be imported: {named}"
    for role, name in msgspec.structs.asdict(policy.models).items():
        if name is not None:
            yield f"the {role} is {name or 'the usual one'}"
