"""huggingface_hub under our rules: no telemetry, no tries of its own, times out, can be left behind, typed errors."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from app.catalog.download import gated
from app.catalog.network import in_thread, unreachable
from app.catalog.request import CONNECT_SECONDS, USER_AGENT
from app.catalog.retry import TRANSIENT, TransientError, parse_retry_after
from app.errors import DownloadError, OfflineError, RefusedError, TokenError
from app.phrases import Phrase
from app.privacy import TELEMETRY_OFF

if TYPE_CHECKING:
    from collections.abc import Callable

    from huggingface_hub import HfApi

    from app.catalog.progress import Stop
    from app.catalog.tokens import Token

T = TypeVar("T")

HUB: Final = "Hugging Face Hub"
HOST: Final = Phrase("The Hugging Face Hub")
# From the question to the answer, over all addresses of the Hub.
METADATA_SECONDS: Final = 8.0

# Read by huggingface_hub when it is imported. HF_ENDPOINT and HF_HUB_OFFLINE are the person's own.
_ENVIRONMENT: Final = {
    **TELEMETRY_OFF,
    "HF_HUB_DISABLE_XET": "1",
    "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
}


@dataclass(frozen=True, slots=True)
class Question:
    """About whom the Hub is asked, and as whom. `endpoint` None: the Hub, or what HF_ENDPOINT says."""

    repository: str = ""
    file: str = ""
    token: Token | None = None
    endpoint: str | None = None

    @property
    def page(self) -> str:
        """The repository's page, for a person. Imports huggingface_hub, which knows the endpoint."""
        from huggingface_hub import constants

        return f"{(self.endpoint or constants.ENDPOINT).rstrip('/')}/{self.repository}"


def prepare_environment() -> None:
    """Turn off telemetry, stored tokens, the Xet transport (it cannot be cancelled) and bars on stderr."""
    os.environ.update(_ENVIRONMENT)


def ask(call: Callable[[HfApi], T], question: Question, stop: Stop, seconds: float | None = None) -> T:
    """Return `call(api)`, made in a thread that is left behind when a stop comes or time is up.

    Raises:
        TransientError: no answer within `seconds` (METADATA_SECONDS), or one that may change soon.
        DownloadError: the Hub says no, its answer makes no sense, or this machine is offline.
        CancelledError: a stop came.
    """
    try:
        return in_thread(lambda: _answer(call, question), stop, seconds or METADATA_SECONDS)
    except DownloadError:
        raise
    except Exception as error:
        raise _known(_unwrapped(error), question) from error


def _answer(call: Callable[[HfApi], T], question: Question) -> T:
    """Runs in a thread of its own, as the import takes a while too."""
    prepare_environment()
    from huggingface_hub import HfApi

    _use_own_client()
    _ASKED.origin = _origin(question.endpoint)
    token = question.token.text if question.token else False
    return call(HfApi(endpoint=question.endpoint, token=token, library_name=USER_AGENT))


def _origin(endpoint: str | None) -> object:
    import httpx2
    from huggingface_hub import constants

    return httpx2.URL(endpoint or constants.ENDPOINT).origin


_CLIENT_LOCK: Final = threading.Lock()
# Whom this thread is asking: its token is for nobody else, wherever a redirect or a list's next page leads.
_ASKED: Final = threading.local()


def _use_own_client() -> None:
    """Once in a process, as setting it closes the client that other threads may be using."""
    from huggingface_hub import get_session, set_client_factory

    with _CLIENT_LOCK:
        if type(get_session()).__name__ != "OneTryClient":
            set_client_factory(_make_client)


class _FailedError(Exception):
    """Its cause, in a form that huggingface_hub does not take for a reason to try again by itself."""


def _make_client() -> Any:
    import httpx2
    from huggingface_hub import constants, errors
    from huggingface_hub.utils import hf_raise_for_status  # type: ignore[attr-defined]

    class OneTryClient(httpx2.Client):
        def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
            if constants.is_offline_mode():
                raise errors.OfflineModeIsEnabled("HF_HUB_OFFLINE is set")
            if request.url.origin != getattr(_ASKED, "origin", None):
                request.headers.pop("Authorization", None)
            # The library sets none for lists.
            request.extensions["timeout"] = httpx2.Timeout(CONNECT_SECONDS).as_dict()
            try:
                response = super().send(request, **options)
            except httpx2.HTTPError as error:
                raise _FailedError from error
            if response.is_error:
                hf_raise_for_status(response)
            return response

    return OneTryClient(follow_redirects=True)


def _unwrapped(error: Exception) -> Exception:
    cause = error.__cause__
    return cause if isinstance(error, _FailedError) and isinstance(cause, Exception) else error


def _known(error: Exception, question: Question) -> Exception:
    """What an error of huggingface_hub or its client is for us; a CancelledError or a bug is returned as it is."""
    import httpx2
    from huggingface_hub import errors

    if isinstance(error, errors.OfflineModeIsEnabled):
        return OfflineError(host=HOST, detail=Phrase("HF_HUB_OFFLINE is set"))
    if isinstance(error, errors.HfHubHTTPError | errors.HFValidationError):
        return _refusal(error, question)
    if isinstance(error, httpx2.HTTPError | httpx2.InvalidURL | OSError):
        told = unreachable(HOST, error)
        # Nothing changes by asking again while there is no network.
        return told if isinstance(told, OfflineError) else TransientError(told)
    if isinstance(error, ValueError | KeyError | TypeError | AttributeError):
        # What the library says of a page that is not the Hub's, such as the login of some network.
        return _refused(question, Phrase("something else answers in its place"))
    return error


def _refused(question: Question, detail: str) -> RefusedError:
    return RefusedError(host=HOST, file=question.file or question.repository or Phrase("a list"), detail=detail)


def _refusal(error: Exception, question: Question) -> Exception:
    from huggingface_hub import errors

    # In this order: a gated repository also counts as not found, and all of these as HfHubHTTPError.
    if isinstance(error, errors.GatedRepoError):
        return gated(HOST, question.file or question.repository, question.page, question.token)
    details: list[tuple[type[Exception], str]] = [
        (errors.RepositoryNotFoundError, Phrase("there is no such repository, or it is not for everybody")),
        (errors.RevisionNotFoundError, Phrase("there is no such revision")),
        (errors.EntryNotFoundError, Phrase("there is no such file")),
        (errors.DisabledRepoError, Phrase("the repository is disabled")),
        (errors.HFValidationError, Phrase("its name is not valid")),
    ]
    for kind, detail in details:
        if isinstance(error, kind):
            return _refused(question, detail)
    response = cast("errors.HfHubHTTPError", error).response
    status = response.status_code
    if status == 401 and question.token is not None:
        return TokenError(host=HOST, detail=Phrase("it is unknown there, or no longer valid"))
    refused = _refused(question, Phrase("error {status}", status=status))
    if status in TRANSIENT:
        return TransientError(refused, parse_retry_after(response.headers.get("Retry-After")))
    return refused
