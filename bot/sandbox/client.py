"""Playing people in tests: a client of the control API.

    async with SandboxClient("http://127.0.0.1:8080") as people:
        anya, yard = await people.person("Аня"), await people.chat("Двор")
        await people.say(anya, yard, "/kozel")
        table = await people.wait_for(anya, yard, button="Сесть")
        answer = await people.press_button(anya, yard, "Сесть")
        assert answer.text == ""

People and chats are their ids. Messages are the Bot API's Message objects as JSON, with ``silent`` added: whether it
came without a notification. Whatever a person cannot do raises SandboxRefusal.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import httpx

Json = dict[str, Any]


class SandboxRefusal(Exception):
    """The sandbox refused; the text says why."""


class NotSeen(AssertionError):
    """What a test waited for did not come in time."""


@dataclass(frozen=True, slots=True)
class Press:
    """A press of a button and its answer. Without one in time ``answered`` is false and the rest is empty."""

    id: str
    answered: bool
    text: str = ""
    show_alert: bool = False
    url: str = ""


def buttons(message: Json) -> list[Json]:
    """The buttons of a message in reading order."""
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [button for row in rows for button in row]


def labels(message: Json) -> list[str]:
    """The labels of a message's buttons in reading order."""
    return [button["text"] for button in buttons(message)]


def _fits(button: Json, label: str | None, data: str | None) -> bool:
    if label is not None and label not in button["text"]:
        return False
    return data is None or button.get("callback_data", "").startswith(data)


