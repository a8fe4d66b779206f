"""Damages what is imported at random: `python -m tests.fuzz.imports KIND SEED ATTEMPTS SECONDS FOLDER`.

It prints what `tests.fuzz.mutation` prints; the kind `all` takes one of each kind in turn. Most of the damage
to an export is done inside, and its hashes are made right again, as a hostile maker would.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import random
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
from nacl.signing import SigningKey

from edgerag import config
from edgerag.bundle import policy, trails
from edgerag.bundle.reading import open_bundle
from edgerag.bundle.signing import sign
from edgerag.errors import EdgeRagError, ModelMissingError
from edgerag.index.sync import Indexes
from edgerag.inference.catalogue import Role, load_catalogue
from edgerag.inference.installed import InstalledModels
from edgerag.inference.roles import Embedder
from edgerag.intake import Indexed, add_exported
from edgerag.store import keys
from edgerag.store.exchange import CONTENTS, LibraryExport, export_library
from edgerag.store.library import Library
from tests.fuzz import audits
from tests.fuzz.mutation import damaged_bytes, meet
from tests.synthetic import EMBEDDER, make_handbook, make_vectors
from tests.unit.inference.test_gguf import SMALL

Take = Callable[[bytes], bool]
"""Imports a file of such content; says whether anything of it was taken."""
Damage = Callable[[random.Random], bytes]

KEY = SigningKey(b"k" * 32)
NASTY: tuple[object, ...] = (
    -1,
    0,
    2**63,
    -(2**63),
    1e308,
    float("nan"),
    "",
    "../x",
    "x" * 100_000,
    None,
    [],
    {},
)
"""What stands in the place of a value."""
TOKENS = [b"\0" * 8, b"\xff" * 8, b"{", b"[" * 2000, b'"', b"\n", b"../", b"-1", b"9" * 400, b"null", b"="]


def _plain(original: bytes) -> Damage:
    return lambda chance: damaged_bytes(original, [original], TOKENS, chance)


def _takes(read: Callable[[], object]) -> bool:
    read()
    return True


# Handbooks


def export(folder: Path) -> tuple[Take, Damage]:
    """An export of three handbooks."""
    file, source = folder / "attempt.edgerag", folder / "source.db"
    with Library.open(source) as library:
        for number, title in enumerate(("Clinic", "Hospital", "Ward")):
            parsed = make_handbook(title, [f"{title}: adrenaline {n}.5 mg." for n in range(6)])
            library.add(parsed, make_vectors(6, seed=number), EMBEDDER)
    export_library(source, file, lambda _done, _all: None, Event())
    original = file.read_bytes()
    library = Library.open(folder / "library.db")
    indexes = Indexes.open(library, folder / "words")

    def no_embedder() -> Embedder:
        raise ModelMissingError("no embedder is installed")

    def take(content: bytes) -> bool:
        file.write_bytes(content)
        with LibraryExport(file) as opened:
            events = list(add_exported(opened, library, indexes, "", no_embedder, Event()))
        for book in library.handbooks():
            library.pages(book.id)
            indexes.remove(book.id)
        return any(isinstance(event, Indexed) for event in events)

    def damage(chance: random.Random) -> bytes:
        inside = chance.random() < 0.7
        return _forged(original, chance) if inside else damaged_bytes(original, [original], TOKENS, chance)

    return take, damage


def _forged(original: bytes, chance: random.Random) -> bytes:
    """Put other values into a handbook or into the list of contents, with hashes that fit."""
    with zipfile.ZipFile(io.BytesIO(original)) as source:
        members = {name: source.read(name) for name in source.namelist()}
    contents = json.loads(members[CONTENTS])
    for entry in contents["handbooks"]:
        name = f"handbooks/{entry['id']}.msgpack"
        if chance.random() < 0.5:
            tree = msgspec.msgpack.decode(members[name])
            for _ in range(chance.choice((1, 1, 3))):
                _replace_one(tree, chance)
            members[name] = _encoded(tree)
        entry["bytes"], entry["sha256"] = len(members[name]), hashlib.sha256(members[name]).hexdigest()
    if chance.random() < 0.3:
        _replace_one(contents, chance)
    members[CONTENTS] = json.dumps(contents, default=str).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        for name, content in members.items():
            target.writestr(name, content)
    return packed.getvalue()


def _encoded(tree: object) -> bytes:
    try:
        return msgspec.msgpack.encode(tree)
    except OverflowError:  # a number that msgpack has no room for
        return b"\xc1"


def _replace_one(tree: Any, chance: random.Random) -> None:
    """Go down at random, and put something else where the way ends."""
    while True:
        places = list(tree) if isinstance(tree, dict) else range(len(tree))
        place = chance.choice(list(places))
        deeper = tree[place]
        if isinstance(deeper, dict | list) and deeper and chance.random() < 0.9:
            tree = deeper
            continue
        tree[place] = chance.choice(NASTY)
        return


# Models


def gguf(folder: Path) -> tuple[Take, Damage]:
    """A generator's header."""
    return _model(folder / "attempt.gguf", folder, None), _plain(SMALL)


