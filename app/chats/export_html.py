"""A chat or one reply as one HTML file with the marks of every token: no scripts, nothing fetched from anywhere.

The card of a token is an attribute that the style sheet shows while the pointer or the focus is on it. Characters that
turn the direction of text end with the block that they stand in, and are spelled out on cards.
"""

from __future__ import annotations

import html
import re
import unicodedata
from typing import TYPE_CHECKING, Protocol

from app.chats.export import Words
from app.speculation.records import DraftedToken, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from app.chats.records import ChatTree, StoredMessage
    from app.chats.rounds_format import PairNames
    from app.speculation.records import Candidate, EmittedToken, Round


class MarkLook(Protocol):
    """How one verdict looks, in #RRGGBB; None is absent."""

    @property
    def fill(self) -> str | None:
        """Its background."""

    @property
    def edge(self) -> str | None:
        """The border of its background."""

    @property
    def line(self) -> str | None:
        """Its line under or through the text; None takes the text's colour."""

    @property
    def text(self) -> str:
        """Its text."""


class Palette(Protocol):
    """The colours of a page, as the window's themes have them."""

    @property
    def page(self) -> str:
        """The background."""

    @property
    def text(self) -> str:
        """What is read."""

    @property
    def muted(self) -> str:
        """What is secondary."""

    @property
    def own_message(self) -> str:
        """The background of what the person said."""

    @property
    def border(self) -> str:
        """Thin lines."""

    @property
    def marks(self) -> Mapping[Verdict, MarkLook]:
        """How each verdict looks."""


_CLASSES = {verdict: verdict.value[0] for verdict in Verdict}
_SHAPES = {
    Verdict.CORRECTION: "underline solid",
    Verdict.BONUS: "underline double",
    Verdict.REJECTED: "line-through solid",
    Verdict.UNEXAMINED: "line-through dotted",
}
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_LAYOUT = """
body{margin:0;font:17px/1.6 system-ui,sans-serif;background:var(--page);color:var(--text)}
main{max-width:46rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.5rem;line-height:1.3}
h2{font-size:.85rem;margin:1.6rem 0 .3rem;color:var(--muted)}
.said{white-space:pre-wrap;overflow-wrap:anywhere}
.own{background:var(--own);border-radius:.6rem;padding:.6rem .9rem}
.legend,label{font-size:.85rem;color:var(--muted)}
details{margin:.3rem 0;border:1px solid var(--border);border-radius:.4rem;padding:.3rem .6rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85rem}
[data-card]{position:relative}
[data-card]:hover::after,[data-card]:focus::after{content:attr(data-card);position:absolute;left:0;top:calc(100% + 4px);
z-index:1;white-space:pre-wrap;width:max-content;max-width:20rem;overflow-wrap:anywhere;padding:.5rem .8rem;
font:.8rem/1.5 system-ui,sans-serif;background:var(--page);color:var(--text);border:1px solid var(--border);
border-radius:.5rem;box-shadow:0 2px 8px #0004;text-align:left;direction:ltr;unicode-bidi:isolate;pointer-events:none}
[data-card]:hover::after{z-index:2}
[data-card]:focus{outline:2px solid var(--muted)}
@media(max-width:88rem){[data-card]:hover::after,[data-card]:focus::after{position:fixed;left:1rem;top:auto;bottom:1rem}}
.a,.b{border-radius:.25em;-webkit-box-decoration-break:clone;box-decoration-break:clone}
#rejected:not(:checked)~section .r,#rejected:not(:checked)~section .u{display:none}
"""


def chat_to_html(tree: ChatTree, light: Palette, dark: Palette, words: Words | None = None) -> str:
    """Return the messages on show as a page that follows the reader's light or dark setting.

    Every mark has a shape beside its hue: a border, one line or two under the text, a solid or dotted one through it.
    """
    words = words or Words()
    title = _escape(" ".join(tree.chat.title.split()))
    system = tree.chat.options.system_prompt if tree.chat.options else ""
    body = [f"<h1>{title}</h1>", *_keys(words)]
    if system:
        body.append(f'<section><h2>{_escape(words.system)}</h2><div class="said">{_escape(system)}</div></section>')
    body += [_section(stored, words) for stored in tree.shown_messages]
    return _page(title, body, light, dark)


def reply_to_html(
    text: str,
    rounds: Iterable[Round],
    pair: PairNames | None,
    title: str,
    line: str,
    light: Palette,
    dark: Palette,
    words: Words | None = None,
) -> str:
    """Return one reply as a page, as `chat_to_html`; `line` is the line of its numbers. Without rounds it is text."""
    words = words or Words()
    names = [] if pair is None else [name for name in (pair.target, pair.drafter) if name]
    told = _escape(" ".join(title.split()))
    body = [
        f"<h1>{told}</h1>",
        *(f'<p class="legend">{_escape(text)}</p>' for text in (" + ".join(names), line) if text),
        *_keys(words),
        f'<section><div class="said" dir="auto">{_rounds(rounds, words) or _escape(text)}</div></section>',
    ]
    return _page(told, body, light, dark)


