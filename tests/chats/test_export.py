from __future__ import annotations

import dataclasses
import html.parser
import json
import re

import pytest

from app.chats import search
from app.chats.export import Words, chat_to_markdown
from app.chats.export_html import chat_to_html, reply_to_html
from app.chats.imports import read_chats
from app.chats.own_format import chats_to_json
from app.chats.records import Attachment, ChatTree
from app.chats.rounds_format import PairNames, SharedReply, rounds_to_lines
from app.chats.store import ChatStore
from app.errors import ChatStoreError, ImportFileError
from app.speculation.records import Candidate, DrafterKind, EmittedToken, Round, Verdict
from app.ui.theme import DARK, LIGHT
from tests.chats.conftest import NOTES, REPLY, SUMMARY, write_reply
from tests.chats.test_chat_list import OPTIONS, PAIR
from tests.fakes import LIGHTHOUSE, plain_round
from tests.ui.recorded import recorded_rounds

THINKING = Round(
    0, (), (EmittedToken(1, "<think>", Verdict.PLAIN, 0.5, None, thinking=True),), 0.0, 0.1, DrafterKind.LOOKUP
)
EVIL = "</style></script><script>alert(1)</script><img src=//x onerror=y> & \" ' \x00\x85"


@pytest.fixture
def tree(store) -> ChatTree:
    """A chat with everything that a chat can have."""
    chat, first = store.start_chat("Towers | 燈塔", "How?", [NOTES, Attachment('a".py', "```\n", 4)])
    store.set_pair(chat.id, PAIR)
    store.set_options(chat.id, OPTIONS)
    store.pin_chat(chat.id, True)
    write_reply(store, chat.id, first.id, note="drafting is off")
    write_reply(store, chat.id, first.id, [THINKING, plain_round(1, " other")], None)
    second = store.add_user_message(chat.id, "And 🦊?")
    store.edit_message(first.id, "How, exactly?")
    store.append_rounds(store.begin_reply(chat.id), LIGHTHOUSE[:2])
    store.show_message(second.id)
    return store.read_tree(chat.id)


def exported(tmp_path, trees):
    file = tmp_path / "chats.json"
    file.write_text(chats_to_json(trees), encoding="utf-8")
    return file


def test_json_comes_back_without_loss(tree, store, tmp_path):
    other = ChatStore(tmp_path / "other.sqlite3")
    other.start_chat("so that numbers differ", "x")
    (chat,) = other.add_trees(read_chats(exported(tmp_path, [tree])))
    again = other.read_tree(chat.id)
    assert chats_to_json([again]) == chats_to_json([tree])
    assert dataclasses.replace(again.chat, id=0) == dataclasses.replace(tree.chat, id=0)
    assert [one.message for one in again.messages] == [one.message for one in tree.messages]
    assert [one.rounds for one in again.shown_messages] == [one.rounds for one in tree.shown_messages]
    assert [(one.position, one.count) for one in again.messages] == [(one.position, one.count) for one in tree.messages]
    assert again.messages[1].summary == SUMMARY
    assert other.find("exactly")[0].chat_id == chat.id
    other.close()


def test_importing_twice_makes_two_chats(tree, store, tmp_path):
    trees = read_chats(exported(tmp_path, [tree, tree]))
    assert len({chat.id for chat in store.add_trees(trees)}) == 2
    assert len(store.list_chats()) == 3


def test_markdown_has_what_is_on_show(tree):
    text = chat_to_markdown(tree)
    assert text.startswith(
        '# Towers | 燈塔\n\n## System prompt\n\nBe brief.\n\n## You\n\nFile "notes.txt" (8 bytes):\n```txt\n'
    )
    assert "\n````py\n```\n````\n\nHow?\n\n## Draftlight\n\n<think> other\n\n## You\n\nAnd 🦊?\n" in text
    assert "exactly" not in text
    assert chat_to_markdown(tree, Words(person="你")).count("## 你") == 2


