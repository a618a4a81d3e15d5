"""A series on the page, by buttons alone: at a desk with both chats in view, and on a phone with one at a time."""

from __future__ import annotations

import re
import time

import pytest
from playwright.async_api import Locator, Page, expect

from bot.sandbox.client import SandboxClient
from kozel import FOUR, SIX, Rules
from tests.browser.chromium import PHONE, WIDE
from tests.browser.conftest import Look
from tests.e2e.seats import PATIENCE, Person
from tests.e2e.watching import until

SECONDS = 75.0
"""How long a series may take: it takes a few seconds, but the machine may be busy with other things."""

LAYS = "[data-callback^='lay:']:not([data-callback*=':i'])"
"""What can be done on turn. Entering out of turn is left out: it may be too late by the time of the click."""

TICKS = "[data-callback^='pick:']"
FIRST_CHOICE = """(pane, [lays, ticks]) =>
    (pane.querySelector(lays) ?? [...pane.querySelectorAll(ticks)].find(node => !node.textContent.includes("✅")))
    ?.dataset.callback"""
"""Looked for in one go: between two looks the hand may have become a newer message."""

AGAIN = "[data-callback^='again:']"


def offered(page: Page, data: str) -> Locator:
    """The newest visible button whose data begins so."""
    return page.locator(f"[data-callback^='{data}']:visible").last


async def say(pane: Locator, text: str) -> None:
    """Write into the chat of a pane."""
    box = pane.get_by_test_id("compose")
    await box.fill(text)
    await box.press("Enter")


async def open_table(page: Page, group: Locator, rules: Rules = FOUR) -> None:
    """From nothing to a table of this game at which the viewer sits, with their private chat open."""
    await say(group, "/kozel")
    if rules != FOUR:
        await offered(page, "game:").click()
        await expect(group.locator(f"[data-callback^='game:'][data-callback$=':{FOUR.variant}']")).to_have_count(1)
    await offered(page, "sit:").click()
    await expect(page.locator(".text:visible", has_text="/start")).to_have_count(1)


async def add_computers(page: Page, group: Locator, number: int) -> None:
    """Seat so many computers, one press each."""
    lobby = group.locator("[data-message] .text", has_text="🐐").last
    for count in range(1, number + 1):
        await offered(page, "add:").click()
        await expect(lobby).to_have_text(re.compile("(🤖.*)" * count, re.DOTALL))


async def lay_one(hand: Locator) -> None:
    """Press the first choice, or tick one more card where there is none yet; it is gone when that is accepted."""

    async def first() -> str | None:
        """Something can be laid or ticked."""
        found: str | None = await hand.evaluate(FIRST_CHOICE, [LAYS, TICKS])
        return found

    button = hand.locator(f"[data-callback='{await until(first)}']")
    await button.first.click()
    await expect(button).to_have_count(0, timeout=PATIENCE * 1000)


async def no_sideways_scroll(page: Page) -> None:
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await page.evaluate(
        "[...document.querySelectorAll('.scroller')].every(node => node.scrollWidth <= node.clientWidth)"
    )


@pytest.mark.parametrize(("rules", "goats_told"), [(FOUR, "🐐🐐"), (SIX, "А вот и козёл!")], ids=["four", "six"])
async def test_a_whole_series_by_clicking_buttons_alone(look: Look, rules: Rules, goats_told: str) -> None:
    page = await look(WIDE)
    group, hand = page.locator(".pane.left"), page.locator(".pane.right")
    await open_table(page, group, rules)
    await add_computers(page, group, rules.seats - 1)
    await offered(page, "deal:").click()
    deadline = time.monotonic() + SECONDS
    goats = group.locator(AGAIN)
    played = 0
    while True:
        await hand.locator(f"{LAYS}, {TICKS}").or_(goats).first.wait_for()
        if await goats.count():
            break
        assert time.monotonic() < deadline, f"no goats after {played} plays"
        await lay_one(hand)
        played += 1
    assert played >= 2 * 3  # two deals at the least, if each costs the losers six, and three tricks a deal
    await expect(group.locator("[data-message] .text").last).to_contain_text(goats_told)
    await expect(hand.locator(f"{LAYS}, {TICKS}")).to_have_count(0)
    await expect(page.get_by_test_id("alert")).to_have_count(0)
    await say(group, "/standings")
    standings = group.locator("[data-message] .text").last
    await expect(standings).to_contain_text("🏆 Площадь")
    await expect(standings.locator("pre").first).to_contain_text("Аня")
    await group.locator('[data-callback^="draw:"]').last.click()
    picture = group.locator(".photo img").last
    await picture.scroll_into_view_if_needed()
    await expect(picture).to_have_js_property("naturalWidth", 1280)
    await no_sideways_scroll(page)


async def test_on_a_phone_between_group_and_hand(
    look: Look, client: SandboxClient, people: list[Person], chat: int
) -> None:
    me = people[0]
    page = await look(PHONE)
    pane = page.locator("[data-testid=pane]:visible")
    await open_table(page, pane)
    await expect(pane).to_have_attribute("data-chat", str(me.id))
    await no_sideways_scroll(page)
    await pane.get_by_test_id("switch").click()
    await expect(pane).to_have_attribute("data-chat", str(chat))
    await add_computers(page, pane, 3)
    await no_sideways_scroll(page)
    await offered(page, "deal:").click()
    for _ in range(4):
        await expect(pane.locator("[data-message] .text").last).to_contain_text("👉")
        await no_sideways_scroll(page)
        await pane.get_by_test_id("switch").click()
        await expect(pane).to_have_attribute("data-chat", str(me.id))
        choice = pane.locator(LAYS).first
        await expect(choice).to_be_in_viewport()
        await no_sideways_scroll(page)
        await lay_one(pane)
        await pane.get_by_test_id("switch").click()
        await expect(pane).to_have_attribute("data-chat", str(chat))
    await expect(pane.get_by_test_id("quote").last).to_be_visible()
    await expect(pane.locator("[data-callback^='mine:']").last).to_be_in_viewport()
    await pane.locator("[data-callback^='mine:']").last.click()
    await expect(page.get_by_test_id("alert-text")).to_be_visible()
    await page.get_by_test_id("alert-ok").click()
    await expect(page.get_by_test_id("alert")).to_have_count(0)
