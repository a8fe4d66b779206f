# ctypes opens these by path; libggml-cpu-* are the variants for each generation of processors.
from PyInstaller.utils.hooks import collect_dynamic_libs

binaries = collect_dynamic_libs("llama_cpp", search_patterns=["lib*.so", "lib*.dylib", "*.dll"])
