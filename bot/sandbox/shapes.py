"""The Bot API's objects as JSON, made from the world. Field names and nesting as in the Bot API's documentation."""

from __future__ import annotations

from typing import Any, assert_never

from bot.sandbox.world import (
    ANONYMOUS_ID,
    BOT_ID,
    BOT_USERNAME,
    Chat,
    Content,
    Document,
    Kind,
    Message,
    Person,
    Photo,
    Service,
    Status,
    Text,
    World,
)

Json = dict[str, Any]

_ADMIN_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_manage_topics",
)
_PERMISSIONS = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
)


_ANONYMOUS: Json = {"id": ANONYMOUS_ID, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}


def bot_user(world: World) -> Json:
    """The bot as a User."""
    return {"id": BOT_ID, "is_bot": True, "first_name": world.bot_name, "username": BOT_USERNAME}


def bot_me(world: World) -> Json:
    """The bot as getMe returns it."""
    return {
        **bot_user(world),
        "can_join_groups": world.profile.joins_groups,
        "can_read_all_group_messages": world.profile.reads_all,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def person_user(person: Person) -> Json:
    """A person as a User."""
    shape: Json = {"id": person.id, "is_bot": False, "first_name": person.first_name}
    if person.last_name:
        shape["last_name"] = person.last_name
    if person.username:
        shape["username"] = person.username
    return {**shape, "language_code": person.language_code}


def user(world: World, user_id: int) -> Json:
    """The bot or a person as a User."""
    return bot_user(world) if user_id == BOT_ID else person_user(world.people[user_id])


def chat(world: World, place: Chat) -> Json:
    """A Chat, short form, as in messages."""
    if place.private:
        person = person_user(world.people[place.id])
        names: Json = {name: person[name] for name in ("first_name", "last_name", "username") if name in person}
        return {"id": place.id, "type": "private", **names}
    shape: Json = {"id": place.id, "type": place.kind.value, "title": place.title}
    if place.forum:
        shape["is_forum"] = True
    if place.kind is Kind.GROUP:
        shape["all_members_are_administrators"] = False
    return shape


def full_chat(world: World, place: Chat) -> Json:
    """A ChatFullInfo, as getChat returns it."""
    shape = {
        **chat(world, place),
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": {
            "unlimited_gifts": False,
            "limited_gifts": False,
            "unique_gifts": False,
            "premium_subscription": False,
            "gifts_from_channels": False,
        },
    }
    if not place.private:
        shape["permissions"] = dict.fromkeys(_PERMISSIONS, not place.muted)
    return shape


def member(world: World, place: Chat, user_id: int) -> Json:
    """A ChatMember of a group, or of a private chat."""
    status = place.members.get(user_id, Status.LEFT)
    if user_id == BOT_ID and place.private:
        status = Status.KICKED if place.blocked else Status.MEMBER
    shape: Json = {"user": user(world, user_id), "status": status.value}
    match status:
        case Status.CREATOR:
            shape["is_anonymous"] = False
        case Status.ADMINISTRATOR:
            rights = dict.fromkeys(_ADMIN_RIGHTS, True)
            shape |= {"can_be_edited": False, "is_anonymous": False, **rights, "can_promote_members": False}
        case Status.RESTRICTED:
            allowed = {**dict.fromkeys(_PERMISSIONS, False), "can_react_to_messages": False}
            shape |= {"is_member": True, "until_date": 0, "can_edit_tag": False, **allowed}
        case Status.KICKED:
            shape["until_date"] = 0
        case Status.MEMBER | Status.LEFT:
            pass
        case _ as unreachable:
            assert_never(unreachable)
    return shape


def message(world: World, place: Chat, item: Message, *, nested: bool = False) -> Json:
    """A Message; ``nested`` leaves out what it replies to, as Telegram does inside ``reply_to_message``."""
    shape: Json = {
        "message_id": item.id,
        "from": _ANONYMOUS if item.hidden else user(world, item.sender),
        "chat": chat(world, place),
        "date": item.date,
    }
    if item.hidden:
        shape["sender_chat"] = chat(world, place)
    if item.edited is not None:
        shape["edit_date"] = item.edited
    if item.thread is not None:
        shape["message_thread_id"] = item.thread
        if place.forum:
            shape["is_topic_message"] = True
    replied = place.messages.get(item.reply_to if item.reply_to is not None else _topic_start(place, item))
    if replied is not None and not nested:
        shape["reply_to_message"] = message(world, place, replied, nested=True)
    shape |= _content(item.content)
    if item.markup is not None:
        shape["reply_markup"] = item.markup
    return shape


def _topic_start(place: Chat, item: Message) -> int:
    # In a topic, what replies to nothing replies to the message that created the topic.
    return item.thread if place.forum and item.thread is not None and item.thread != item.id else 0


def _content(content: Content) -> Json:
    match content:
        case Text():
            return _text("text", "entities", content)
        case Document():
            file = {
                "file_id": content.file_id,
                "file_unique_id": content.file_id,
                "file_name": content.name,
                "mime_type": content.mime,
                "file_size": content.size,
            }
            return {"document": file, **_text("caption", "caption_entities", content.caption)}
        case Photo():
            size = {
                "file_id": content.file_id,
                "file_unique_id": content.file_id,
                "width": content.width,
                "height": content.height,
                "file_size": content.size,
            }
            return {"photo": [size], **_text("caption", "caption_entities", content.caption)}
        case Service():
            return {content.name: content.value}
        case _ as unreachable:
            assert_never(unreachable)


def _text(name: str, entities: str, content: Text) -> Json:
    shape: Json = {name: content.text} if content.text else {}
    if content.entities:
        shape[entities] = [entity.to_json() for entity in content.entities]
    return shape


def inaccessible(world: World, place: Chat, message_id: int) -> Json:
    """An InaccessibleMessage: what a query carries when its message is gone."""
    return {"chat": chat(world, place), "message_id": message_id, "date": 0}
