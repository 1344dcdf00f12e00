"""Headers gone wrong at random."""

from __future__ import annotations

import struct
from random import Random


def mutate(data: bytes, header_length: int, rng: Random) -> bytes:
    """Change some bytes of a header behind its magic: overwritten, cut out or put in."""
    mutated = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 5, 20))):
        place = rng.randrange(4, header_length)
        change = rng.randrange(4)
        if change == 0:
            mutated[place] = rng.randrange(256)
        elif change == 1:
            mutated[place : place + 8] = rng.choice((bytes(8), b"\xff" * 8, struct.pack("<Q", 1 << rng.randrange(64))))
        elif change == 2:
            del mutated[place : place + rng.randrange(1, 16)]
        else:
            mutated[place:place] = rng.randbytes(rng.randrange(1, 16))
    return bytes(mutated)