class SandboxClient:
    """Everything that people, and the tests behind them, can do in a sandbox at ``base_url``.

    ``wait`` is how many seconds its methods wait for the bot, if not told otherwise.
    """

    def __init__(self, base_url: str, *, wait: float = 5.0) -> None:
        # Plain HTTP on one machine: no certificates are loaded, which would take longer than all the rest.
        no_certificates = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        root = f"{base_url.rstrip('/')}/sandbox"
        self._http = httpx.AsyncClient(base_url=root, timeout=60.0, trust_env=False, verify=no_certificates)
        self._wait = wait

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    # --- who and what there is ---

    async def health(self) -> Json:
        """{ok, bot: User, last_call: number of the newest call}. Raises: httpx.HTTPError while nothing listens."""
        return dict(await self._get("/health"))

    async def state(self, limit: int = 50) -> Json:
        """Everything that the page shows, with at most ``limit`` messages a chat."""
        return dict(await self._get("/state", limit=limit))

    async def person(self, name: str) -> int:
        """The id of the person with that first name. Raises: SandboxRefusal."""
        return self._named((await self.state(1))["people"], "first_name", name)

    async def chat(self, title: str) -> int:
        """The id of the newest group with that title. Raises: SandboxRefusal."""
        return self._named((await self.state(1))["chats"], "title", title)

    async def chat_info(self, chat: int) -> Json:
        """A chat's card: members, topics, unread, started, blocked. Raises: SandboxRefusal."""
        for card in (await self.state(1))["chats"]:
            if card["id"] == chat:
                return dict(card)
        raise SandboxRefusal(f"there is no chat {chat}")

    @staticmethod
    def _named(things: list[Json], field: str, name: str) -> int:
        for thing in reversed(things):
            if thing.get(field) == name:
                return int(thing["id"])
        raise SandboxRefusal(f"there is nobody and nothing called {name}")

    async def add_person(self, name: str, language_code: str = "ru", **more: str) -> int:
        """A new person (username=, last_name=); their id, which is their private chat's too."""
        shape = await self._post("people", name=name, language_code=language_code, **more)
        return int(shape["id"])

    async def add_chat(self, title: str, members: list[int], **more: Any) -> int:
        """A new group of these people, the first its owner, with the bot (type="group", forum=True, bot=False)."""
        return int((await self._post("chats", title=title, members=members, **more))["id"])

    async def set_member(self, chat: int, person: int, status: str = "member") -> None:
        """Make somebody member, administrator, left or kicked."""
        await self._post("members", chat=chat, person=person, status=status)

    async def set_bot(self, chat: int, action: str, by: int | None = None) -> None:
        """add, remove, kick, promote, demote, restrict or unrestrict the bot in a group."""
        await self._post("bot", chat=chat, action=action, by=by)

    async def migrate(self, chat: int) -> int:
        """Make a group a supergroup; the new id."""
        return int((await self._post("migrate", chat=chat))["id"])

    async def add_topic(self, chat: int, person: int, name: str) -> int:
        """A new topic; its thread id."""
        return int((await self._post("topics", chat=chat, person=person, name=name))["thread"])

    async def topic(self, chat: int, person: int, thread: int, action: str) -> None:
        """close, reopen or delete a topic."""
        await self._post("topics", chat=chat, person=person, thread=thread, action=action)

    async def set_forum(self, chat: int, person: int, forum: bool) -> None:
        """Switch topics on or off."""
        await self._post("forum", chat=chat, person=person, forum=forum)

    async def mute(self, chat: int, muted: bool = True) -> None:
        """Let only administrators write in a group, or everybody."""
        await self._post("mute", chat=chat, muted=muted)

    async def botfather(self, **settings: bool) -> None:
        """What a bot's owner sets: joins_groups, reads_all (privacy mode off)."""
        await self._post("botfather", **settings)

    # --- what people do ---

    async def start(self, person: int, payload: str = "") -> Json:
        """Start the bot in the person's private chat; the /start message."""
        return await self._post("start", person=person, payload=payload)

    async def block(self, person: int) -> None:
        """Block the bot."""
        await self._post("block", person=person)

    async def unblock(self, person: int) -> None:
        """Unblock the bot."""
        await self._post("unblock", person=person)

    async def say(
        self,
        person: int,
        chat: int,
        text: str,
        *,
        thread: int | None = None,
        reply_to: int | None = None,
        hidden: bool = False,
    ) -> Json:
        """Write a message, ``hidden``: as an anonymous administrator; it comes back as it stands."""
        return await self._post(
            "say", person=person, chat=chat, text=text, thread=thread, reply_to=reply_to, hidden=hidden
        )

    async def delete(self, person: int, chat: int, message_id: int) -> None:
        """Delete a message."""
        await self._post("delete", person=person, chat=chat, message_id=message_id)

    async def open(self, person: int, url: str, chat: int | None = None) -> Json:
        """Follow a link; ``chat`` is the group chosen for a ?startgroup= link.

        Where it led: {to: chat, chat, message_id?} or {to: choose_group} or {to: web, url}.
        """
        return await self._post("open", person=person, url=url, chat=chat)

    async def press(self, person: int, chat: int, message_id: int, data: str, *, wait: float | None = None) -> Press:
        """Send callback data, forged or not, as from that message; wait for the answer (0 does not wait)."""
        shape = await self._post("press", person=person, chat=chat, message_id=message_id, data=data)
        return await self.answer_of(shape["callback_query_id"], wait=wait)

    async def press_button(
        self, person: int, chat: int, label: str | None = None, *, data: str | None = None, wait: float | None = None
    ) -> Press:
        """Press the button whose label contains ``label`` or whose data begins with ``data``.

        It is looked for in the newest message that has such a button, for ``wait`` seconds; then the answer is
        waited for as long again.
        Raises: NotSeen if there is no such button in time; SandboxRefusal if it is a link (see ``open_button``).
        """
        message, button = await self._button(person, chat, label, data, wait)
        if "callback_data" not in button:
            raise SandboxRefusal(f"{button['text']} does not call back")
        return await self.press(person, chat, message["message_id"], button["callback_data"], wait=wait)

    async def open_button(self, person: int, chat: int, label: str, *, wait: float | None = None) -> Json:
        """Follow the link of the newest button with that label, as ``open`` does. Raises: NotSeen, SandboxRefusal."""
        _, button = await self._button(person, chat, label, None, wait)
        if "url" not in button:
            raise SandboxRefusal(f"{button['text']} is no link")
        return await self.open(person, button["url"])

    async def answer_of(self, query_id: str, *, wait: float | None = None) -> Press:
        """The answer to a press, waited for so many seconds."""
        shape = await self._get(f"/callbacks/{query_id}", wait=self._wait if wait is None else wait)
        answer = shape["answer"]
        return Press(query_id, answered=True, **answer) if answer else Press(query_id, answered=False)

    # --- what people see ---

    async def messages(self, person: int, chat: int, *, thread: int | None = None, limit: int = 50) -> list[Json]:
        """The newest messages as that person sees them, the oldest first."""
        found: list[Json] = await self._get("/messages", person=person, chat=chat, thread=thread, limit=limit)
        return found

    async def last(self, person: int, chat: int, *, thread: int | None = None) -> Json | None:
        """The newest message, if any."""
        return next(iter(await self.messages(person, chat, thread=thread, limit=1)), None)

    async def wait_for(
        self,
        person: int,
        chat: int,
        *,
        text: str | None = None,
        button: str | None = None,
        after: int = 0,
        wait: float | None = None,
    ) -> Json:
        """The newest message with that text in it and a button with that label, with an id greater than ``after``.

        Raises: NotSeen with what stands there instead.
        """
        deadline = time.monotonic() + (self._wait if wait is None else wait)
        while True:
            found = await self.messages(person, chat)
            for message in reversed(found):
                said = text is None or text in (message.get("text") or message.get("caption") or "")
                if (
                    said
                    and message["message_id"] > after
                    and (button is None or any(button in x for x in labels(message)))
                ):
                    return message
            if time.monotonic() >= deadline:
                seen = "\n---\n".join(f"{item.get('text', '…')}\n{labels(item)}" for item in found[-5:])
                raise NotSeen(f"no message with text {text!r} and button {button!r}; the newest are:\n{seen}")
            await asyncio.sleep(0.02)

    async def _button(
        self, person: int, chat: int, label: str | None, data: str | None, wait: float | None
    ) -> tuple[Json, Json]:
        deadline = time.monotonic() + (self._wait if wait is None else wait)
        while True:
            found = await self.messages(person, chat)
            for message in reversed(found):
                for button in buttons(message):
                    if _fits(button, label, data):
                        return message, button
            if time.monotonic() >= deadline:
                seen = [labels(item) for item in found[-5:]]
                raise NotSeen(f"no button with label {label!r} and data {data!r}; the newest are: {seen}")
            await asyncio.sleep(0.02)

    # --- what the bot does, and what befalls it ---

    async def calls(self, since: int = 0, limit: int = 0) -> list[Json]:
        """The bot's calls after that number, getUpdates left out: number, time, method, params, result, code, error."""
        return list((await self._get("/calls", since=since, limit=limit))["calls"])

    async def clear_calls(self) -> None:
        """Forget the calls so far; their numbers go on."""
        await self._send("DELETE", "/calls")

    async def fault(self, kind: str, method: str = "*", **more: Any) -> int:
        """Put a rule in force; its id.

        ``kind``: 429, 403, 400, 5xx, cut (no response, nothing done), cut_after (done, no response), delay, repeat
        (updates come twice; method getUpdates), mix (those of one poll come in another order).
        More: chat_id, seconds, retry_after, code, description, times (1; 0 for ever), probability.
        """
        return int((await self._post("faults", kind=kind, method=method, **more))["id"])

    async def faults(self) -> list[Json]:
        """The rules in force."""
        found: list[Json] = await self._get("/faults")
        return found

    async def clear_faults(self, number: int | None = None) -> None:
        """End one rule, or all."""
        await self._send("DELETE", "/faults", params={"id": number} if number is not None else None)

    async def _get(self, path: str, **params: Any) -> Any:
        return await self._send(
            "GET", path, params={name: value for name, value in params.items() if value is not None}
        )

    async def _post(self, command: str, **body: Any) -> Json:
        return dict(await self._send("POST", f"/{command}", json=body))

    async def _send(self, method: str, path: str, **more: Any) -> Any:
        response = await self._http.request(method, path, **more)
        if response.is_error:
            raise SandboxRefusal(response.json().get("error", response.text))
        return response.json()
