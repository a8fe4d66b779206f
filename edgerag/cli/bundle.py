"""`edgerag bundle`: what a laptop is set up from."""

from __future__ import annotations

import subprocess
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import click

from edgerag.cli.interrupt import cancel_on_interrupt
from edgerag.cli.opening import record_export
from edgerag.cli.output import note, progress, say
from edgerag.cli.passphrase import ask_now
from edgerag.errors import BundleError
from edgerag.present.amounts import count, size
from edgerag.present.inert import one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from edgerag.bundle.create import SaveLibrary
    from edgerag.bundle.reading import Bundle
    from edgerag.disk import Progress
    from edgerag.inference.installed import InstalledModels

EPILOG = """\b
Examples:
  edgerag bundle keygen --out clinic.key
  edgerag bundle create --out /media/usb/edgerag --key clinic.key --library
  edgerag bundle verify /media/usb/edgerag --public-key clinic.key.pub
  edgerag bundle install /media/usb/edgerag
  edgerag bundle diff old new --out /media/usb/update --key clinic.key
"""
_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)
_NEW_FOLDER = click.Path(path_type=Path, file_okay=False)
_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
_NAMED_EXTRAS = 5


@click.group(epilog=EPILOG)
def command() -> None:
    """Prepare laptops: make, verify and install bundles on a USB stick.

    A bundle is a folder with the program, its models and perhaps handbooks, signed by whoever made it.
    """


@command.command()
@click.option(
    "--out", "private", type=click.Path(path_type=Path), required=True, help="The private key's file."
)
def keygen(private: Path) -> None:
    """Make the key that signs bundles: a private file, and a public one beside it."""
    from edgerag.bundle.signing import fingerprint, make_keys, public_path

    key = make_keys(private)
    say(f"private: {private}   who has it can sign for you: keep it off the sticks")
    say(f"public:  {public_path(private)}")
    say(f"fingerprint: {fingerprint(key)}")


@command.command()
@click.option("--out", "folder", type=_NEW_FOLDER, required=True, help="The bundle's folder.")
@click.option("--key", type=_FILE, required=True, help="The private key of `bundle keygen`.")
@click.option("--program", type=_FILE, help="The executable, if not the one that is running.")
@click.option("--models", multiple=True, help="A model to put in; may be repeated. Otherwise those in use.")
@click.option("--library", is_flag=True, help="Put in the handbooks of your library.")
@click.option("--policy", type=_FILE, help="Put in this policy file, signed with the same key.")
@click.option(
    "--library-file", type=_FILE, help="Put in the handbooks that `library export` wrote to a file."
)
@click.pass_obj
def create(
    config_file: Path,
    *,
    folder: Path,
    key: Path,
    program: Path | None,
    models: tuple[str, ...],
    library: bool,
    library_file: Path | None,
    policy: Path | None,
) -> None:
    """Write a bundle; run again after an interruption, it goes on where it stopped."""
    from edgerag.bundle.create import Contents
    from edgerag.bundle.create import create as write_bundle
    from edgerag.bundle.exports import signed_with
    from edgerag.bundle.signing import fingerprint, read_private_key

    if library and library_file:
        raise click.UsageError("--library or --library-file, not both")
    signing_key = read_private_key(key)
    installed = _models()
    names = models or _models_in_use(config_file, installed)
    if library:
        ask_now()
    with cancel_on_interrupt() as cancel, progress() as advance:
        handbooks = _exporter(advance, cancel, signed_with(signing_key)) if library else library_file
        contents = Contents(program or _own_program(), installed, names, handbooks, policy)
        manifest = write_bundle(folder, contents, signing_key, advance, cancel)
    say(
        f"{folder}: edgerag {manifest.version} for {manifest.platform}, "
        f"{count(len(manifest.files), 'file')}, {size(manifest.bytes)}"
    )
    say(f"models: {', '.join(names)}")
    say(f"signed with the key {fingerprint(signing_key.verify_key)}")


@command.command()
@click.argument("folder", type=_FOLDER)
@click.option("--public-key", type=_FILE, help="The key that must have signed it.")
def verify(folder: Path, public_key: Path | None) -> None:
    """Check the signature and every file of the bundle in FOLDER."""
    from edgerag.bundle.reading import verify_files

    bundle = _open(folder, public_key)
    with cancel_on_interrupt() as cancel, progress() as advance:
        verify_files(bundle, advance, cancel)
    manifest = bundle.manifest
    what = f"update from {manifest.base}" if manifest.base else "bundle"
    say(
        f"whole: {what}, edgerag {manifest.version} for {manifest.platform}, "
        f"{count(len(manifest.files), 'file')}, {size(manifest.bytes)}"
    )
    _say_key(bundle, is_expected=public_key is not None)


