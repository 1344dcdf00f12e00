"""A request to stop that one thread makes and another obeys, down into a pass that is under way."""

from __future__ import annotations


class Stop:
    """Like a `threading.Event` without the waiting.

    The flag is a byte of its own, so that native code can watch it while a pass runs: `flag` is zero-terminated, as
    its length in the C sense is what tells (0 go on, 1 stop).
    """

    __slots__ = ("flag",)

    def __init__(self) -> None:
        self.flag = bytearray(2)

    def set(self) -> None:
        """Ask to stop."""
        self.flag[0] = 1

    def clear(self) -> None:
        """Take the request back."""
        self.flag[0] = 0

    @property
    def is_set(self) -> bool:
        """Whether a stop was asked for."""
        return bool(self.flag[0])
