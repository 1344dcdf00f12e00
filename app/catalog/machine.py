"""The memory of one machine, as far as models may use it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# Left free for everything else: drivers, other programs, growth of buffers between passes.
SPARE_GPU: Final = 512 << 20
SPARE_RAM: Final = 512 << 20


@dataclass(frozen=True, slots=True)
class Accelerator:
    """One GPU; bytes. `unified`: its memory is the computer's own (Apple Silicon, integrated graphics)."""

    name: str
    free: int
    total: int
    unified: bool = False


@dataclass(frozen=True, slots=True)
class Machine:
    """The memory of one machine, in bytes."""

    ram_free: int
    ram_total: int
    accelerators: tuple[Accelerator, ...] = ()

    @property
    def gpu_free(self) -> int:
        """Free on all GPUs together; llama.cpp spreads layers over them."""
        free = sum(max(0, gpu.free - SPARE_GPU) for gpu in self.accelerators)
        # A driver of unified memory does not count what other programs hold.
        return min(free, self.host_free) if self.unified else free

    @property
    def host_free(self) -> int:
        """Free for the processor."""
        return max(0, self.ram_free - SPARE_RAM)

    @property
    def unified(self) -> bool:
        """Whether what the GPU takes is missing in RAM."""
        return any(gpu.unified for gpu in self.accelerators)
