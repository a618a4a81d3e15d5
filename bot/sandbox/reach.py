"""Whether the bot can get at a chat: found, started, not blocked, not kicked, allowed to write, in a topic that is."""

from __future__ import annotations

from bot.sandbox.errors import bad_request, forbidden, migrated
from bot.sandbox.params import Params
from bot.sandbox.world import GENERAL, Chat, Status, World


def find(world: World, params: Params) -> Chat:
    """The chat that ``chat_id`` names. Raises: ApiError 400."""
    if not params.text("chat_id").strip():
        raise bad_request("chat_id is empty")
    place = world.chats.get(params.chat_id or 0)
    if place is None:
        raise bad_request("chat not found")
    if place.migrated_to is not None:
        raise migrated(place.migrated_to)
    return place


def reach_group(world: World, params: Params) -> Chat:
    """A chat whose members the bot may ask for. Raises: ApiError 400, 403 if it is a group without the bot."""
    place = find(world, params)
    if not place.private and not place.bot_status.inside:
        if place.bot_status is Status.KICKED:
            raise forbidden(f"bot was kicked from the {place.kind} chat")
        raise forbidden(f"bot is not a member of the {place.kind} chat")
    return place


def reach(world: World, params: Params) -> Chat:
    """A chat in which the bot may change its messages. Raises: ApiError 400, 403."""
    place = reach_group(world, params)
    if place.private and place.blocked:
        raise forbidden("bot was blocked by the user")
    if place.private and not place.started:
        raise forbidden("bot can't initiate conversation with a user")
    return place


def reach_to_write(world: World, params: Params, what: str) -> Chat:
    """A chat in which the bot may do ``what``, in Telegram's words. Raises: ApiError 400, 403."""
    place = reach(world, params)
    silenced = place.bot_status is Status.RESTRICTED or (place.muted and not place.bot_status.rules)
    if not place.private and silenced:
        raise bad_request(f"not enough rights to {what} to the chat")
    return place


def topic_to_write(place: Chat, params: Params, reply_to: int | None) -> int | None:
    """The thread that a new message belongs to: the one named, else that of the message replied to.

    Raises: ApiError 400 if there is no such topic here (General has no id that could be named), or it is closed.
    """
    named = params.integer("message_thread_id")
    if named and (not place.forum or named == GENERAL or named not in place.topics):
        raise bad_request("message thread not found")
    replied = place.messages.get(reply_to or 0)
    thread = named or (replied.thread if replied is not None else None)
    if place.forum:
        topic = place.topics.get(thread or GENERAL)
        if topic is not None and topic.closed and place.bot_status is not Status.ADMINISTRATOR:
            raise bad_request("TOPIC_CLOSED")
    return thread
