"""What lies behind the window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.chats.store import ChatStore
    from app.paths import Paths
    from app.ui.appearance import Appearance
    from app.ui.chats.transfer import Transfer
    from app.ui.conversation import Conversation
    from app.ui.engine_client import EngineClient
    from app.ui.models.desk import ModelDesk
    from app.ui.pair_controller import PairController
    from app.ui.preferences import Preferences
    from app.ui.pull_worker import PullClient


@dataclass(frozen=True, slots=True)
class Parts:
    """What the window shows and steers; it closes them when it closes."""

    paths: Paths
    appearance: Appearance
    preferences: Preferences
    store: ChatStore
    engine: EngineClient
    puller: PullClient
    models: ModelDesk
    pairs: PairController
    conversation: Conversation
    transfer: Transfer
