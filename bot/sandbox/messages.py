"""The Bot API's methods that write, change and remove messages, as strict as Telegram's server."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from bot.sandbox import shapes
from bot.sandbox.entities import Entity, recognise, trim
from bot.sandbox.errors import NOT_MODIFIED, ApiError, bad_request
from bot.sandbox.keyboard import check_markup
from bot.sandbox.markup import MarkupError, parse_html
from bot.sandbox.params import Params
from bot.sandbox.reach import reach, reach_to_write, topic_to_write
from bot.sandbox.switchboard import Answer, Switchboard
from bot.sandbox.world import BOT_ID, Chat, Content, Document, Message, Service, Status, Text

MAX_TEXT: Final = 4096
MAX_CAPTION: Final = 1024
MAX_ANSWER: Final = 200
MAX_DELETED: Final = 100
DELETE_WITHIN: Final = 48 * 3600
"""Seconds in which a message can be deleted."""


def send_message(board: Switchboard, params: Params) -> Any:
    """sendMessage: the sent Message."""
    place = reach_to_write(board.world, params, "send text messages")
    content = formatted(params)
    if not content.text:
        raise bad_request("message text is empty")
    if len(content.text) > MAX_TEXT:
        raise bad_request("message is too long")
    return send(board, params, place, content)


def send_document(board: Switchboard, params: Params) -> Any:
    """sendDocument: the sent Message. Takes an upload, or the file_id of an earlier one."""
    place = reach_to_write(board.world, params, "send documents")
    caption = formatted(params, "caption", "caption_entities")
    if len(caption.text) > MAX_CAPTION:
        raise bad_request("message caption is too long")
    return send(board, params, place, _document(board, params, caption))


def _document(board: Switchboard, params: Params, caption: Text) -> Document:
    wanted = params.text("document")
    upload = params.files.get(wanted.removeprefix("attach://") if wanted else "document")
    if upload is None:
        if not wanted:
            raise bad_request("there is no document in the request")
        if wanted not in board.files:
            raise bad_request("wrong file identifier/HTTP URL specified")
        return Document(wanted, "file", "application/octet-stream", len(board.files[wanted]), caption)
    if not upload.content:
        raise bad_request("file must be non-empty")
    return Document(board.keep_file(upload.content), upload.name, upload.mime, len(upload.content), caption)


def send(board: Switchboard, params: Params, place: Chat, content: Content) -> Any:
    """Post what a call sends; the sent Message."""
    markup = check_markup(params.json("reply_markup"))
    reply_to = _reply_to(place, params)
    thread = topic_to_write(place, params, reply_to)
    silent = params.flag("disable_notification")
    message = board.post(place, BOT_ID, content, thread=thread, reply_to=reply_to, markup=markup, silent=silent)
    return shapes.message(board.world, place, message)


def _reply_to(place: Chat, params: Params) -> int | None:
    reply = params.json("reply_parameters")
    wanted = Params(reply) if isinstance(reply, dict) else params
    number = wanted.integer("message_id" if wanted is not params else "reply_to_message_id")
    if not number:
        return None
    if number in place.messages:
        return number
    if wanted.flag("allow_sending_without_reply"):
        return None
    raise bad_request("message to be replied not found")


def formatted(params: Params, name: str = "text", entities: str = "entities") -> Text:
    """A text with its entities, trimmed, as parse_mode or the list of entities says; perhaps empty.

    Raises: ApiError 400 for HTML that does not parse; another parse mode is not played here.
    """
    text = params.text(name).replace("\r", "")
    mode = params.text("parse_mode").lower()
    if mode == "html":
        try:
            plain, found = parse_html(text)
        except MarkupError as error:
            raise bad_request(f"can't parse entities: {error}") from None
    elif mode in ("", "none"):
        plain, found = text, _given(params.json(entities))
    else:
        raise bad_request("unsupported parse_mode")
    plain, found = trim(plain, found)
    return Text(plain, recognise(plain, found))


def _given(value: object) -> tuple[Entity, ...]:
    try:
        return tuple(Entity.from_json(shape) for shape in value) if isinstance(value, list) else ()
    except (KeyError, TypeError, ValueError):
        raise bad_request("can't parse MessageEntity: Object expected") from None


def edit_message_text(board: Switchboard, params: Params) -> Any:
    """editMessageText: the edited Message. Without reply_markup the keyboard goes away."""
    place, message = own(board, params)
    content = formatted(params)
    if not isinstance(message.content, Text):
        raise bad_request("there is no text in the message to edit")
    if not content.text:
        raise bad_request("message text is empty")
    if len(content.text) > MAX_TEXT:
        raise bad_request("MESSAGE_TOO_LONG")
    markup = check_markup(params.json("reply_markup"))
    return edited(board, place, message, replace(message, content=content, markup=markup))


def edit_message_reply_markup(board: Switchboard, params: Params) -> Any:
    """editMessageReplyMarkup: the edited Message."""
    place, message = own(board, params)
    markup = check_markup(params.json("reply_markup"))
    return edited(board, place, message, replace(message, markup=markup))


def own(board: Switchboard, params: Params) -> tuple[Chat, Message]:
    """The message that a call wants to edit. Raises: ApiError 400 if it is not the bot's."""
    if not params.text("chat_id") and params.text("inline_message_id"):
        raise bad_request("MESSAGE_ID_INVALID")
    place = reach(board.world, params)
    if not params.integer("message_id"):
        raise bad_request("message identifier is not specified")
    message = place.messages.get(params.integer("message_id"))
    if message is None:
        raise bad_request("message to edit not found")
    if message.sender != BOT_ID or isinstance(message.content, Service):
        raise bad_request("message can't be edited")
    return place, message


