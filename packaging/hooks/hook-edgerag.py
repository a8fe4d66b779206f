# Commands and child processes are imported by name. The shipped model stays outside: weights never go in.
from PyInstaller.utils.hooks import collect_data_files, collect_submodules, copy_metadata

hiddenimports = collect_submodules("edgerag")
datas = collect_data_files("edgerag", excludes=["_data/models/*/**"]) + copy_metadata("edgerag")
