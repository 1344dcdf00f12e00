"""The Hugging Face Hub: what it knows of a file. Nothing is imported or sent before a person asks for a file."""

from __future__ import annotations

import os
import re
from contextlib import closing
from typing import TYPE_CHECKING, Final, NoReturn

from app.catalog.download import CONNECT_SECONDS, USER_AGENT, RemoteFile
from app.catalog.model_files import ModelFile
from app.catalog.network import from_thread, reason
from app.catalog.progress import Stage
from app.errors import RefusedError, UnreachableError

if TYPE_CHECKING:
    from collections.abc import Generator

    from huggingface_hub import HfFileMetadata

    from app.catalog.progress import Reporter

HUB: Final = "Hugging Face Hub"
_HOST: Final = f"The {HUB}"
# From the question to the answer, over all addresses of the Hub.
METADATA_SECONDS: Final = 8.0

# Read by huggingface_hub when it is imported. HF_ENDPOINT and HF_HUB_OFFLINE are the person's own.
_ENVIRONMENT: Final = {
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "DO_NOT_TRACK": "1",
    "HF_HUB_DISABLE_XET": "1",
    "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
}


def prepare_environment() -> None:
    """Turn off telemetry, stored tokens, the Xet transport (it cannot be cancelled) and bars on stderr."""
    os.environ.update(_ENVIRONMENT)


def look_up(
    repository: str, revision: str, file_name: str, reporter: Reporter, *, endpoint: str | None = None
) -> RemoteFile:
    """Ask the Hub for size and SHA-256 of a file. `endpoint` None: the Hub, or what HF_ENDPOINT says.

    Raises:
        UnreachableError: no answer within METADATA_SECONDS, or HF_HUB_OFFLINE is set.
        RefusedError: it has no such file, or does not hand it out; the detail tells gated from not found.
        CancelledError: a stop came.
    """
    import httpx2

    reporter.step(Stage.CONNECTING)
    try:
        ask = _metadata(repository, revision, file_name, endpoint)
        with closing(from_thread(lambda: ask, reporter.stop, METADATA_SECONDS)) as answers:
            url, metadata = next(answers)
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
        _raise_known(error, file_name)
    sha256 = (metadata.etag or "").lower()
    if metadata.commit_hash is None or metadata.size is None:
        # A login page of some network answers everything.
        raise RefusedError(host=_HOST, file=file_name, detail="something else answers in its place")
    if not re.fullmatch("[0-9a-f]{64}", sha256):
        raise RefusedError(host=_HOST, file=file_name, detail="no checksum is published")
    return RemoteFile(url, _HOST, ModelFile(repository, file_name, metadata.size, sha256))


def _metadata(
    repository: str, revision: str, file_name: str, endpoint: str | None
) -> Generator[tuple[str, HfFileMetadata]]:
    """One HEAD request. Runs in a thread of its own, as the import takes a while too."""
    prepare_environment()
    from huggingface_hub import get_hf_file_metadata, hf_hub_url

    url = hf_hub_url(repository, file_name, revision=revision, endpoint=endpoint)
    yield (
        url,
        get_hf_file_metadata(
            url,
            token=False,
            timeout=CONNECT_SECONDS,
            library_name=USER_AGENT,
            endpoint=endpoint,
            retry_on_errors=False,
        ),
    )


def _raise_known(error: Exception, file_name: str) -> NoReturn:
    """Turn an error of huggingface_hub or its client into ours; any other is a bug and goes on."""
    import httpx2
    from huggingface_hub import errors

    # In this order: a gated repository also counts as not found, and all of these as HfHubHTTPError.
    refusals: list[tuple[type[Exception], str]] = [
        (errors.GatedRepoError, "it is gated: its owner must grant you access on the Hub first"),
        (errors.RepositoryNotFoundError, "there is no such repository"),
        (errors.RevisionNotFoundError, "there is no such revision"),
        (errors.EntryNotFoundError, "there is no such file"),
        (errors.DisabledRepoError, "the repository is disabled"),
        (errors.HFValidationError, "its name is not valid"),
    ]
    for kind, detail in refusals:
        if isinstance(error, kind):
            raise RefusedError(host=_HOST, file=file_name, detail=detail) from error
    if isinstance(error, errors.HfHubHTTPError):
        status = error.response.status_code
        raise RefusedError(host=_HOST, file=file_name, detail=f"error {status}") from error
    if isinstance(error, errors.OfflineModeIsEnabled):
        raise UnreachableError(host=_HOST, detail="HF_HUB_OFFLINE is set") from error
    if isinstance(error, httpx2.HTTPError | httpx2.InvalidURL | OSError):
        raise UnreachableError(host=_HOST, detail=reason(error)) from error
    raise error
