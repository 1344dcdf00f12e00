"""llama.cpp could not do what it was asked."""

from __future__ import annotations

from app.errors.root import DraftlightError


class EngineError(DraftlightError):
    """llama.cpp could not do what it was asked."""


class EngineNotReadyError(EngineError):
    """A reply was asked for before a pair was loaded."""

    message = "No pair is loaded yet: choose one first."


class EngineRestartedError(EngineError):
    """The engine was given up while it was at this."""

    message = "The engine was restarted before it was done: ask again."


class EngineLentError(EngineError):
    """The lab has the engine."""

    message = "The lab is measuring with the engine: stop it there first; the run can go on later."


class NotEnoughMemoryError(EngineError):
    """A pair that this machine cannot hold; `needed` and `free` are words for a person, `advice` a clause."""

    message = "{name} needs {needed} of memory and {free} is free: {advice}."


class LoadMemoryError(EngineError):
    """The memory ran out while `path` was loaded or first used; `detail` is how that showed."""

    message = (
        "There was not enough memory for {path} ({detail}): close other programs, choose a smaller context, "
        "or a smaller model."
    )


class DecodeError(EngineError):
    """A pass failed; `detail` is what llama.cpp returned."""

    message = "The model {model} failed while computing ({detail}): load the pair again."


class NoNumbersError(EngineError):
    """Logits that are not finite, so that nothing can be drawn."""

    message = (
        "The model computed numbers that cannot be used: its file may be damaged, "
        "or a bias or penalty may forbid every token."
    )


class ContextFullError(EngineError):
    """A chat is longer than the context of one of the models; `tokens` fit."""

    message = "The context of {model} holds {tokens} tokens and the chat is longer: start a new chat."


class ContextError(EngineError):
    """Memory for the context could not be had."""

    message = (
        "There is not enough memory for a context of {tokens} tokens for {model}: "
        "choose a smaller context size or model."
    )


class HeadSymbolsError(EngineError):
    """This build of llama.cpp lacks functions that heads need; draft models and copying from the text still work."""

    message = (
        "This build of llama.cpp cannot run {feature} (it lacks {missing}): "
        "choose a small model as drafter, copy from the text so far, or update llama-cpp-python."
    )


class QuantizeError(EngineError):
    """A coarser copy could not be made."""

    message = "A coarser copy of {path} could not be made ({detail}): free some disk space or choose a drafter file."
