"""What the passes of the loaded pair cost on this machine, and the draft length that follows from it."""

from __future__ import annotations

import dataclasses
import time
from typing import TYPE_CHECKING

from app.options import AUTO
from app.speculation.auto_length import AutoDraftLength
from app.speculation.costs import Costs
from app.speculation.draft_length import FixedDraftLength
from app.speculation.statistics import statistics_of
from app.speeds import PLAIN_KEPT, PLAIN_NEEDED, PairSpeeds, pair_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.llama.loaded import LoadedModels
    from app.options import LoadOptions, ReplyOptions
    from app.speculation.acceptance import Acceptance
    from app.speculation.draft_length import DraftLength
    from app.speculation.records import DrafterKind, Round, Summary
    from app.speeds import SpeedStore

_PROBE_SECONDS = 2.0


class Pacing:
    """What is known of the speed of one pair, from measurements and from its replies since."""

    def __init__(self, models: LoadedModels, options: LoadOptions, store: SpeedStore) -> None:
        """Take what `store` has of this pair and these settings, or measure it now."""
        self._store = store
        self._kind = models.kind
        self._key = _key_of(models, options)
        self._costs: Costs | None = None
        self._acceptance: dict[DrafterKind, Acceptance] = {}
        known = store.find(self._key) if self._key else None
        if known is None:
            self._keep(PairSpeeds(*models.measure_costs(time.perf_counter)))
        else:
            self._speeds = known

    def draft_length(self, options: ReplyOptions) -> DraftLength:
        """Return what decides how much is drafted in a reply; with `auto` it goes on from what earlier ones showed."""
        if options.draft_length != AUTO:
            return FixedDraftLength(max(0, options.draft_length))
        if self._costs is None:
            draft = {} if self._speeds.draft is None else {self._kind: self._speeds.draft}
            self._costs = Costs(self._speeds.verify, draft)
        # The first plain tokens of a pair are also what its speed-up is measured against.
        wanted = max(0, PLAIN_NEEDED - len(self._speeds.plain))
        return AutoDraftLength(self._costs, self._acceptance, plain_wanted=wanted)

    def complete(self, summary: Summary, rounds: Sequence[Round]) -> Summary:
        """Keep what a reply showed of the speeds; return its summary with what it is compared with."""
        speeds = self._speeds.with_plain(statistics_of(rounds).plain_seconds)
        if self._costs is not None:
            draft = self._costs.draft(self._kind)
            speeds = dataclasses.replace(speeds, verify=self._costs.table, draft=draft or speeds.draft)
        if speeds != self._speeds:
            self._keep(speeds)
        return dataclasses.replace(summary, plain_seconds=speeds.plain_seconds)

    @property
    def plain_seconds(self) -> float | None:
        """Seconds of one token of plain decoding; None until enough of them were seen."""
        return self._speeds.plain_seconds

    @property
    def plain_probe(self) -> int:
        """How many plain tokens take about two seconds, by what a pass over one position took; enough for a median."""
        return min(PLAIN_KEPT, max(PLAIN_NEEDED, round(_PROBE_SECONDS / self._speeds.verify[1])))

    def _keep(self, speeds: PairSpeeds) -> None:
        self._speeds = speeds
        if self._key:
            self._store.keep(self._key, speeds)


def _key_of(models: LoadedModels, options: LoadOptions) -> str:
    """Return what measurements with this pair and these settings are kept under; "" keeps none."""
    try:
        return pair_key(
            models.paths,
            models.threads,
            options.gpu_layers,
            options.drafter_gpu_layers,
            options.cache_type.name,
            options.flash_attention,
            # Attention costs more in a larger context; between powers of two that is not worth measuring again.
            models.target.capacity.bit_length(),
        )
    except OSError:  # deleted since it was loaded
        return ""
