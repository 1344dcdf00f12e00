"""Drafters on the Hub for a chosen target: looked for by name, size and architecture, then judged by their headers."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.catalog.compatibility import MOST_OF_TARGET, compare
from app.catalog.gguf_types import BITS
from app.catalog.hub_names import FileKind
from app.catalog.hub_search import list_files, search_models
from app.catalog.remote import open_remote
from app.catalog.remote_header import read_remote_model
from app.errors import CancelledError, DownloadError, DraftlightError, ModelFileError, OfflineError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.catalog.compatibility_reasons import Comparison
    from app.catalog.hub_search import FoundModel, HubModel
    from app.catalog.model import Model
    from app.catalog.progress import Stop
    from app.catalog.tokens import Token

# Repositories to look into: each costs two questions and a header of some megabytes.
MOST_PROPOSED: Final = 5
_SEARCHED: Final = 100
# Numbers of weights that differ by less are of copies of one model.
_ONE_SIZE: Final = 1.1
# Coarser ones guess much worse, finer ones are slower for little.
_WANTED_BITS: Final = 4.5
_FAMILY = re.compile(r"[a-z]+[ _-]?(?:\d+(?:\.\d+)?)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A file of the Hub that may draft, and what came of comparing its header; an `error` where it cannot be read."""

    model: HubModel
    downloads: int
    licence: str | None
    comparison: Comparison | None
    error: DraftlightError | None = None

    @property
    def repository(self) -> str:
        """Where it is."""
        return self.model.files[0].repository

    @property
    def fits(self) -> bool:
        """Whether it can draft."""
        return self.comparison is not None and self.comparison.fits


def read_hub_model(model: HubModel, stop: Stop, *, token: Token | None = None, endpoint: str | None = None) -> Model:
    """Read the headers of a model on the Hub, by ranges.

    Raises:
        DownloadError, CancelledError: as `app.catalog.hub.look_up`.
        ModelFileError: it is no model.
    """
    first = model.files[0]

    def open_file(path: str) -> object:
        return open_remote(first.repository, path, first.revision, stop, token=token, endpoint=endpoint)

    return read_remote_model(open_file, first.path)  # type: ignore[arg-type]


def propose_drafters(
    target: Model, name: str, stop: Stop, *, token: Token | None = None, endpoint: str | None = None
) -> Iterator[Proposal]:
    """Yield drafters for `target`, which the Hub calls `name`, as each is judged; nothing of them is downloaded.

    Raises:
        DownloadError: the Hub cannot be searched.
        CancelledError: a stop came.
    """
    found = search_models(family_of(name), _SEARCHED, stop, token=token, endpoint=endpoint)
    for repository in choose_smaller(found, target)[:MOST_PROPOSED]:
        try:
            files = list_files(repository.repository, stop, token=token, endpoint=endpoint)
        except OfflineError:
            raise
        except DownloadError:
            continue  # one repository of many that is not for everybody
        model = choose_file(files.models)
        if model is not None:
            yield _judge(target, model, repository, stop, token, endpoint)


def _judge(
    target: Model, model: HubModel, found: FoundModel, stop: Stop, token: Token | None, endpoint: str | None
) -> Proposal:
    try:
        drafter = read_hub_model(model, stop, token=token, endpoint=endpoint)
        return Proposal(model, found.downloads, found.licence, compare(target, drafter))
    except CancelledError:
        raise
    except (DownloadError, ModelFileError) as error:
        return Proposal(model, found.downloads, found.licence, None, error)


def family_of(name: str) -> str:
    """What relatives have in common: the letters and the generation that a name begins with, such as Qwen3."""
    bare = name.rsplit("/", 1)[-1]
    match = _FAMILY.match(re.sub(r"^(?:Meta|Mistral-?AI)[-_]", "", bare, flags=re.IGNORECASE))
    return match[0].strip(" -_") if match else bare


def choose_smaller(found: tuple[FoundModel, ...], target: Model) -> list[FoundModel]:
    """Those of the target's architecture that are small enough to pay, the most downloaded first, one of each size."""
    most = target.header.active_parameter_count * MOST_OF_TARGET
    small = [
        one
        for one in found
        if one.parameters and one.parameters <= most and one.architecture in (None, target.header.architecture)
    ]
    sizes: dict[int, int] = {}
    chosen = []
    for one in sorted(small, key=lambda one: -one.downloads):
        size = round(math.log(one.parameters or 1, _ONE_SIZE))
        sizes[size] = sizes.get(size, 0) + 1
        if sizes[size] <= 2:  # publishers of one model
            chosen.append(one)
    return chosen


def choose_file(models: tuple[HubModel, ...]) -> HubModel | None:
    """The quantisation that suits a drafter: near four bits, the smaller of two that are as near."""
    whole = [one for one in models if one.kind is FileKind.MODEL and one.complete and one.files]
    return min(whole, key=lambda one: (abs(_bits(one) - _WANTED_BITS), one.size), default=None)


def _bits(model: HubModel) -> float:
    name = (model.quantisation or "").removeprefix("UD-")
    known = [bits for kind, bits in BITS.items() if name.startswith(kind)]
    return max(known, default=16.0)