def edited(board: Switchboard, place: Chat, old: Message, new: Message) -> Any:
    """Have a message become ``new``; the edited Message. Raises: ApiError 400 where it is that already."""
    if new == old:
        raise NOT_MODIFIED
    return shapes.message(board.world, place, board.edit(place, new))


def delete_message(board: Switchboard, params: Params) -> Any:
    """deleteMessage: True."""
    place = reach(board.world, params)
    if not params.integer("message_id"):
        raise bad_request("message identifier is not specified")
    message = place.messages.get(params.integer("message_id"))
    if message is None:
        raise bad_request("message to delete not found")
    if not _deletable(board, place, message):
        raise bad_request("message can't be deleted")
    board.remove(place, [message.id])
    return True


def delete_messages(board: Switchboard, params: Params) -> Any:
    """deleteMessages: True. Messages that are not found are skipped."""
    place = reach(board.world, params)
    numbers = params.json("message_ids")
    if not isinstance(numbers, list) or not numbers:
        raise bad_request("message identifiers are not specified")
    if len(numbers) > MAX_DELETED:
        raise bad_request("too many message identifiers specified")
    try:
        found = [place.messages[number] for number in map(int, numbers) if number in place.messages]
    except (TypeError, ValueError):
        raise bad_request("invalid message identifier specified") from None
    if not all(_deletable(board, place, message) for message in found):
        raise bad_request("message can't be deleted")
    board.remove(place, [message.id for message in found])
    return True


def _deletable(board: Switchboard, place: Chat, message: Message) -> bool:
    if board.clock() - message.date > DELETE_WITHIN:
        return False
    if message.sender == BOT_ID:
        return not isinstance(message.content, Service)
    return place.private or place.bot_status is Status.ADMINISTRATOR


def answer_callback_query(board: Switchboard, params: Params) -> Any:
    """answerCallbackQuery: True."""
    text = params.text("text")
    if len(text) > MAX_ANSWER:
        raise ApiError(400, "Bad Request: MESSAGE_TOO_LONG")
    answer = Answer(text, params.flag("show_alert"), params.text("url"))
    board.answer(params.text("callback_query_id"), answer)
    return True


def send_chat_action(board: Switchboard, params: Params) -> Any:
    """sendChatAction: True; nothing is shown."""
    reach_to_write(board.world, params, "send text messages")
    return True
