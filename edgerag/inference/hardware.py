"""What this machine has for running models: processor, memory, graphics card, and why not."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from pathlib import Path

import psutil

from edgerag.inference.machine import default_threads, physical_cores, why_no_cuda


@dataclass(frozen=True, slots=True)
class Hardware:
    """The machine, as far as models care."""

    cpu: str
    physical_cores: int
    threads: int
    """How many threads the generator uses unless the settings say otherwise; other models use every core."""
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
        cpu=cpu_name(),
        physical_cores=physical_cores(),
        threads=default_threads(),
        memory_bytes=memory.total,
        available_bytes=memory.available,
        cuda_driver=not reason,
        cuda_reason=reason,
        onnx_providers=usable_providers(),
        generator_gpu=supports_gpu(),
    )


def cpu_name() -> str:
    """The processor's marketing name; Linux keeps it in a file, elsewhere `platform` knows it."""
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
