"""The README's pictures, from the real thing: ``python -m tests.screenshots``.

The bot runs as a process of its own against a sandbox; people play by a fixed rule until the table looks as wanted.
Everything waits while a person is on turn, so that each picture shows a table at rest.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, FloatRect, Page, ViewportSize, expect

from bot.sandbox.client import SandboxClient
from bot.sandbox.server import running
from tests.browser.chromium import CHROMIUM, PHONE, WIDE, chromium
from tests.e2e.process import ROOT, BotProcess
from tests.e2e.seats import PATIENCE, Person, ended, plays, seat

PICTURES = ROOT / "bot" / "sandbox" / "pictures"
NAMES = ("Аня", "Борис", "Вера")
"""Who plays; a computer has the fourth seat."""

_TURN = "👉"
_SHARP = 1.5  # device pixels a point, of the small pictures
_SECONDS = 240.0
_MARGIN = 5

_CALM = """
    *, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent }
    .pane { background: var(--wall-b) !important }
"""
"""Nothing moves; and the wallpaper without its gradient, which would be most of a picture's bytes."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Moment:
    """What the table and a hand look like while somebody is on turn."""

    person: Person
    table: Json
    hand: Json
    kinds: str
    """What each button does that lays cards: l, b, d, i."""

    @property
    def later(self) -> bool:
        """Whether there is a score already."""
        return "🔵 0 : 0 🔴  " not in str(self.table["text"])

    @property
    def plays(self) -> list[str]:
        """The plays of the trick on the table, a line each."""
        above = str(self.table["text"]).split(_TURN, maxsplit=1)[0]
        return above.strip().split("\n\n")[-1].splitlines()

    @property
    def taken(self) -> int:
        """How many tricks are in the quote."""
        return len(re.findall(r"^\d+\.\s", str(self.table["text"]), re.MULTILINE))


def table_is_good(now: Moment) -> bool:
    """A trick of several cards of which three have been laid, one beat and one discard among them."""
    plays = now.plays
    told = [[play for play in plays if word in play] for word in ("заходит", "бьёт", "скидывает ■■")]
    return now.later and now.taken in (2, 3) and all(told) and len(plays) == 3


def hand_is_good(now: Moment) -> bool:
    """Two cards of four to lay, in several ways, more than one of which beats."""
    return now.later and len(now.kinds) > 7 and now.kinds.count("b") in (2, 3)


def wide_is_good(now: Moment) -> bool:
    """Аня, as whom the page is open, can beat."""
    return (
        now.person.name == NAMES[0] and now.later and now.taken > 1 and len(now.plays) > 1 and hand_can_beat(now.kinds)
    )


def hand_can_beat(kinds: str) -> bool:
    """Whether a beat is among several discards."""
    return "b" in kinds and len(kinds) > 6


def kinds_of(hand: Json) -> str:
    """The kind of each choice of a hand, a letter each."""
    return "".join(str(button["callback_data"]).split(":")[4][0] for button in plays(hand) if _lays(button))


def _lays(button: Json) -> bool:
    return str(button["callback_data"]).startswith("lay:")


def by_rule(hand: Json) -> Json:
    """What is pressed: the cheapest beat; the first lead of two cards, or of one; the cheapest discard."""
    choices = plays(hand)
    by_kind = {kind: [x for x in choices if _lays(x) and f":{kind}" in x["callback_data"]] for kind in "bld"}
    pairs = [lead for lead in by_kind["l"] if lead["text"].count(" ") == 1]
    return (by_kind["b"] or pairs or by_kind["l"] or by_kind["d"] or choices)[0]