@command.command()
@click.argument("folder", type=_FOLDER)
@click.option("--to", "target", type=_NEW_FOLDER, help="The program's folder, if not the usual one.")
@click.option("--public-key", type=_FILE, help="The key that must have signed it.")
@click.option("--trust-key", is_flag=True, help="Accept a bundle of another key than before.")
@click.option("--allow-downgrade", is_flag=True, help="Accept a bundle older than what is installed.")
@click.option("--library", is_flag=True, help="Import the bundle's handbooks too; yours stay as they are.")
def install(
    *,
    folder: Path,
    target: Path | None,
    public_key: Path | None,
    trust_key: bool,
    allow_downgrade: bool,
    library: bool,
) -> None:
    """Install, or update to, the bundle in FOLDER; run again after an interruption, it goes on.

    Everything is checked before anything is changed. The version before stays until the new one has
    passed its self-test, and is kept as edgerag.previous.
    """
    from edgerag import paths
    from edgerag.bundle.install import Consent, Target, trusted_keys
    from edgerag.bundle.install import install as install_bundle
    from edgerag.bundle.manifest import LIBRARY
    from edgerag.inference.installed import InstalledModels

    bundle = _open(folder, public_key)
    program_folder = (target or _program_folder()).absolute()
    where = Target(program_folder, InstalledModels(paths.models_folder_of(program_folder)))
    _say_key(bundle, is_expected=public_key is not None or bytes(bundle.key) in trusted_keys(where))
    with cancel_on_interrupt() as cancel, progress() as advance:
        done = install_bundle(
            bundle,
            where,
            Consent(downgrade=allow_downgrade, other_key=trust_key),
            advance,
            cancel,
            with_library=library,
        )
    for model in done.models:
        say(f"installed the model {model}")
    version = bundle.manifest.version
    was = f", instead of {done.before.version}" if done.before and done.before.version != version else ""
    say(f"installed edgerag {version}{was}: {done.program}")
    if any(file.is_policy for file in bundle.manifest.files):
        say("a policy came with it: edgerag policy show says what is fixed")
    if done.library:
        _import_library(done.program, done.library)
    elif any(file.path == LIBRARY for file in bundle.manifest.files):
        say(f"handbooks too: edgerag library import {folder / LIBRARY}")


@command.command()
@click.argument("old", type=_FOLDER)
@click.argument("new", type=_FOLDER)
@click.option("--out", "folder", type=_NEW_FOLDER, required=True, help="The update's folder.")
@click.option("--key", type=_FILE, required=True, help="The private key that signed both.")
def diff(old: Path, new: Path, folder: Path, key: Path) -> None:
    """Write an update that turns what the bundle OLD installs into NEW; `bundle install` takes it."""
    from edgerag.bundle.reading import open_bundle
    from edgerag.bundle.signing import read_private_key
    from edgerag.bundle.update import make_update

    with cancel_on_interrupt() as cancel, progress() as advance:
        manifest = make_update(
            open_bundle(old), open_bundle(new), folder, read_private_key(key), advance, cancel
        )
    say(
        f"{folder}: from edgerag {manifest.base} to {manifest.version}, "
        f"{count(len(manifest.files), 'file')}, {size(manifest.bytes)}"
    )


def _open(folder: Path, public_key: Path | None) -> Bundle:
    """Open a bundle and name what else lies in its folder."""
    from edgerag.bundle.reading import extras, open_bundle
    from edgerag.bundle.signing import read_public_key

    bundle = open_bundle(folder, read_public_key(public_key) if public_key else None)
    found = extras(bundle)
    if found:
        named = ", ".join(one_line(name) for name in found[:_NAMED_EXTRAS])
        more = f" and {len(found) - _NAMED_EXTRAS} more" if len(found) > _NAMED_EXTRAS else ""
        note(f"not part of the bundle, and left alone: {named}{more}")
    return bundle


def _say_key(bundle: Bundle, *, is_expected: bool) -> None:
    from edgerag.bundle.signing import fingerprint

    advice = "   (the one expected)" if is_expected else "   (compare it with what its owner tells you)"
    say(f"signed with the key {fingerprint(bundle.key)}{advice}")


def _own_program() -> Path:
    from edgerag.bundle.program import own_executable

    program = own_executable()
    if program is None:
        raise BundleError(
            "this edgerag is not one executable file, so it cannot put itself into a bundle",
            hint="make binary, then edgerag bundle create --program dist/edgerag ...",
        )
    return program


def _program_folder() -> Path:
    """The folder of the running program if a bundle was installed there, else the usual one."""
    from edgerag import paths
    from edgerag.bundle.install import INSTALLATION
    from edgerag.bundle.program import own_executable

    program = own_executable()
    if program is not None and (program.parent / INSTALLATION).is_file():
        return program.parent
    return paths.program_folder()


def _models() -> InstalledModels:
    from edgerag import paths
    from edgerag.inference.installed import InstalledModels

    return InstalledModels(paths.models_folder())


def _models_in_use(config_file: Path, installed: InstalledModels) -> tuple[str, ...]:
    from edgerag.diagnosis import chosen_models
    from edgerag.governed import load_config
    from edgerag.inference.catalogue import Role

    chosen = chosen_models(load_config(config_file))
    for needed in (Role.EMBEDDER, Role.RERANKER):
        installed.require(needed, chosen[needed])
    entries = (installed.choose(role, name) for role, name in chosen.items())
    return tuple(entry.name for entry in entries if entry)


def _exporter(advance: Progress, cancel: Event, sign: Callable[[bytes], bytes]) -> SaveLibrary:
    """Make what writes a snapshot of the library, signed as the bundle is, into it."""
    from edgerag import paths
    from edgerag.store.exchange import export_library

    def export(target: Path) -> None:
        record_export(target)
        export_library(
            paths.library_file(),
            target,
            lambda done, total: advance("export library", done, total),
            cancel,
            sign=sign,
        )

    return export


def _import_library(program: Path, library: Path) -> None:
    """Let the installed program, which knows the library's newest form, take in the handbooks."""
    from edgerag.bundle.program import environment

    finished = subprocess.run([program, "library", "import", library], env=environment(), check=False)
    if finished.returncode:
        raise BundleError(
            "the program is installed, but not the handbooks",
            hint=f"run it again: edgerag library import {library}",
        )
    library.unlink()