def onnx(folder: Path) -> tuple[Take, Damage]:
    """A zip file with a model, its tokenizer and its configuration; whether it works is tried elsewhere."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("model.onnx", b"\x08\x07" * 100)
        archive.writestr("tokenizer.json", json.dumps({"model": {"vocab": {"[UNK]": 0, "a": 1}}}))
        archive.writestr("config.json", json.dumps({"hidden_size": 16, "max_position_embeddings": 512}))
        archive.writestr("1_Pooling/config.json", json.dumps({"pooling_mode_cls_token": True}))
    return _model(folder / "attempt.zip", folder, Role.EMBEDDER), _plain(packed.getvalue())


def _model(file: Path, folder: Path, role: Role | None) -> Take:
    models = InstalledModels(folder / "models", load_catalogue(), try_out=lambda _entry, _folder: None)

    def take(content: bytes) -> bool:
        file.write_bytes(content)
        entry = models.import_file(file, name="mine", role=role)
        models.verify(entry.name)
        models.choose(entry.role, entry.name)
        models.remove(entry.name)
        return True

    return take


# What is signed, and settings


def signed_policy(folder: Path) -> tuple[Take, Damage]:
    """A policy and its signature; half of the damaged ones are signed."""
    file = folder / "policy.toml"
    original = b"""format = "edgerag.policy/1"\nby = "District pharmacy"\n[history]\nkeep = true\ndays = 30
[trail]\non = true\n[library]\nkeep_handbooks = ["*"]\naccept_exports = ["ab cd"]
[models]\ngenerator = "x"\n"""
    file.write_bytes(original)
    policy.sign_policy(file, KEY)

    def take(content: bytes) -> bool:
        file.write_bytes(content)
        if len(content) % 2:
            policy.sign_policy(file, KEY)
        return _takes(lambda: policy.check(policy.read_signed(file)))

    return take, _plain(original)


def manifest(folder: Path) -> tuple[Take, Damage]:
    """A bundle's list of contents, signed whatever it says."""
    entry = {"path": "models/mine/model.gguf", "bytes": 3, "sha256": "0" * 64}
    original = {"format": "edgerag.bundle/1", "version": "1.0", "platform": "linux-x86_64", "files": [entry]}

    def take(content: bytes) -> bool:
        (folder / "manifest.json").write_bytes(content)
        (folder / "manifest.sig").write_bytes(sign(content, KEY))
        return _takes(lambda: open_bundle(folder))

    return take, _plain(json.dumps(original).encode())


def trail(folder: Path) -> tuple[Take, Damage]:
    """An exported audit trail."""
    file = folder / "attempt.trail"
    with Library.open(folder / "trail.db") as library:
        library.switch_trail(is_on=True)
        library.add(make_handbook("Clinic", ["Adrenaline."]), make_vectors(1), EMBEDDER)
        rows, head = library.audit_trail()
    trails.write_trail(file, rows, head, KEY)
    original = file.read_bytes()

    def take(content: bytes) -> bool:
        file.write_bytes(content)
        return trails.read_trail(file).flaw is None

    return take, _plain(original)


def key(folder: Path) -> tuple[Take, Damage]:
    """The key file of a locked library."""
    file = folder / "library.key"
    keys.write(file, [keys.wrap(b"k" * 32, b"passphrase", rounds=1, memory_bytes=8192)])
    original = file.read_bytes()

    def take(content: bytes) -> bool:
        file.write_bytes(content)
        return bool(keys.unwrap_any(keys.read(file), b"passphrase"))

    return take, _plain(original)


def settings(folder: Path) -> tuple[Take, Damage]:
    """The settings."""
    file = folder / "config.toml"
    original = b"""[models]\nthreads = 2\n[interface]\ntheme = "dark"\n[keys]\nhelp = "f1"
[ingest]\nchunk_words = 160\n"""

    def take(content: bytes) -> bool:
        file.write_bytes(content)
        return _takes(lambda: config.load(file))

    return take, _plain(original)


KINDS = {
    "export": export,
    "gguf": gguf,
    "onnx": onnx,
    "policy": signed_policy,
    "manifest": manifest,
    "trail": trail,
    "key": key,
    "settings": settings,
    "questions": audits.questions,
    "tables": audits.tables,
    "packet": audits.packet,
    "report": audits.report,
    "shard": audits.shard,
}


def main(kind: str, seed: int, n_attempts: int, seconds: float, folder: Path) -> dict[str, object]:
    """Let one importer meet damaged files, or each of them in turn."""
    chosen = [kind] if kind in KINDS else list(KINDS)
    importers = []
    for name in chosen:
        (folder / name).mkdir()
        importers.append(KINDS[name](folder / name))
    n_made = itertools.count()

    def make(chance: random.Random) -> bool:
        take, damage = importers[next(n_made) % len(importers)]
        try:
            return take(damage(chance))
        except EdgeRagError:
            return False

    return meet(kind, make, n_attempts, seconds, seed)


if __name__ == "__main__":
    found = main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), Path(sys.argv[5]))
    sys.__stdout__.write(json.dumps(found))  # type: ignore[union-attr]  # it has one
