"""Every error edgerag raises on purpose.

* EdgeRagError            1
  x SelfTestError         1
  x ConfigError           2
    + PolicyError
  x StoreError            3
    + MigrationError
    + LibraryBusyError
    + DiskFullError
    + HandbookNotFoundError
    + EntityNotFoundError
    + DamagedError
    + LexicalError
    + GraphError
    + LibraryLockedError
    + PassphraseError
    + KeyFileError
  x ModelError            4
    + ModelMissingError
    + ModelChecksumError
    + ContextOverflowError
    + ModelMemoryError
    + RepetitionError
  x IngestError           5
  x QuestionError         6
    + QueryError
  x AuditError            9
    + WorkerDiedError
  x BundleError           8
    + BundleDamagedError
    + BundleKeyError
  x BusyError             1
  x Cancelled           130

The number is the exit code. The command line turns one of these into a message on stderr
and that exit code; the terminal interface turns it into a notification. Anything else is a
bug and keeps its traceback. Exit code 7 is a batch that succeeded in part.
"""

from __future__ import annotations

PARTIAL = 7
"""Exit code of a batch in which some items failed and the rest are done."""


class EdgeRagError(Exception):
    """Base of every expected failure; `hint` says what the user can do about it."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class SelfTestError(EdgeRagError):
    """A part of the program does not do what it must do."""


class ConfigError(EdgeRagError):
    """A settings file cannot be read, or says something edgerag does not know."""

    exit_code = 2


class PolicyError(ConfigError):
    """The policy forbids it, or the policy file itself cannot be believed."""


class StoreError(EdgeRagError):
    """The library on disk cannot be used."""

    exit_code = 3


class MigrationError(StoreError):
    """A migration failed, or an applied migration's file has changed since."""


class LibraryBusyError(StoreError):
    """Another process is changing the library and did not finish in time."""


class DiskFullError(StoreError):
    """There is no room to write; what was committed before is untouched."""


class HandbookNotFoundError(StoreError):
    """No handbook has that id or title."""


class EntityNotFoundError(StoreError):
    """No handbook speaks of anything of that name, or the name is that of several things."""


class DamagedError(StoreError):
    """Something in the library is not what was stored; it is named, and not shown."""


class LexicalError(StoreError):
    """The word index cannot be read or written; what it holds can be made again."""


class GraphError(StoreError):
    """The knowledge graph cannot be read or written; what it holds can be made again."""


class LibraryLockedError(StoreError):
    """The library is encrypted, and its passphrase was not given."""


class PassphraseError(StoreError):
    """A passphrase, a key file on a stick or a recovery key does not open the library."""


class KeyFileError(StoreError):
    """The file beside the library that holds its wrapped key is missing or damaged."""


class ModelError(EdgeRagError):
    """A model cannot be used."""

    exit_code = 4


class ModelMissingError(ModelError):
    """The model that a role needs is not installed."""


class ModelChecksumError(ModelError):
    """A model file's SHA-256 is not the one the catalogue pins."""


class ContextOverflowError(ModelError):
    """A prompt does not fit the model's context window."""


class ModelMemoryError(ModelError):
    """There is not enough free memory to load the model."""


class RepetitionError(ModelError):
    """A generator says the same over and over."""


class IngestError(EdgeRagError):
    """A document cannot be read; other documents of the batch go on."""

    exit_code = 5


class QuestionError(EdgeRagError):
    """The question is empty, or too long to be one."""

    exit_code = 6


class QueryError(QuestionError):
    """A query to the knowledge graph cannot be run, or would do more than read."""


class AuditError(EdgeRagError):
    """An audit cannot be begun, run, merged or reported."""

    exit_code = 9


class WorkerDiedError(AuditError):
    """A process that asks questions ended in the middle of one, or before the first."""


class BundleError(EdgeRagError):
    """A bundle cannot be made, read or installed."""

    exit_code = 8


class BundleDamagedError(BundleError):
    """A file of a bundle is not what its signed manifest says."""


class BundleKeyError(BundleError):
    """A key cannot be used, or the bundle is signed with another one than is trusted."""


class BusyError(EdgeRagError):
    """Another process is doing the same thing at this moment."""


class Cancelled(EdgeRagError):
    """The person asked to stop; nothing finished is lost."""

    exit_code = 130
