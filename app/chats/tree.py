"""A chat is a tree of messages; the person sees one path through it. Pure functions over its outline."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Node:
    """Where a message stands; `shown_child_id` is the message that follows it on show, if one was chosen."""

    id: int
    parent_id: int | None
    shown_child_id: int | None


class Outline:
    """The messages of one chat without what they say.

    `first_id` is the message on show in front of all others, if one was chosen. Numbers grow with time, so that the
    highest of several siblings is the newest; where none was chosen, or the chosen one is gone, the newest is on show.
    """

    def __init__(self, nodes: Iterable[Node], first_id: int | None) -> None:
        self.nodes = {node.id: node for node in nodes}
        self._first_id = first_id
        children: dict[int | None, list[int]] = defaultdict(list)
        for node_id in sorted(self.nodes):
            children[self.nodes[node_id].parent_id].append(node_id)
        self._children = {parent: tuple(ids) for parent, ids in children.items()}

    def children_of(self, parent_id: int | None) -> tuple[int, ...]:
        """Return what may follow a message, or begin the chat if it is None, the oldest first."""
        return self._children.get(parent_id, ())

    def shown_path(self) -> tuple[int, ...]:
        """Return the messages on show, from the first to the last."""
        path: list[int] = []
        parent, chosen = None, self._first_id
        while children := self.children_of(parent):
            parent = chosen if chosen in children else children[-1]
            path.append(parent)
            chosen = self.nodes[parent].shown_child_id
        return tuple(path)

    def way_to(self, message_id: int) -> tuple[int, ...]:
        """Return the messages from the first to this one."""
        way = [message_id]
        while (parent := self.nodes[way[-1]].parent_id) is not None:
            way.append(parent)
        return tuple(reversed(way))
