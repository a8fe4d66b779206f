# textual.widgets imports each widget when it is first asked for.
from PyInstaller.utils.hooks import collect_submodules

hiddenimports = collect_submodules("textual.widgets")
