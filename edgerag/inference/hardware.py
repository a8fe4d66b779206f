"""What this machine has for running models: processor, memory, graphics card, and why not.

The CUDA driver's own library is asked for, because onnxruntime lists CUDA as available wherever it was
compiled in, even without a driver.
"""

from __future__ import annotations

import ctypes
import platform
import sys
from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]

CUDA_DRIVER = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
"""What NVIDIA's driver installs, with or without a toolkit."""


@dataclass(frozen=True, slots=True)
class Hardware:
    """The machine, as far as models care."""

    cpu: str
    physical_cores: int
    threads: int
    """How many threads models use unless the settings say otherwise."""
    memory_bytes: int
    available_bytes: int
    cuda_driver: bool
    cuda_reason: str
    """Why there is no CUDA; empty if there is."""
    onnx_providers: tuple[str, ...]
    """Where onnxruntime can run a model here."""
    generator_gpu: bool
    """Whether llama.cpp was built with a graphics card's backend and sees one."""


def detect_hardware() -> Hardware:
    """Look at this machine; loads onnxruntime and llama.cpp, which takes about a second."""
    from edgerag.inference.generator import supports_gpu
    from edgerag.inference.onnx import usable_providers

    memory = psutil.virtual_memory()
    reason = why_no_cuda()
    return Hardware(
        cpu=_cpu_name(),
        physical_cores=_physical_cores(),
        threads=default_threads(),
        memory_bytes=memory.total,
        available_bytes=memory.available,
        cuda_driver=not reason,
        cuda_reason=reason,
        onnx_providers=usable_providers(),
        generator_gpu=supports_gpu(),
    )


def default_threads() -> int:
    """Physical cores less one, at least one: the other is for the person, and llama.cpp's threads spin."""
    return max(1, _physical_cores() - 1)


def why_no_cuda() -> str:
    """Try NVIDIA's driver library; return what is wrong, or nothing if it loads."""
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


def _physical_cores() -> int:
    return psutil.cpu_count(logical=False) or psutil.cpu_count() or 1


def _cpu_name() -> str:
    """The processor's marketing name; Linux keeps it in a file, elsewhere `platform` knows it."""
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
