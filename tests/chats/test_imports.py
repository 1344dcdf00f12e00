from __future__ import annotations

import json

import pytest

from app.chats.imports import read_chats
from app.chats.records import Role
from app.errors import ImportFileError


def node(parent, children, role=None, parts=None, **more):
    message = None
    if role is not None:
        content = {"content_type": more.pop("content_type", "text"), "parts": parts}
        message = {"author": {"role": role}, "content": content, "create_time": more.pop("create_time", None), **more}
    return {"message": message, "parent": parent, "children": children}


CHATGPT = {
    "title": "Lighthouses",
    "create_time": 100.5,
    "update_time": 200.5,
    "current_node": "a2",
    "mapping": {
        "root": node(None, ["sys"]),
        "sys": node("root", ["u1", "u1b"], "system", ["You are helpful"]),
        "u1b": node("sys", [], "user", ["How, exactly?"], create_time=120.0),
        "u1": node("sys", ["a1"], "user", ["How?", {"asset_pointer": "file-1"}, "More."], create_time=110.0),
        "a1": node("u1", ["call"], "assistant", ["Let me look."]),
        "call": node("a1", ["tool"], "assistant", ["search()"], recipient="browser"),
        "tool": node("call", ["hidden"], "tool", ["found"]),
        "hidden": node("tool", ["a2"], "user", ["x"], metadata={"is_visually_hidden_from_conversation": True}),
        "a2": node("hidden", [], "assistant", ["By light."], metadata=None),
        "code": node("a2", [], "assistant", None, content_type="code"),
    },
}
LM_STUDIO = {
    "name": "Towers",
    "pinned": True,
    "createdAt": 1_700_000_000_000,
    "systemPrompt": "Be brief.",
    "messages": [
        {
            "versions": [
                {"type": "singleStep", "role": "user", "content": [{"type": "text", "text": "Hi"}]},
                {
                    "type": "singleStep",
                    "role": "user",
                    "content": [{"type": "text", "text": "Hello"}, {"type": "file"}],
                },
            ],
            "currentlySelected": 1,
        },
        {
            "versions": [
                {
                    "type": "multiStep",
                    "role": "assistant",
                    "steps": [
                        {"type": "contentBlock", "content": [{"type": "text", "text": "One."}]},
                        {"type": "debugInfoBlock", "debugInfo": "x"},
                        {"type": "contentBlock", "content": [{"type": "text", "text": "Two."}]},
                    ],
                },
                {"type": "multiStep", "role": "assistant", "steps": []},
            ],
            "currentlySelected": 0,
        },
    ],
}


def read(tmp_path, facts):
    file = tmp_path / "conversations.json"
    file.write_text(facts if isinstance(facts, str) else json.dumps(facts), encoding="utf-8")
    return read_chats(file)


def said(messages):
    return [(one.message.role, one.message.content) for one in messages]


def test_chatgpt(tmp_path, store):
    (tree,) = read(tmp_path, [CHATGPT])
    (chat,) = store.add_trees([tree])
    assert (chat.title, chat.created, chat.updated) == ("Lighthouses", 100.5, 200.5)
    assert said(store.list_messages(chat.id)) == [
        (Role.USER, "How?\nMore."),
        (Role.ASSISTANT, "Let me look."),
        (Role.ASSISTANT, "By light."),
    ]
    first = store.list_messages(chat.id)[0]
    assert (first.position, first.count, first.created) == (1, 2, 110.0)
    store.show_message(first.siblings[1])
    assert said(store.list_messages(chat.id)) == [(Role.USER, "How, exactly?")]


def test_many_chats_at_once_and_empty_ones_left_out(tmp_path):
    empty = {"title": "x", "mapping": {"root": node(None, [])}}
    untitled = {"mapping": {"u": node("gone", [], "user", ["one two three four five six seven eight"])}}
    first, second = read(tmp_path, [CHATGPT, empty, untitled])
    assert first.chat.title == "Lighthouses"
    assert (second.chat.title, second.chat.created) == ("one two three four five six seven…", 0.0)


def test_one_conversation_of_chatgpt_alone(tmp_path):
    assert len(read(tmp_path, CHATGPT)) == 1