def _keys(words: Words) -> tuple[str, str]:
    """Return what explains the marks, and the switch for what was drafted in vain."""
    switch = f'<input type="checkbox" id="rejected"> <label for="rejected">{_escape(words.show_rejected)}</label>'
    return _legend(words), switch


def _page(title: str, body: Iterable[str], light: Palette, dark: Palette) -> str:
    style = f"{_colours(light)}@media (prefers-color-scheme:dark){{{_colours(dark)}}}{_LAYOUT}"
    return (
        '<!DOCTYPE html>\n<html><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>{style}</style></head>\n<body><main>\n"
        + "\n".join(body)
        + "\n</main></body></html>\n"
    )


def _section(stored: StoredMessage, words: Words) -> str:
    files = "".join(
        f"<details><summary>{_escape(one.name)} ({one.size})</summary><pre>{_escape(one.text)}</pre></details>"
        for one in stored.attachments
    )
    said = _rounds(stored.rounds, words) or _escape(stored.message.content)
    kind = "said" if stored.rounds or stored.message.role == "assistant" else "said own"
    return (
        f"<section><h2>{_escape(words.speaker(stored.message.role))}</h2>{files}"
        f'<div class="{kind}" dir="auto">{said}</div></section>'
    )


def _rounds(rounds: Iterable[Round], words: Words) -> str:
    """Return the tokens of rounds in the window's order: what was refused stands before what replaced it."""
    return "".join(_token(token, one, words) for one in rounds for token in _in_order(one) if token.text)


def _in_order(decoded: Round) -> Iterator[DraftedToken | EmittedToken]:
    accepted = [token for token in decoded.emitted if token.verdict is Verdict.ACCEPTED]
    yield from accepted
    yield from (token for token in decoded.drafted if token.verdict is not Verdict.ACCEPTED)
    yield from decoded.emitted[len(accepted) :]


def _token(token: DraftedToken | EmittedToken, decoded: Round, words: Words) -> str:
    card = _escape("\n".join(_card(token, decoded, words)))
    return f'<span class="{_CLASSES[token.verdict]}" tabindex="-1" data-card="{card}">{_escape(token.text)}</span>'


def _card(token: DraftedToken | EmittedToken, decoded: Round, words: Words) -> Iterator[str]:
    """Yield the lines of a token's card."""
    yield f"{_spelled(token.text)} ({token.id})"
    yield getattr(words, token.verdict.value)
    chances = (
        (words.target, token.target_prob),
        (words.drafter, token.draft_prob),
        (words.acceptance, token.acceptance_chance),
        (words.draw, token.draw),
    )
    yield from (f"{name} {value:.3f}" for name, value in chances if value is not None)
    yield f"{words.round} {decoded.index + 1}"
    stands_in = decoded.drafted if isinstance(token, DraftedToken) else decoded.emitted
    place = next(place for place, one in enumerate(stands_in) if one is token)
    if place < len(decoded.drafted) and token.verdict is not Verdict.CORRECTION:
        yield f"{words.place} {place + 1}"
    yield from _likeliest(words.target, decoded.target_top, place)
    yield from _likeliest(words.drafter, decoded.draft_top, place)


def _likeliest(name: str, top: Sequence[Sequence[Candidate]], place: int) -> Iterator[str]:
    """Yield the likeliest tokens at a place of the round, where they were recorded."""
    if place < len(top):
        yield f"{name}: " + "  ".join(f"{_spelled(one.text)} {one.prob:.3f}" for one in top[place])


def _spelled(text: str) -> str:
    """Return text on one line in which nothing is hidden."""
    return "".join(
        character if unicodedata.category(character)[0] not in "CZ" or character == " " else f"[U+{ord(character):04X}]"
        for character in text
    )


def _legend(words: Words) -> str:
    samples = (f'<span class="{_CLASSES[one]}">{_escape(getattr(words, one.value))}</span>' for one in Verdict)
    return f'<p class="legend">{" · ".join(samples)}</p>'


def _colours(palette: Palette) -> str:
    root = f"--page:{palette.page};--text:{palette.text};--muted:{palette.muted}"
    rules = [f":root{{{root};--own:{palette.own_message};--border:{palette.border}}}"]
    for verdict, look in palette.marks.items():
        parts = [f"color:{look.text}"]
        if look.fill:
            parts += [f"background:{look.fill}", f"box-shadow:0 0 0 1px {look.edge or look.fill}"]
        if verdict in _SHAPES:
            parts.append(f"text-decoration:{_SHAPES[verdict]} {look.line or look.text}")
        if verdict is not Verdict.PLAIN:
            rules.append(f".{_CLASSES[verdict]}{{{';'.join(parts)}}}")
    return "\n".join(rules)


def _escape(text: str) -> str:
    """Return text for HTML; characters that no HTML may have become the one for the unknown."""
    return html.escape(_UNWRITABLE.sub("\ufffd", text))
