"""What models must know of the machine before they are loaded: cores, memory, a graphics card's driver."""

from __future__ import annotations

import ctypes
import sys

import psutil

CUDA_DRIVER = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
"""What NVIDIA's driver installs, with or without a toolkit."""

CUDA_NO_DEVICE = 100
"""`CUDA_ERROR_NO_DEVICE`."""


def default_threads() -> int:
    """Physical cores less one, at least one, for the generator, whose threads spin."""
    return max(1, physical_cores() - 1)


def why_no_cuda() -> str:
    """Ask NVIDIA's driver for a card; return what is wrong, or nothing if there is one.

    onnxruntime cannot be asked: it lists CUDA wherever it was compiled in, even without a driver.
    """
    if sys.platform == "darwin":
        return "macOS has no CUDA"
    try:
        driver = ctypes.CDLL(CUDA_DRIVER)
    except OSError:
        return f"the NVIDIA driver's {CUDA_DRIVER} cannot be loaded"
    n_cards = ctypes.c_int(0)
    error = driver.cuInit(0) or driver.cuDeviceGetCount(ctypes.byref(n_cards))
    if error not in {0, CUDA_NO_DEVICE}:
        return f"the NVIDIA driver cannot be used (its error {error})"
    return "" if n_cards.value else "the NVIDIA driver finds no card"


def available_memory_bytes() -> int:
    """What a new model could take without swapping."""
    available: int = psutil.virtual_memory().available
    return available


def physical_cores() -> int:
    """Cores that are not hyper-threads."""
    return psutil.cpu_count(logical=False) or psutil.cpu_count() or 1
