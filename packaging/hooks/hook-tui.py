# Screens, and the widget for pictures, are imported by name; each screen brings its style sheet.
from PyInstaller.utils.hooks import collect_data_files, collect_submodules

hiddenimports = [*collect_submodules("tui"), "textual_image.widget"]
datas = collect_data_files("tui")
