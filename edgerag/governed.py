"""The user's settings and library as the policy in force has them: policy over command line over settings."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from edgerag import config, paths
from edgerag.config import Config
from edgerag.errors import BundleError, StoreError
from edgerag.policy import KEPT, NO_RULES, InForce, Rules

if TYPE_CHECKING:
    from edgerag.store.library import Library


def in_force() -> InForce:
    """Say which policy holds, and why the file is not believed if it is not."""
    file = paths.policy_file()
    if not file.exists() and not file.with_name(KEPT).exists():
        return InForce(NO_RULES)
    from edgerag.bundle.policy import in_force as decided

    return decided(file.parent, _trusted_keys())


def rules() -> Rules:
    """Say what is fixed."""
    return in_force().rules


def load_config(file: Path) -> Config:
    """Read the settings; what the policy fixes stands above them.

    Raises:
        ConfigError: as `config.load`.
    """
    return rules().governs(config.load(file))


def change_config(file: Path, key: str, value: str) -> Config:
    """Set one `table.name`, as `config.change`, if the policy does not fix it.

    Raises:
        PolicyError: it does.
        ConfigError: as `config.change`.
    """
    fixed = rules()
    fixed.refuse_setting(key)
    return fixed.governs(config.change(file, key, value))


def open_library(name: str = "", *, busy_timeout_s: float | None = None) -> Library:
    """Open the user's library, and do what the policy demands of it; its `notes` say what that was.

    Args:
        name: whom a person says they are, beside the account, in the audit trail.
        busy_timeout_s: how long a change waits for another process; None for the usual time.

    Raises:
        StoreError: it cannot be opened.
    """
    from edgerag.store.connection import BUSY_TIMEOUT_S
    from edgerag.store.library import Library

    found = in_force()
    with ExitStack() as opened:
        library = opened.enter_context(
            Library.open(
                paths.library_file(),
                busy_timeout_s=BUSY_TIMEOUT_S if busy_timeout_s is None else busy_timeout_s,
                rules=found.rules,
                who=signature(name),
            )
        )
        try:
            library.notes.extend(_obey(library))
        except StoreError as error:  # a stick that cannot be written can still be asked
            library.notes.append(f"what the policy demands could not be done: {error}")
        opened.pop_all()
    if found.refused is not None:
        library.notes.append(f"{found.refused}; what holds was {found.rules.because}")
    return library


def signature(name: str) -> str:
    """Give what stands in the audit trail for whoever says that this is their name; empty if they do not."""
    from edgerag.store.library import account

    return f"{name} ({account()})" if name else account()


def _obey(library: Library) -> list[str]:
    """Write a trail or none, and delete what is too old; say what was deleted."""
    trail = library.rules.policy.trail
    if trail.on is not None:
        library.switch_trail(is_on=trail.on, with_question=trail.question_text)
    n_questions = library.delete_older_reports()
    if not n_questions:
        return []
    asked = "1 earlier question was" if n_questions == 1 else f"{n_questions} earlier questions were"
    return [f"{asked} deleted: {library.rules.because}"]


def _trusted_keys() -> set[bytes]:
    """Give the keys that are trusted with the running program and its models."""
    from edgerag.bundle.install import Target, trusted_keys
    from edgerag.bundle.program import own_executable
    from edgerag.inference.installed import InstalledModels

    program = own_executable()
    folder = program.parent if program else paths.program_folder()
    try:
        return trusted_keys(Target(folder, InstalledModels(paths.models_folder())))
    except BundleError:  # a damaged record is none: the policy that is kept still vouches for its key
        return set()
