"""What models must know of the machine before they are loaded: cores, memory, a graphics card's driver."""

from __future__ import annotations

import ctypes
import sys

import psutil

CUDA_DRIVER = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
"""What NVIDIA's driver installs, with or without a toolkit."""


def default_threads() -> int:
    """Physical cores less one, at least one, for the generator, whose threads spin."""
    return max(1, physical_cores() - 1)


def why_no_cuda() -> str:
    """Try NVIDIA's driver library; return what is wrong, or nothing if it loads.

    onnxruntime cannot be asked: it lists CUDA wherever it was compiled in, even without a driver.
    """
    if sys.platform == "darwin":
        return "macOS has no CUDA"
    try:
        ctypes.CDLL(CUDA_DRIVER)
    except OSError:
        return f"the NVIDIA driver's {CUDA_DRIVER} cannot be loaded"
    return ""


def available_memory_bytes() -> int:
    """What a new model could take without swapping."""
    available: int = psutil.virtual_memory().available
    return available


def physical_cores() -> int:
    """Cores that are not hyper-threads."""
    return psutil.cpu_count(logical=False) or psutil.cpu_count() or 1
