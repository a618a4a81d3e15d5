"""What the page loads first: everybody, every chat with its newest messages, and what the bot says about itself."""

from __future__ import annotations

from typing import Any

from bot.sandbox import shapes
from bot.sandbox.switchboard import Switchboard
from bot.sandbox.world import BOT_ID, Chat


def chat_card(board: Switchboard, place: Chat) -> dict[str, Any]:
    """A chat with its members, topics, unread counts by person, and how the bot stands in it."""
    return {
        **shapes.chat(board.world, place),
        "members": {str(user): status.value for user, status in place.members.items()},
        "topics": [{"id": topic.id, "name": topic.name, "closed": topic.closed} for topic in place.topics.values()],
        "unread": {str(person): place.unread(person) for person in place.people()},
        "started": place.started,
        "blocked": place.blocked,
        "migrated_to": place.migrated_to,
    }


def overview(board: Switchboard, limit: int) -> dict[str, Any]:
    """Everything that a page shows, with at most ``limit`` messages a chat."""
    world = board.world
    profile = world.profile
    return {
        "bot": {**shapes.bot_user(world), "id": BOT_ID},
        "descriptions": profile.descriptions,
        "short_descriptions": profile.short_descriptions,
        "names": profile.names,
        "commands": [
            {"scope": scope[0], "chat": scope[1], "user": scope[2], "language": language, "commands": commands}
            for (scope, language), commands in profile.commands.items()
        ],
        "people": [shapes.person_user(person) for person in world.people.values()],
        "chats": [
            {**chat_card(board, place), "messages": [board.seen(place, item) for item in place.newest(limit)]}
            for place in world.chats.values()
        ],
    }
