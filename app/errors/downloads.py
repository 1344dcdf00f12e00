"""What could not be fetched from the Hub or from another source."""

from __future__ import annotations

from app.errors.root import DraftlightError


class DownloadError(DraftlightError):
    """A file could not be fetched."""


class UnreachableError(DownloadError):
    """No answer from `host`."""

    message = "{host} does not answer ({detail}): check the network and try again."


class OfflineError(UnreachableError):
    """This machine has no network, so that nobody was asked; `host` is who would have been."""

    message = "You are offline ({detail}): what is on this machine works, for the rest connect and try again."


class RefusedError(DownloadError):
    """`host` answered, but not with the file."""

    message = "{host} does not hand out {file} ({detail}): try again later or choose another model."


class GatedError(RefusedError):
    """The owner wants conditions accepted first, on the `page` of the repository; `detail` says what is missing."""

    message = (
        "{file} is for those who accepted its owner's conditions ({detail}): "
        "accept them on {page}, then enter an access token of that account."
    )


class CorruptDownloadError(DownloadError):
    """What came is not what was promised."""

    message = "The download of {file} is not the file it should be ({detail}): try again."


class NoSourceError(DownloadError):
    """Every source of a model failed; `detail` says how each did."""

    message = "{name} could not be fetched from any source ({detail}): check the network and try again."


class TokenError(DownloadError):
    """What was entered as an access token is none, or `host` does not know it; the token itself is never told."""

    message = "{host} does not take this access token ({detail}): copy it again from your account's settings there."
