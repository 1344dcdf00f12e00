"""The Hugging Face Hub: what it knows of a file. Nothing is imported or sent before a person asks for a file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.catalog.download import RemoteFile
from app.catalog.hub_client import HOST, HUB, METADATA_SECONDS, Question, ask
from app.catalog.model_files import ModelFile
from app.catalog.progress import Stage
from app.catalog.request import CONNECT_SECONDS, USER_AGENT
from app.catalog.retry import NO_RETRIES, Retries, persist
from app.errors import RefusedError
from app.phrases import Phrase

if TYPE_CHECKING:
    from huggingface_hub import HfApi, HfFileMetadata

    from app.catalog.progress import Reporter
    from app.catalog.tokens import Token

__all__ = ["HUB", "METADATA_SECONDS", "look_up"]


def look_up(
    repository: str,
    revision: str,
    file_name: str,
    reporter: Reporter,
    *,
    endpoint: str | None = None,
    token: Token | None = None,
    retries: Retries = NO_RETRIES,
) -> RemoteFile:
    """Ask the Hub for size and SHA-256 of a file. `endpoint` None: the Hub, or what HF_ENDPOINT says.

    Raises:
        UnreachableError: no answer within METADATA_SECONDS; OfflineError when nobody could be asked.
        RefusedError: it has no such file, or does not hand it out; GatedError when conditions must be accepted.
        TokenError: it does not take the token.
        CancelledError: a stop came.
    """
    question = Question(repository, file_name, token, endpoint)

    def head(_api: HfApi) -> tuple[str, str, HfFileMetadata]:
        from huggingface_hub import get_hf_file_metadata, hf_hub_url

        url = hf_hub_url(repository, file_name, revision=revision, endpoint=endpoint)
        metadata = get_hf_file_metadata(
            url,
            token=token.text if token else False,
            timeout=CONNECT_SECONDS,
            library_name=USER_AGENT,
            endpoint=endpoint,
            retry_on_errors=False,
        )
        return url, question.page, metadata

    def attempt() -> tuple[str, str, HfFileMetadata]:
        reporter.step(Stage.CONNECTING)
        return ask(head, question, reporter.stop)

    url, page, metadata = persist(attempt, retries, reporter, lambda: 0, None)
    sha256 = (metadata.etag or "").lower()
    if metadata.commit_hash is None or metadata.size is None:
        # A login page of some network answers everything.
        raise RefusedError(host=HOST, file=file_name, detail=Phrase("something else answers in its place"))
    if not re.fullmatch("[0-9a-f]{64}", sha256):
        raise RefusedError(host=HOST, file=file_name, detail=Phrase("no checksum is published"))
    file = ModelFile(repository, file_name, metadata.size, sha256)
    return RemoteFile(url, HOST, file, page, metadata.commit_hash, token)
