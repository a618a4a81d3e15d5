"""What people do in the sandbox: talk, press, follow links, start and block the bot, run their groups."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from bot.sandbox import shapes
from bot.sandbox.entities import recognise, trim
from bot.sandbox.errors import Refusal
from bot.sandbox.switchboard import Query, Switchboard
from bot.sandbox.world import (
    BOT_ID,
    BOT_USERNAME,
    GENERAL,
    Chat,
    Kind,
    Message,
    Person,
    Service,
    Status,
    Text,
    Topic,
)

MAX_TEXT: Final = 4096
MAX_DATA_BYTES: Final = 64

BotAction = Literal["add", "remove", "kick", "promote", "demote", "restrict", "unrestrict"]
_BOT_BECOMES: Final[dict[str, Status]] = {
    "add": Status.MEMBER,
    "remove": Status.LEFT,
    "kick": Status.KICKED,
    "promote": Status.ADMINISTRATOR,
    "demote": Status.MEMBER,
    "restrict": Status.RESTRICTED,
    "unrestrict": Status.MEMBER,
}


def person(board: Switchboard, number: int) -> Person:
    """Somebody by id. Raises: Refusal 404."""
    try:
        return board.world.people[number]
    except KeyError:
        raise Refusal(f"there is no person {number}", 404) from None


def chat(board: Switchboard, number: int) -> Chat:
    """A chat by id. Raises: Refusal 404."""
    try:
        return board.world.chats[number]
    except KeyError:
        raise Refusal(f"there is no chat {number}", 404) from None


def chat_of(board: Switchboard, who: int, number: int) -> Chat:
    """A chat that this person is in. Raises: Refusal 403, 404."""
    someone, place = person(board, who), chat(board, number)
    if not place.has(who):
        raise Refusal(f"{someone.first_name} is not in the chat {number}", 403)
    return place


def say(
    board: Switchboard,
    who: int,
    number: int,
    text: str,
    *,
    thread: int | None = None,
    reply_to: int | None = None,
    hidden: bool = False,
) -> Message:
    """Somebody writes. In the private chat the first message starts the bot. ``hidden``: in the group's own name.

    Raises: Refusal if the text is empty or too long, the person is not there, the bot is blocked or the topic closed.
    """
    place = chat_of(board, who, number)
    plain, _ = trim(text, ())
    if not 1 <= len(plain) <= MAX_TEXT:
        raise Refusal("a message has 1 to 4096 characters")
    if hidden and (place.private or not place.members[who].rules):
        raise Refusal("only administrators write in a group's name", 403)
    if place.migrated_to is not None:
        raise Refusal("this group is a supergroup now", 409)
    if place.private:
        if place.blocked:
            raise Refusal("the bot is blocked: unblock it first", 409)
        if not place.started:
            place.started = True
            board.changed(place)
    replied = place.messages.get(reply_to or 0)
    if reply_to is not None and replied is None:
        raise Refusal(f"there is no message {reply_to}", 404)
    topic = _topic(place, who, thread, replied)
    return board.post(place, who, Text(plain, recognise(plain)), thread=topic, reply_to=reply_to, hidden=hidden)


def _topic(place: Chat, who: int, thread: int | None, replied: Message | None) -> int | None:
    if not place.forum:
        # In a plain supergroup a reply opens a thread: its id must not be mistaken for a topic.
        return (replied.thread or replied.id) if replied is not None and place.kind is Kind.SUPERGROUP else None
    if thread is None and replied is not None:
        thread = replied.thread
    topic = place.topics.get(thread or GENERAL)
    if topic is None:
        raise Refusal(f"there is no topic {thread}", 404)
    if topic.closed and not place.members[who].rules:
        raise Refusal("the topic is closed", 409)
    return None if topic.id == GENERAL else topic.id


def press(board: Switchboard, who: int, number: int, message_id: int, data: str) -> Query:
    """Somebody presses a button, or sends data that no button has: the bot cannot trust either.

    Raises: Refusal if the person is not in the chat, or the data has not 1 to 64 bytes.
    """
    place = chat_of(board, who, number)
    if not 1 <= len(data.encode()) <= MAX_DATA_BYTES:
        raise Refusal("callback data has 1 to 64 bytes")
    return board.ask(who, place, message_id, data)


def delete(board: Switchboard, who: int, number: int, message_id: int) -> None:
    """Somebody deletes a message: their own, any in a private chat, any as an administrator. Raises: Refusal."""
    place = chat_of(board, who, number)
    message = place.messages.get(message_id)
    if message is None:
        raise Refusal(f"there is no message {message_id}", 404)
    if not (place.private or message.sender == who or place.members[who].rules):
        raise Refusal("only administrators delete messages of others", 403)
    board.remove(place, [message_id])


def read(board: Switchboard, who: int, number: int) -> None:
    """Somebody has seen everything in a chat."""
    place = chat_of(board, who, number)
    if place.read.get(who, 0) < place.last_id:
        place.read[who] = place.last_id
        board.audience.tell("read", lambda: {"chat": place.id, "person": who})


def block(board: Switchboard, who: int, *, blocked: bool) -> None:
    """Somebody blocks or unblocks the bot; unblocking starts it again, as Telegram's button does. Raises: Refusal."""
    person(board, who)
    place = chat(board, who)
    if place.blocked == blocked:
        return
    old = shapes.member(board.world, place, BOT_ID)
    place.blocked = blocked
    place.started = place.started or not blocked
    board.say_status(place, who, old)


