"""INSTALL.txt: what somebody does who has the stick, a laptop, and no patience for computers."""

from __future__ import annotations

from string import Template

_TEXT = Template("""\
edgerag $version, for $system

It asks your handbooks a question and shows what each of them says, with the page, and where they disagree.
It needs no internet.


INSTALL, OR UPDATE WHAT IS INSTALLED

$install
It takes a few minutes: every file is checked before anything is changed. Your own handbooks, questions and
settings stay as they are.

The first time, it shows a "key", 32 letters and digits. Compare them with what the person who gave you this
stick reads to you. Later sticks must have the same key; one with another key is refused.


START IT

$start
Press F1 for help on any screen, and Ctrl+Q to leave.
$library

IF IT SAYS THAT SOMETHING IS WRONG

  "is damaged or was changed"    The copy on this stick is bad. Ask for a new one. Nothing was changed.
  "is signed with the key"       Somebody else made this stick. Do not use it; ask.
  "is older than what is"        A newer edgerag is installed already. There is nothing to do.
  "needed"                       The disk is too full. Delete something and try again: it goes on where it
                                 stopped.
  The power went off             Do the same again. What worked before still works.
""")

_SYSTEMS = {"linux": "Linux", "win32": "Windows", "darwin": "macOS"}

_INSTALL = {
    "linux": """\
  1. Open this folder in the file manager.
  2. Click with the right mouse button on an empty place and choose "Open in Terminal".
  3. Type this, and press Enter:

         sh install.sh
""",
    "win32": """\
  1. Open this folder in the Explorer.
  2. Click on an empty place with the right mouse button and choose "Open in Terminal".
  3. Type this, and press Enter:

         .\\edgerag.exe bundle install .
""",
    "darwin": """\
  1. Open the program "Terminal" (in Applications, Utilities).
  2. Type "cd " (with the space), drag this folder into the window, and press Enter.
  3. Type this, and press Enter:

         ./edgerag bundle install .
""",
}

_START = {
    "linux": '  Choose "edgerag" in the menu of programs, or type edgerag in a terminal.\n',
    "win32": "  At its end the installation says where the program is. Make a shortcut to it.\n",
    "darwin": "  At its end the installation says where the program is. Drag it into the Dock.\n",
}

_LIBRARY = """

HANDBOOKS ON THIS STICK

The stick also holds handbooks, in library.edgerag. To add them to yours, put "--library" at the end of the
line that installs. Handbooks that you have already stay as they are.
"""


def instructions(version: str, platform: str, *, has_library: bool) -> str:
    """Write the text for a system, named as in the manifest."""
    system = platform.split("-")[0]
    return _TEXT.substitute(
        version=version,
        system=_SYSTEMS[system],
        install=_INSTALL[system],
        start=_START[system],
        library=_LIBRARY if has_library else "",
    )