class Page(html.parser.HTMLParser):
    """Collects what a browser would see."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.marked: list[tuple[str | None, str]] = []
        self._open: list[str | None] = []
        self.text = ""
        self.feed(source)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag == "span":
            self._open.append(dict(attrs)["class"])

    def handle_endtag(self, tag):
        if tag == "span":
            self._open.pop()

    def handle_data(self, data):
        self.text += data
        if self._open:
            self.marked.append((self._open[-1], data))


def test_html_marks_every_token(store):
    chat, asked = store.start_chat("a", "q")
    write_reply(store, chat.id, asked.id)
    page = Page(chat_to_html(store.read_tree(chat.id), LIGHT, DARK))
    tokens = [token for decoded in LIGHTHOUSE for token in (*decoded.drafted, *decoded.emitted) if token.text]
    for verdict in set(Verdict) - {Verdict.PLAIN}:
        drawn = [text for kind, text in page.marked if kind == verdict.value[0]][1:]  # the first is the legend's
        wanted = [token.text for token in tokens if token.verdict is verdict]
        if verdict is Verdict.ACCEPTED:
            wanted = [one.text for decoded in LIGHTHOUSE for one in decoded.emitted if one.verdict is verdict]
        assert drawn == wanted, verdict
    kept = "".join(text for kind, text in page.marked[6:] if kind not in ("r", "u"))
    assert kept == REPLY
    cards = [attributes["data-card"] for tag, attributes in page.tags if attributes.get("data-card")]
    assert cards[0] == (
        "A (10)\naccepted\ntarget 0.600\ndrafter 0.800\nacceptance chance 0.750\nround 1\nplace in the draft 1"
    )
    assert cards[3].startswith(" boats (50)\nrejected\n")
    assert cards[3].endswith("round 1\nplace in the draft 4")
    assert "place" not in cards[4]
    assert len(cards) == sum(len(one.emitted) + len(one.drafted) - accepted(one) for one in LIGHTHOUSE)


def test_cards_tell_draws_and_the_likeliest_where_they_are_known():
    one = LIGHTHOUSE[0]
    draft = tuple((Candidate(10, f" {place}\n", 0.5),) for place in range(4))
    target = tuple((Candidate(11, " t", 0.25), Candidate(12, f" {place}", 0.125)) for place in range(4))
    accepted = dataclasses.replace(one.emitted[0], draw=0.125)
    one = dataclasses.replace(one, emitted=(accepted, *one.emitted[1:]), draft_top=draft, target_top=target)
    page = Page(reply_to_html("", (one,), None, "x", "", LIGHT, DARK))
    cards = [attributes["data-card"] for _, attributes in page.tags if "data-card" in attributes]
    assert "\nrandom draw 0.125\n" in cards[0]
    assert cards[0].endswith("\ntarget:  t 0.250   0 0.125\ndrafter:  0[U+000A] 0.500")
    rejected, correction = cards[3], cards[4]
    assert rejected.endswith("place in the draft 4\ntarget:  t 0.250   3 0.125\ndrafter:  3[U+000A] 0.500")
    assert correction.endswith("\nround 1\ntarget:  t 0.250   3 0.125\ndrafter:  3[U+000A] 0.500")


def cards_of_lines(lines: list[str]) -> list[str]:
    """Return the cards of a reply, written anew from its lines of JSON."""
    cards = []
    for one in map(json.loads, lines[1:]):
        drafted, emitted = one["drafted"], one["emitted"]
        tokens = [(token, place, True) for place, token in enumerate(emitted) if token["verdict"] == "accepted"]
        tokens += [(token, place, False) for place, token in enumerate(drafted) if token["verdict"] != "accepted"]
        tokens += [(token, place, True) for place, token in enumerate(emitted) if token["verdict"] != "accepted"]
        for token, place, own in tokens:
            target, draft = token["target_prob"], token["draft_prob"]
            chance = min(1, target / draft) if target is not None and draft is not None else None
            numbers = {"target": target, "drafter": draft, "acceptance chance": chance, "random draw": token["draw"]}
            card = [f"({token['id']})", token["verdict"]]
            card += [f"{name} {value:.3f}" for name, value in numbers.items() if value is not None]
            card.append(f"round {one['index'] + 1}")
            if not own or token["verdict"] == "accepted":
                card.append(f"place in the draft {place + 1}")
            for name, tops in (("target", one["target_top"]), ("drafter", one["draft_top"])):
                if place < len(tops):
                    card.append(f"{name}: " + " ".join(f"{each['prob']:.3f}" for each in tops[place]))
            if token["text"]:
                cards.append("\n".join(card))
    return cards


def test_every_number_on_a_card_is_that_of_the_saved_rounds():
    rounds = recorded_rounds(50, seed=9)
    page = Page(reply_to_html("", rounds, None, "x", "", LIGHT, DARK))
    shown = []
    for attributes in (one for _, one in page.tags if "data-card" in one):
        first, *rest = attributes["data-card"].split("\n")
        numbers = [
            re.sub(r"(?<=: ).*", lambda list_: " ".join(re.findall(r"\d\.\d{3}", list_[0])), line) for line in rest
        ]
        shown.append("\n".join([first.rpartition(" ")[2], *numbers]))
    assert shown == cards_of_lines(rounds_to_lines(SharedReply(rounds)))


def test_an_old_reply_without_rounds_is_a_page_of_text():
    page = Page(reply_to_html("an <old> reply", (), None, "Old", "", LIGHT, DARK))
    assert "an <old> reply" in page.text


def accepted(decoded):
    return sum(token.verdict is Verdict.ACCEPTED for token in decoded.drafted)


def test_one_reply_is_a_page_of_its_own():
    rounds = (*LIGHTHOUSE, plain_round(16, EVIL + "\u202e\u2066"))
    source = reply_to_html("", rounds, PairNames("p", "<big>.gguf", "small.gguf"), EVIL, "41 tokens/s", LIGHT, DARK)
    page = Page(source)
    assert not {"script", "img", "link", "big"} & {tag for tag, _ in page.tags}
    assert "<big>.gguf + small.gguf" in page.text
    assert "41 tokens/s" in page.text
    cards = [attributes["data-card"] for _, attributes in page.tags if "data-card" in attributes]
    assert "[U+202E][U+2066]" in cards[-1]
    assert "\u202e" not in cards[-1]
    kept = "".join(text for kind, text in page.marked[6:] if kind not in ("r", "u"))
    assert kept == REPLY + EVIL.replace("\0", "\ufffd").replace("\x85", "\ufffd") + "\u202e\u2066"


def test_html_has_a_shape_for_every_mark_in_both_themes(tree):
    style = re.search(r"<style>(.*)</style>", chat_to_html(tree, LIGHT, DARK), re.DOTALL)[1]
    light, dark = style.split("@media (prefers-color-scheme:dark){")
    for theme, rules in ((LIGHT, light), (DARK, dark)):
        shapes = set()
        for initial in "abcru":
            rule = re.search(rf"\.{initial}{{(.*?)}}", rules)[1]
            verdict = next(one for one in Verdict if one.value[0] == initial)
            assert f"color:{theme.marks[verdict].text}" in rule
            shapes.add(re.sub(r"#\w+", "", rule))
        assert len(shapes) == 5
        assert f"--page:{theme.page}" in rules


def test_html_runs_and_fetches_nothing(store):
    chat, asked = store.start_chat(EVIL, EVIL, [Attachment("<b>", EVIL, 3)])
    store.set_options(chat.id, dataclasses.replace(OPTIONS, system_prompt=EVIL))
    write_reply(store, chat.id, asked.id, [plain_round(0, EVIL), *LIGHTHOUSE[:1]], None)
    words = Words(*(EVIL for _ in dataclasses.fields(Words)))
    source = chat_to_html(store.read_tree(chat.id), LIGHT, DARK, words)
    page = Page(source)
    allowed = {"html", "head", "meta", "title", "style", "body", "main", "section", "details", "summary"}
    allowed |= {"h1", "h2", "p", "div", "pre", "span", "input", "label"}
    assert {tag for tag, _ in page.tags} <= allowed
    for _tag, attributes in page.tags:
        assert not {"src", "href", "style", "onerror", "onclick"} & set(attributes)
    assert "url(" not in source
    assert "@import" not in source
    assert "\0" not in source
    assert "alert(1)" in page.text
    assert "default-src 'none'" in source


def test_html_keeps_line_breaks_and_directions(store):
    chat, _asked = store.start_chat("a", "first\n  second שלום")
    source = chat_to_html(store.read_tree(chat.id), LIGHT, DARK)
    assert 'dir="auto">first\n  second שלום<' in source
    assert "white-space:pre-wrap" in source


def broken(tree, change):
    facts = json.loads(chats_to_json([tree, tree]))
    change(facts["chats"][1])
    return json.dumps(facts)


def put(*path, value):
    def change(chat):
        place = chat
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        put("title", value=None),
        put("messages", value={}),
        put("messages", 0, "role", value="tool"),
        put("messages", 0, "content", value=["x"]),
        put("messages", 0, "created", value="now"),
        put("messages", 0, "attachments", value=[{"name": "a"}]),
        put("messages", 0, "attachments", 0, "size", value=10**30),
        put("messages", 1, "parent", value=1),
        put("messages", 1, "parent", value=-1),
        put("messages", 1, "rounds", value=[[1]]),
        put("messages", 1, "rounds", 0, 4, 0, 0, value="x"),
        put("messages", 1, "rounds", 0, 4, 0, 1, value="other text"),
        put("messages", 1, "rounds", 0, 4, 0, 3, value=2.0),
        put("messages", 1, "rounds", 0, 4, 0, 3, value="x"),
        put("messages", 1, "summary", value=[]),
        put("messages", 1, "summary", "emitted", value="many"),
        put("messages", 1, "summary", "later", value=1),
        put("messages", 1, "note", value=None),
        put("shown", value=[0, 0]),
        put("shown", value=[10**6]),
        put("options", value=[]),
        put("options", "sampling", "top_k", value=-5),
        put("updated", value=float("nan")),
    ],
)
def test_a_damaged_file_imports_nothing(tree, tmp_path, change):
    file = tmp_path / "chats.json"
    file.write_text(broken(tree, change), encoding="utf-8")
    with pytest.raises(ImportFileError, match=r"No chats were imported from .+: choose") as caught:
        read_chats(file)
    assert "\n" not in str(caught.value)


def test_what_fails_half_way_leaves_nothing(tree, store, monkeypatch):
    added = []
    real = search.add_to_index

    def full(connection, message_id):
        added.append(message_id)
        if len(added) == 4:
            raise OSError("disk full")
        real(connection, message_id)

    before = store.list_chats()
    monkeypatch.setattr(search, "add_to_index", full)
    with pytest.raises(ChatStoreError, match="disk full"):
        store.add_trees([tree, tree])
    assert store.list_chats() == before