def set_bot(board: Switchboard, number: int, action: BotAction, by: int | None = None) -> None:
    """Change what the bot is in a group; ``by`` is who does it, the group's owner if not said. Raises: Refusal."""
    place = _group(board, number)
    who = by if by is not None else next(place.people())
    person(board, who)
    status = _BOT_BECOMES.get(action)
    if status is None:
        raise Refusal(f"the bot can be told: {', '.join(_BOT_BECOMES)}")
    if place.bot_status is status:
        return
    if action != "add" and not place.bot_status.inside:
        raise Refusal("the bot is not in this chat", 409)
    was_inside = place.bot_status.inside
    old = shapes.member(board.world, place, BOT_ID)
    place.members[BOT_ID] = status
    board.say_status(place, who, old)
    _say_who_came_or_left(board, place, BOT_ID, who, was_inside=was_inside)


def set_member(board: Switchboard, number: int, who: int, status: Status) -> None:
    """Make somebody a member, an administrator, or let them leave; a service message says so. Raises: Refusal."""
    place = _group(board, number)
    person(board, who)
    was_inside = place.has(who)
    place.members[who] = status
    _say_who_came_or_left(board, place, who, who, was_inside=was_inside)
    board.changed(place)


def _group(board: Switchboard, number: int) -> Chat:
    place = chat(board, number)
    if place.private:
        raise Refusal("a private chat has no members")
    return place


def _say_who_came_or_left(board: Switchboard, place: Chat, who: int, by: int, *, was_inside: bool) -> None:
    user = shapes.user(board.world, who)
    inside = place.members[who].inside
    if inside and not was_inside:
        board.post(place, by, Service("new_chat_members", [user]))
    elif was_inside and not inside:
        board.post(place, by, Service("left_chat_member", user))


def migrate(board: Switchboard, number: int) -> Chat:
    """Make a group a supergroup: a new chat with a new id; both say so. Raises: Refusal if it is no group."""
    old = _group(board, number)
    if old.kind is not Kind.GROUP or old.migrated_to is not None:
        raise Refusal("only a basic group becomes a supergroup", 409)
    owner = next(old.people())
    new = board.world.add_group(old.title, ())
    new.members = dict(old.members)
    board.post(old, owner, Service("migrate_to_chat_id", new.id))
    old.migrated_to = new.id
    board.post(new, owner, Service("migrate_from_chat_id", old.id))
    board.changed(old)
    board.changed(new)
    return new


def add_topic(board: Switchboard, number: int, who: int, name: str) -> Topic:
    """A new topic in a forum. Raises: Refusal if the chat is no forum."""
    place = chat_of(board, who, number)
    if not place.forum:
        raise Refusal("only forums have topics", 409)
    topic = Topic(place.last_id + 1, name)
    place.topics[topic.id] = topic
    board.post(place, who, Service("forum_topic_created", {"name": name, "icon_color": 0x6FB9F0}), thread=topic.id)
    board.changed(place)
    return topic


def change_topic(
    board: Switchboard, number: int, who: int, thread: int, action: Literal["close", "reopen", "delete"]
) -> None:
    """Close, reopen or delete a topic, as an administrator; a deleted one takes its messages along. Raises: Refusal."""
    place = chat_of(board, who, number)
    topic = place.topics.get(thread)
    if topic is None:
        raise Refusal(f"there is no topic {thread}", 404)
    if not place.members[who].rules:
        raise Refusal("only administrators manage topics", 403)
    if action == "delete":
        if thread == GENERAL:
            raise Refusal("General cannot be deleted")
        del place.topics[thread]
        board.remove(place, [message.id for message in place.messages.values() if message.thread == thread])
    else:
        place.topics[thread] = replace(topic, closed=action == "close")
        name = "forum_topic_closed" if action == "close" else "forum_topic_reopened"
        board.post(place, who, Service(name, {}), thread=None if thread == GENERAL else thread)
    board.changed(place)


def set_forum(board: Switchboard, number: int, who: int, *, forum: bool) -> None:
    """Switch a supergroup's topics on or off, as an administrator; its messages stay. Raises: Refusal."""
    place = chat_of(board, who, number)
    if place.kind is not Kind.SUPERGROUP:
        raise Refusal("only supergroups have topics", 409)
    if not place.members[who].rules:
        raise Refusal("only administrators manage topics", 403)
    place.forum = forum
    if forum:
        place.topics.setdefault(GENERAL, Topic(GENERAL, "General"))
    board.changed(place)


def start(board: Switchboard, who: int, payload: str = "") -> Message:
    """Press Start in the private chat, or come by a deep link; a blocked bot is unblocked first. Raises: Refusal."""
    person(board, who)
    block(board, who, blocked=False)
    return say(board, who, who, f"/start {payload}".rstrip())


def start_in_group(board: Switchboard, who: int, number: int, payload: str = "") -> None:
    """Come by a ?startgroup= link and choose a group: the bot is added, and started there. Raises: Refusal."""
    place = chat_of(board, who, number)
    if not place.bot_status.inside:
        set_bot(board, place.id, "add", who)
    if payload:
        say(board, who, place.id, f"/start@{BOT_USERNAME} {payload}")