def test_a_very_long_chat_is_no_problem(tmp_path):
    mapping = {str(n): node(str(n - 1), [str(n + 1)], "user", [f"m{n}"]) for n in range(5000)}
    (tree,) = read(tmp_path, [{"mapping": mapping, "current_node": "4999"}])
    assert len(tree.shown) == 5000


def test_lm_studio(tmp_path, store):
    (tree,) = read(tmp_path, LM_STUDIO)
    (chat,) = store.add_trees([tree])
    assert (chat.title, chat.created, chat.pinned) == ("Towers", 1_700_000_000.0, True)
    assert chat.options.system_prompt == "Be brief."
    question, answer = store.list_messages(chat.id)
    assert said([question, answer]) == [(Role.USER, "Hello"), (Role.ASSISTANT, "One.\n\nTwo.")]
    assert (question.position, question.count, answer.count) == (2, 2, 1)


def test_plain_messages_are_read_too(tmp_path):
    facts = {"messages": [{"role": "system", "content": "S"}, {"role": "user", "content": "Q"}]}
    (tree,) = read(tmp_path, facts)
    assert said(tree.messages) == [(Role.USER, "Q")]
    assert tree.chat.options.system_prompt == "S"


def cycle():
    return [{"mapping": {"a": node("b", ["b"], "user", ["x"]), "b": node("a", ["a"], "user", ["y"])}}]


@pytest.mark.parametrize(
    "facts",
    [
        "",
        "{",
        "null",
        "7",
        '"text"',
        "[]",
        "{}",
        "[" * 200_000,
        "[[]]",
        [CHATGPT, {"title": "no mapping"}],
        [{"mapping": None}],
        [{"mapping": []}],
        [{"mapping": {"a": None}}],
        [{"mapping": {"a": {"message": 7}}}],
        [{"mapping": {"a": node(None, None, "user", ["x"]), "b": node("a", [], "user", ["x"])}}],
        [{"mapping": {"a": node(None, [], "user", "not a list")}}],
        [{"mapping": {"a": {"message": {"author": None}}}}],
        [{"mapping": {"a": {"parent": []}}}],
        [{"mapping": {"a": node(None, [], "user", ["x"])}, "current_node": {"a": 1}}],
        cycle(),
        {"messages": []},
        {"messages": [7]},
        {"messages": [{"versions": []}]},
        {"messages": [{"versions": [{"role": "robot", "content": "x"}]}]},
        {"messages": [{"versions": [{"role": "user", "content": 7}]}]},
        {"messages": [{"versions": [{"role": "user", "content": [{"type": "text", "text": 7}]}]}]},
        {"messages": [{"role": "user", "content": "x", "currentlySelected": 1}]},
        {"messages": [{"role": "assistant", "steps": "x"}]},
        {"format": "draftlight-chats", "version": 1},
        {"format": "draftlight-chats", "version": 2, "chats": []},
        {"format": "draftlight-chats", "version": 3, "chats": []},
        {"format": "draftlight-chats", "version": 1, "chats": []},
        {"format": "draftlight-chats", "version": 1, "chats": [None]},
    ],
    ids=lambda facts: str(facts)[:60],
)
def test_a_damaged_file_is_told_in_one_sentence(tmp_path, facts):
    with pytest.raises(
        ImportFileError, match=r"^No chats were imported from .+conversations\.json \(.+\): choose"
    ) as caught:
        read(tmp_path, facts)
    assert "\n" not in str(caught.value)


def test_files_that_are_none(tmp_path):
    for path in (tmp_path, tmp_path / "none.json"):
        with pytest.raises(ImportFileError, match="not a file"):
            read_chats(path)
    file = tmp_path / "latin.json"
    file.write_bytes(b'["caf\xe9"]')
    with pytest.raises(ImportFileError, match="UTF-8"):
        read_chats(file)


def test_half_of_a_character_does_no_harm(tmp_path, store):
    (tree,) = read(tmp_path, '{"name": "\\ud800", "messages": [{"role": "user", "content": "x\\udfff"}]}')
    (chat,) = store.add_trees([tree])
    assert store.list_messages(chat.id)[0].message.content == "x?"
