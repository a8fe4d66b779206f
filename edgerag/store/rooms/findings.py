"""The findings: what was read from the handbooks, and can be read again."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from edgerag.domain.entities import Entity, EntityMention, Extracted, Relation
from edgerag.domain.ids import HandbookId
from edgerag.domain.own_names import OwnName
from edgerag.errors import StoreError
from edgerag.language.abbreviations import READER, harvest
from edgerag.language.claims import Claim
from edgerag.language.own_names import OwnNames, ready
from edgerag.store import claims, comparisons, entities, handbooks, own_names
from edgerag.store.claims import ReadClaims
from edgerag.store.comparisons import KeptComparison
from edgerag.store.handbooks import HandbookKey
from edgerag.store.rooms.room import key_of, next_generation
from edgerag.store.rooms.texts import Texts


class Findings(Texts):
    """Names, claims, entities and comparisons of the handbooks."""

    def own_names(self, handbook: HandbookId) -> OwnNames:
        """Give the names that a handbook defines itself, reading its text for them if that was never done.

        Raises:
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            key = key_of(db, handbook)
            known = own_names.read(db, key, READER)
        return ready(self._harvested(handbook, key) if known is None else known)

    def _harvested(self, handbook: HandbookId, key: HandbookKey) -> tuple[OwnName, ...]:
        """Read a handbook for its names."""
        return self._kept_names(handbook, key, self.text(handbook))

    def _kept_names(self, handbook: HandbookId, key: HandbookKey, text: str) -> tuple[OwnName, ...]:
        """Read a text for its names, and keep them if the library can be written to."""
        found = harvest(text)
        with suppress(StoreError), self.transaction() as db:
            if handbooks.key_of(db, handbook) == key:
                own_names.write(db, key, found, READER)
        return found

    def claims(self, handbook: HandbookId, reader: int) -> tuple[Claim, ...] | None:
        """Give what a handbook states; None if that version of the reader has not read it.

        Raises:
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            return claims.read(db, key_of(db, handbook), reader)

    def keep_claims(self, handbook: HandbookId, read: ReadClaims) -> None:
        """Keep what a handbook states; whoever reads them finds them again.

        Raises:
            HandbookNotFoundError: the library does not have it.
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            claims.write(db, key_of(db, handbook), read)

    def compared_content(self, handbook: HandbookId) -> bytes:
        """Hash all that a comparison of handbooks reads of one.

        Raises:
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            return comparisons.content(db, key_of(db, handbook))

    def find_comparison(self, a: HandbookId, b: HandbookId, made_of: bytes) -> bytes | None:
        """Read what was found of two handbooks, in order of their ids, if it was made of that.

        Raises:
            HandbookNotFoundError: the library does not have one of them.
        """
        with self.reading() as db:
            return comparisons.find(db, key_of(db, a), key_of(db, b), made_of)

    def keep_comparisons(self, found: Sequence[KeptComparison]) -> None:
        """Keep what was found of handbooks two by two; of those that were removed meanwhile, nothing.

        Raises:
            StoreError: as `transaction`.
        """
        self._change_each(
            found,
            lambda one: (one.a, one.b),
            lambda db, held, one: comparisons.keep(db, held[one.a], held[one.b], one),
        )

    def entities(self, handbook: HandbookId | None = None) -> tuple[Entity, ...]:
        """List what handbooks speak of, by id: one handbook, with its own names for it, or all of them.

        Raises:
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            return entities.entities(db, None if handbook is None else key_of(db, handbook))

    def mentions(self, handbook: HandbookId) -> tuple[EntityMention, ...]:
        """Give every place where a handbook names an entity, in reading order.

        Raises:
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            return entities.mentions(db, key_of(db, handbook), handbook)

    def relations(self, handbook: HandbookId) -> tuple[Relation, ...]:
        """Give all that a handbook says of two entities, in reading order.

        Raises:
            HandbookNotFoundError: the library does not have it.
        """
        with self.reading() as db:
            return entities.relations(db, key_of(db, handbook), handbook)

    def waiting_for_entities(self) -> tuple[HandbookId, ...]:
        """List the handbooks whose entities are still to be read, or are damaged, oldest first.

        All that was read of every handbook is compared with its hash.
        """
        with self.reading() as db:
            names = handbooks.names(db)
            return tuple(names[key] for key in entities.waiting(db))

    def replace_entities(self, handbook: HandbookId, extracted: Extracted) -> None:
        """Store what was read of a handbook, in place of any it had.

        Raises:
            HandbookNotFoundError: the library does not have it.
            StoreError: as `transaction`.
        """
        with self.transaction() as db:
            entities.write(db, key_of(db, handbook), extracted)
            next_generation(db)
