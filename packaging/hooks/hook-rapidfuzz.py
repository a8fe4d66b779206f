# Compiled modules, whose imports cannot be seen, and one for each kind of processor.
from PyInstaller.utils.hooks import collect_submodules

hiddenimports = collect_submodules("rapidfuzz", filter=lambda name: "__pyinstaller" not in name)
