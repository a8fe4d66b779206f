# SQLite loads vec0 by path, and its name does not begin with "lib".
from PyInstaller.utils.hooks import collect_dynamic_libs

binaries = collect_dynamic_libs("sqlite_vec", search_patterns=["vec0.so", "vec0.dylib", "vec0.dll"])
