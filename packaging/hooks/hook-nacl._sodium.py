# A compiled module, whose imports cannot be seen.
hiddenimports = ["_cffi_backend"]
