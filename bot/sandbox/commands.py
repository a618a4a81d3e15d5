"""What the control API can be told with POST /sandbox/<command>: one function each, body in, answer out.

A docstring begins with the command and its body. Whatever cannot be done raises Refusal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from bot.sandbox import people, shapes
from bot.sandbox.errors import Refusal
from bot.sandbox.faults import Fault
from bot.sandbox.links import ToBot, ToGroup, ToMessage, ToWeb, read_link
from bot.sandbox.overview import chat_card
from bot.sandbox.switchboard import Switchboard
from bot.sandbox.world import Kind, Status

Json = dict[str, Any]
Choice = TypeVar("Choice", Kind, Status)


def integer(values: Json, name: str) -> int:
    """A number that must be there. Raises: Refusal."""
    try:
        return int(values[name])
    except (KeyError, TypeError, ValueError):
        raise Refusal(f"{name} must be a number") from None


def optional(values: Json, name: str) -> int | None:
    """A number that may be left out. Raises: Refusal if it is something else."""
    return integer(values, name) if values.get(name) is not None else None


def _choice(kind: Callable[[str], Choice], value: object, name: str) -> Choice:
    try:
        return kind(str(value))
    except ValueError:
        raise Refusal(f"{value} is no {name}") from None


def add_person(board: Switchboard, body: Json) -> Json:
    """people {name, language_code?, username?, last_name?}: the new person."""
    person = board.world.add_person(
        str(body.get("name") or "?"),
        str(body.get("language_code") or "ru"),
        str(body.get("username") or ""),
        str(body.get("last_name") or ""),
    )
    board.audience.tell("people", dict)
    return shapes.person_user(person)


def add_chat(board: Switchboard, body: Json) -> Json:
    """chats {title, members: [person, ...], type?: group|supergroup, forum?, bot?: add the bot}: the new chat."""
    members = body.get("members") or []
    if not members:
        raise Refusal("a group has at least one member")
    kind = _choice(Kind, body.get("type", "supergroup"), "type of a group")
    if kind is Kind.PRIVATE:
        raise Refusal("private chats come with their people")
    ids = [people.person(board, int(member)).id for member in members]
    forum = bool(body.get("forum")) and kind is Kind.SUPERGROUP
    chat = board.world.add_group(str(body.get("title") or "?"), ids, kind=kind, forum=forum)
    board.changed(chat)
    if body.get("bot", True):
        people.set_bot(board, chat.id, "add", ids[0])
    return chat_card(board, chat)


def set_member(board: Switchboard, body: Json) -> Json:
    """members {chat, person, status?: member|administrator|left|kicked}: the chat."""
    number = integer(body, "chat")
    status = _choice(Status, body.get("status", "member"), "status of a member")
    people.set_member(board, number, integer(body, "person"), status)
    return chat_card(board, board.world.chats[number])


def set_bot(board: Switchboard, body: Json) -> Json:
    """bot {chat, action: add|remove|kick|promote|demote|restrict|unrestrict, by?: person}: the chat."""
    number = integer(body, "chat")
    people.set_bot(board, number, body.get("action", ""), optional(body, "by"))
    return chat_card(board, board.world.chats[number])


def say(board: Switchboard, body: Json) -> Json:
    """say {person, chat, text, thread?, reply_to?, hidden?: in the group's name}: the message."""
    number = integer(body, "chat")
    message = people.say(
        board,
        integer(body, "person"),
        number,
        str(body.get("text") or ""),
        thread=optional(body, "thread"),
        reply_to=optional(body, "reply_to"),
        hidden=bool(body.get("hidden")),
    )
    return board.seen(board.world.chats[number], message)


def press(board: Switchboard, body: Json) -> Json:
    """press {person, chat, message_id, data}: {callback_query_id}. The data may be forged."""
    query = people.press(
        board,
        integer(body, "person"),
        integer(body, "chat"),
        integer(body, "message_id"),
        str(body.get("data") or ""),
    )
    return {"callback_query_id": query.id}


def delete(board: Switchboard, body: Json) -> Json:
    """delete {person, chat, message_id}."""
    people.delete(board, integer(body, "person"), integer(body, "chat"), integer(body, "message_id"))
    return {}


def read(board: Switchboard, body: Json) -> Json:
    """read {person, chat}: everything there has been seen."""
    people.read(board, integer(body, "person"), integer(body, "chat"))
    return {}


def start(board: Switchboard, body: Json) -> Json:
    """start {person, payload?}: the /start message."""
    who = integer(body, "person")
    message = people.start(board, who, str(body.get("payload") or ""))
    return board.seen(board.world.chats[who], message)


def block(board: Switchboard, body: Json) -> Json:
    """block {person}."""
    people.block(board, integer(body, "person"), blocked=True)
    return {}


def unblock(board: Switchboard, body: Json) -> Json:
    """unblock {person}."""
    people.block(board, integer(body, "person"), blocked=False)
    return {}


def open_link(board: Switchboard, body: Json) -> Json:
    """open {person, url, chat?}: where it led: {to: chat, chat, message_id?} | {to: choose_group} | {to: web, url}.

    A ?start= link sends /start in the private chat; a ?startgroup= link needs ``chat``, the group that was chosen.
    """
    who = people.person(board, integer(body, "person")).id
    match read_link(str(body.get("url") or "")):
        case ToBot(payload):
            if payload is not None:
                people.start(board, who, payload)
            return {"to": "chat", "chat": who}
        case ToGroup(payload):
            number = optional(body, "chat")
            if number is None:
                return {"to": "choose_group"}
            people.start_in_group(board, who, number, payload)
            return {"to": "chat", "chat": number}
        case ToMessage(number, message_id):
            people.chat_of(board, who, number)
            return {"to": "chat", "chat": number, "message_id": message_id}
        case ToWeb(url):
            return {"to": "web", "url": url}


def migrate(board: Switchboard, body: Json) -> Json:
    """migrate {chat}: the new supergroup."""
    return chat_card(board, people.migrate(board, integer(body, "chat")))


def topics(board: Switchboard, body: Json) -> Json:
    """topics {chat, person, name} makes one: {thread}; with {thread, action: close|reopen|delete} it changes one."""
    number, who = integer(body, "chat"), integer(body, "person")
    action = body.get("action")
    if action is None:
        return {"thread": people.add_topic(board, number, who, str(body.get("name") or "?")).id}
    if action not in ("close", "reopen", "delete"):
        raise Refusal("a topic can be told: close, reopen, delete")
    people.change_topic(board, number, who, integer(body, "thread"), action)
    return {}


def forum(board: Switchboard, body: Json) -> Json:
    """forum {chat, person, forum: on or off}: topics are switched on or off."""
    people.set_forum(board, integer(body, "chat"), integer(body, "person"), forum=bool(body.get("forum")))
    return {}


def mute(board: Switchboard, body: Json) -> Json:
    """mute {chat, muted: whether only administrators may write}: the chat."""
    place = people.chat(board, integer(body, "chat"))
    place.muted = bool(body.get("muted")) and not place.private
    board.changed(place)
    return chat_card(board, place)


def botfather(board: Switchboard, body: Json) -> Json:
    """botfather {joins_groups?, reads_all?}: what a bot's owner sets with @BotFather."""
    profile = board.world.profile
    profile.joins_groups = bool(body.get("joins_groups", profile.joins_groups))
    profile.reads_all = bool(body.get("reads_all", profile.reads_all))
    return {}


def add_fault(board: Switchboard, body: Json) -> Json:
    """faults {kind, method?, chat_id?, seconds?, retry_after?, code?, description?, times?, probability?}: {id}."""
    return {"id": board.faults.add(Fault.from_json(body))}


COMMANDS: Final[dict[str, Callable[[Switchboard, Json], Json]]] = {
    "people": add_person,
    "chats": add_chat,
    "members": set_member,
    "bot": set_bot,
    "say": say,
    "press": press,
    "delete": delete,
    "read": read,
    "start": start,
    "block": block,
    "unblock": unblock,
    "open": open_link,
    "migrate": migrate,
    "topics": topics,
    "forum": forum,
    "mute": mute,
    "botfather": botfather,
    "faults": add_fault,
}
