"""What is told of a pair once it is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.chats.options import ADVISED, advice
from app.head_files import drafting_of
from app.options import LoadedPair
from app.phrases import Phrase
from app.speculation.draft_length import MAX_DRAFT_LENGTH

if TYPE_CHECKING:
    from app.llama.loaded import LoadedModels
    from app.options import PairFiles


def describe(files: PairFiles, models: LoadedModels, seconds: float) -> LoadedPair:
    """Return what there is to know of `models`, which were read from `files` in so many seconds."""
    model, vocabulary = models.target.model, models.target.model.vocabulary
    drafting = drafting_of(files)
    found = {key: text for key in ADVISED if (text := model.metadata(key)) is not None}
    return LoadedPair(
        files=files,
        target_description=model.path.stem,
        drafter_description=drafting.words if models.can_draft else None,
        context=models.target.capacity,
        vocabulary=vocabulary.size,
        threads=models.threads,
        load_seconds=seconds,
        drafting_off=models.drafting_off,
        remark=_remark(models),
        trained_context=model.trained_context,
        advised=tuple(advice(found).items()),
        template=model.chat_template or "",
        bos=vocabulary.token_text(vocabulary.bos),
        eos=vocabulary.token_text(vocabulary.eos),
        most_drafted=drafting.most if models.can_draft else MAX_DRAFT_LENGTH,
    )


def _remark(models: LoadedModels) -> str:
    shared = models.shared
    if shared is None or not shared.first_difference:
        return shared.disagreement if shared else ""
    # Rounded down: one token of many that differs is not 100%.
    percent = int(shared.share * 1000) / 10
    sentence = Phrase(
        "Drafts come from the {percent}% of the vocabulary that both models share ({difference}).",
        percent=percent,
        difference=shared.first_difference,
    )
    if not shared.disagreement:
        return sentence
    return Phrase("{sentence} {surprise}", sentence=sentence, surprise=shared.disagreement)