@dataclass
class Studio:
    """A table at play, and the page to take pictures of."""

    url: str
    browser: Browser
    chat: int
    people: list[Person]
    missing: dict[str, Callable[[Moment], bool]] = field(
        default_factory=lambda: {"table": table_is_good, "hand": hand_is_good, "wide": wide_is_good}
    )

    async def play(self) -> None:
        """Play until every picture of the middle of a deal is taken, then on to the end of that series for the last."""
        deadline = time.monotonic() + _SECONDS
        while time.monotonic() < deadline:
            if await ended(self.people[0], self.chat):
                if not self.missing:
                    await self.take_result()
                    return
                for person in self.people:
                    await person.tap(self.chat, data="again:")
            now = await self.moment()
            if now is None:
                await asyncio.sleep(0.02)
                continue
            for name in [name for name, good in self.missing.items() if good(now)]:
                await self.take(name, now)
                del self.missing[name]
            person = now.person
            await person.client.press(person.id, person.id, now.hand["message_id"], by_rule(now.hand)["callback_data"])
        raise AssertionError(f"no good moment for {', '.join(self.missing) or 'the result'}")

    async def moment(self) -> Moment | None:
        """How things stand, where a person is on turn and both table and hand say so."""
        for person in self.people:
            hand, table = await person.hand(), await person.client.last(person.id, self.chat)
            if hand is None or table is None or _TURN not in hand["text"]:
                continue
            if any(_TURN in line and f" {person.name}:" in line for line in str(table["text"]).splitlines()):
                return Moment(person, table, hand, kinds_of(hand))
        return None

    async def take(self, name: str, now: Moment) -> None:
        """One picture of this moment."""
        match name:
            case "table":
                async with self.page(self.people[0], self.chat, PHONE) as page:
                    await page.get_by_test_id("quote").last.click()
                    await shoot_end(page, name, now.table, messages=1)
            case "hand":
                async with self.page(now.person, now.person.id, PHONE) as page:
                    await shoot_end(page, name, now.hand, messages=1)
            case _:
                async with self.page(now.person, self.chat, WIDE) as page:
                    await expect(page.locator("[data-testid=pane]:visible")).to_have_count(2)
                    await page.screenshot(path=PICTURES / f"{name}.png", style=_CALM)

    async def take_result(self) -> None:
        """The result of the last deal and the goats."""
        end = await self.people[0].client.last(self.people[0].id, self.chat)
        assert end is not None
        async with self.page(self.people[0], self.chat, PHONE) as page:
            await shoot_end(page, "result", end, messages=2)

    @asynccontextmanager
    async def page(self, person: Person, chat: int, size: ViewportSize) -> AsyncIterator[Page]:
        """The page as this person sees this chat; nobody else has anything unread."""
        scale = _SHARP if size == PHONE else 1
        context = await self.browser.new_context(
            viewport=size,
            device_scale_factor=scale,
            locale="ru-RU",
            color_scheme="light",
            reduced_motion="reduce",
            bypass_csp=True,  # for the style that a picture is taken with
        )
        for one in self.people:
            for seen in (self.chat, one.id):
                await context.request.post(f"{self.url}/sandbox/read", data={"person": one.id, "chat": seen})
        page = await context.new_page()
        await page.goto(f"{self.url}/#person={person.id}&chat={chat}")
        await page.locator("[data-message]").last.wait_for()
        yield page
        await context.close()


async def shoot_end(page: Page, name: str, newest: Json, *, messages: int) -> None:
    """The newest messages of the chat that the page shows, and nothing around them."""
    pane = page.locator("[data-testid=pane]:visible")
    bubbles = pane.locator("[data-message]")
    await expect(bubbles.last).to_have_attribute("data-message", str(newest["message_id"]))
    await expect(bubbles.last).to_be_in_viewport()
    first, last = await bubbles.nth(-messages).bounding_box(), await bubbles.last.bounding_box()
    assert first is not None
    assert last is not None
    top = max(first["y"] - _MARGIN, 0)
    clip: FloatRect = {"x": 0, "y": top, "width": PHONE["width"], "height": last["y"] + last["height"] + _MARGIN - top}
    await page.screenshot(path=PICTURES / f"{name}.png", clip=clip, style=_CALM)


async def main() -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "kozel.db"
        async with (
            running() as sandbox,
            BotProcess(sandbox.url, database),
            SandboxClient(sandbox.url, wait=PATIENCE) as client,
            chromium() as browser,
        ):
            people = [Person(client, await client.person(name), name) for name in NAMES]
            chat = await client.chat("Двор")
            await seat(chat, people)
            await people[0].tap(chat, data="deal:")
            await Studio(sandbox.url, browser, chat, people).play()


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit("The pictures are taken in Chromium, and there is none here.")
    PICTURES.mkdir(exist_ok=True)
    asyncio.run(main())
