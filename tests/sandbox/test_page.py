"""The page in a real Chromium: people switch, talk, press, and see it live, on a phone and on a wide screen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, ViewportSize, expect

from bot.sandbox import Running
from bot.sandbox.client import SandboxClient
from tests.browser.chromium import CHROMIUM, PHONE, WIDE, chromium

from .conftest import Api

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")]

Open = Callable[..., Any]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as window:
        yield window


@pytest_asyncio.fixture(loop_scope="session")
async def look(browser: Browser, sandbox: Running) -> AsyncIterator[Open]:
    """Open the page with a viewport and an address after #; what goes wrong in it fails the test."""
    problems: list[str] = []

    async def opened(viewport: ViewportSize, view: str = "", **more: Any) -> Page:
        context = await browser.new_context(
            viewport=viewport, **{"locale": "ru-RU", "reduced_motion": "reduce", **more}
        )
        page = await context.new_page()
        page.set_default_timeout(5000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        await page.goto(f"{sandbox.url}/#{view}")
        await page.get_by_test_id("person").first.wait_for()
        return page

    yield opened
    for context in browser.contexts:
        await context.close()
    assert problems == []


async def answer(api: Api, **more: Any) -> dict[str, Any]:
    """Answer the next press; the query."""
    while True:
        for update in await api.result("getUpdates", timeout=5):
            await api.result("getUpdates", offset=update["update_id"] + 1, limit=1)
            if "callback_query" in update:
                query: dict[str, Any] = update["callback_query"]
                await api.result("answerCallbackQuery", callback_query_id=query["id"], **more)
                return query


async def no_sideways_scroll(page: Page) -> None:
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def keyboard(*labels: str) -> dict[str, Any]:
    return {"inline_keyboard": [[{"text": label, "callback_data": label, "style": "success"}] for label in labels]}


async def test_on_a_wide_screen_group_and_hand_stand_side_by_side(
    look: Open, api: Api, people: SandboxClient, yard: int, anya: int, boris: int
) -> None:
    await people.start(anya)
    await api.result("sendMessage", chat_id=anya, text="Твои карты: 7♣ 10♥", reply_markup=keyboard("10♥"))
    page = await look(WIDE, f"person={anya}&chat={yard}")
    panes = page.locator("[data-testid=pane]:visible")
    await expect(panes).to_have_count(2)
    assert await panes.nth(0).get_attribute("data-chat") == str(yard)
    assert await panes.nth(1).get_attribute("data-chat") == str(anya)
    await expect(panes.nth(1).locator(".text").last).to_have_text("Твои карты: 7♣ 10♥")
    await expect(panes.nth(1).locator(".text .suit.red")).to_have_text("10♥")
    await page.locator(f"[data-person='{boris}']").first.click()
    await expect(panes.nth(1)).to_have_attribute("data-chat", str(boris))
    await expect(panes.nth(0)).to_have_attribute("data-chat", str(yard))
    assert f"person={boris}" in page.url
    await no_sideways_scroll(page)


async def test_saying_something(look: Open, api: Api, people: SandboxClient, yard: int, anya: int) -> None:
    await api.result(
        "setMyCommands",
        commands=[{"command": "kozel", "description": "Стол"}, {"command": "stop", "description": "Хватит"}],
        scope={"type": "all_group_chats"},
        language_code="ru",
    )
    await api.result("setMyCommands", commands=[{"command": "help", "description": "Help"}])
    page = await look(PHONE, f"person={anya}&chat={yard}")
    box = page.get_by_test_id("compose").first
    await box.fill("Всем привет")
    await box.press("Enter")
    await expect(page.locator("[data-message] .text").last).to_have_text("Всем привет")
    await page.get_by_test_id("commands").first.click()
    await expect(page.locator("[data-command]")).to_have_count(2)
    await box.press("ArrowDown")
    await expect(page.locator("[data-command=stop]")).to_have_attribute("aria-selected", "true")
    await box.press("ArrowUp")
    await box.press("Enter")
    await expect(page.locator("[data-message] .text").last).to_have_text("/kozel")
    assert (await people.last(anya, yard) or {})["entities"][0]["type"] == "bot_command"
    await page.locator("[data-message] .link").last.click()
    await expect(page.locator("[data-message]")).to_have_count(3)


async def test_toasts_alerts_and_live_edits(look: Open, api: Api, people: SandboxClient, yard: int, anya: int) -> None:
    sent = await api.result("sendMessage", chat_id=yard, text="Стол", reply_markup=keyboard("Сесть", "Карты"))
    where = {"chat_id": yard, "message_id": sent["message_id"]}
    page = await look(PHONE, f"person={anya}&chat={yard}")
    pressing = asyncio.create_task(answer(api, text="Сейчас ходит Вера."))
    await page.locator("[data-callback='Сесть']").click()
    await expect(page.get_by_test_id("toast")).to_contain_text("Сейчас ходит Вера.")
    assert (await pressing)["from"]["id"] == anya
    pressing = asyncio.create_task(answer(api, text="Твои карты: 7♣\nA♥", show_alert=True))
    await page.locator("[data-callback='Карты']").click()
    await expect(page.get_by_test_id("alert-text")).to_have_text("Твои карты: 7♣\nA♥")
    await pressing
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("alert")).to_have_count(0)
    await api.result("editMessageText", text="Стол полон", reply_markup=keyboard("Сдавать"), **where)
    await expect(page.locator("[data-message] .text")).to_have_text("Стол полон")
    await expect(page.locator("[data-message] .when")).to_contain_text("изм.")
    await expect(page.locator("[data-callback]")).to_have_text(["Сдавать"])
    await api.result("deleteMessage", **where)
    await expect(page.locator("[data-message]")).to_have_count(0)


async def test_formatting(look: Open, api: Api, yard: int, anya: int) -> None:
    lines = "\n".join(f"{number}. Аня зашла K♠ 10♠, Борис побил A♠ 6♥, Вера скинула ▪▪" for number in range(1, 9))
    text = (
        f"<b>Сдача <i>3</i></b> <u>u</u> <s>s</s> <code>12</code>\n<blockquote expandable>{lines}</blockquote>\nниже\n"
        '<tg-spoiler>тайна</tg-spoiler> <a href="https://t.me/kozel_sandbox_bot">сюда</a> <pre>a\nb</pre>'
        "<blockquote>цитата</blockquote> @anya t.me/x"
    )
    await api.result("sendMessage", chat_id=yard, text=text, parse_mode="HTML")
    page = await look(PHONE, f"person={anya}&chat={yard}")
    body = page.locator("[data-message] .text")
    assert await body.locator("b i").inner_text() == "3"
    quote = page.get_by_test_id("quote")
    fold = quote.locator("button")
    folded = await quote.bounding_box()
    await expect(fold).to_have_attribute("aria-expanded", "false")
    await fold.press("Enter")
    await expect(fold).to_have_attribute("aria-expanded", "true")
    unfolded = await quote.bounding_box()
    assert folded is not None
    assert unfolded is not None
    assert unfolded["height"] > folded["height"] + 50
    await api.result("editMessageText", chat_id=yard, message_id=1, text=text + "!", parse_mode="HTML")
    await expect(fold).to_have_attribute("aria-expanded", "true")
    spoiler = page.locator(".spoiler")
    await spoiler.click()
    await expect(spoiler).to_have_class("spoiler open")
    await no_sideways_scroll(page)
    await page.locator(".text a").first.click()
    await expect(page.locator("[data-testid=pane]:visible")).to_have_attribute("data-chat", str(anya))


async def test_on_a_phone_list_chat_and_one_tap_between_group_and_hand(
    look: Open, api: Api, people: SandboxClient, yard: int, anya: int, boris: int
) -> None:
    await people.say(boris, yard, "Сдаёт Аня")
    page = await look(PHONE, f"person={anya}")
    item = page.locator(f"[data-testid=chat][data-chat='{yard}']")
    await expect(item).to_contain_text("Сдаёт Аня")
    await expect(item.locator(".badge")).to_have_text("1")
    await item.click()
    pane = page.locator("[data-testid=pane]:visible")
    await expect(pane).to_have_attribute("data-chat", str(yard))
    await no_sideways_scroll(page)
    await page.get_by_test_id("switch").first.click()
    await expect(pane).to_have_attribute("data-chat", str(anya))
    await page.get_by_test_id("start").first.click()
    await expect(pane.locator("[data-message] .text")).to_have_text("/start")
    assert (await api.updates())[0]["message"]["text"] == "/start"
    await page.get_by_test_id("switch").first.click()
    await expect(pane).to_have_attribute("data-chat", str(yard))
    await page.get_by_test_id("back").first.click()
    await expect(pane).to_have_count(0)
    assert (await people.chat_info(yard))["unread"][str(anya)] == 0
    await no_sideways_scroll(page)


async def test_what_comes_while_a_finger_is_down_does_not_swallow_its_click(
    look: Open, people: SandboxClient, yard: int, anya: int, boris: int
) -> None:
    page = await look(PHONE, f"person={anya}&chat={yard}")
    pane = page.locator("[data-testid=pane]:visible")
    await page.get_by_test_id("switch").first.hover()
    await page.mouse.down()
    await people.say(boris, yard, "Сдаёт Аня")
    await page.wait_for_timeout(200)
    await page.mouse.up()
    await expect(pane).to_have_attribute("data-chat", str(anya))


async def test_what_comes_under_a_finger_that_rests_is_shown_all_the_same(
    look: Open, people: SandboxClient, yard: int, anya: int, boris: int
) -> None:
    page = await look(PHONE, f"person={anya}&chat={yard}")
    await page.get_by_test_id("switch").first.hover()
    await page.mouse.down()
    await people.say(boris, yard, "Сдаёт Аня")
    await expect(page.locator("[data-message] .text").last).to_have_text("Сдаёт Аня")
    await page.mouse.up()


async def test_others_are_rung_when_something_comes(
    look: Open, api: Api, people: SandboxClient, anya: int, boris: int
) -> None:
    await people.start(boris)
    page = await look(PHONE, f"person={anya}&chat={anya}")
    chip = page.locator(f"[data-testid=person][data-person='{boris}']")
    await api.result("sendMessage", chat_id=boris, text="тихо", disable_notification=True)
    await expect(chip.locator(".badge")).to_have_text("1")
    await expect(chip).not_to_have_class("chip ringing")
    await api.result("sendMessage", chat_id=boris, text="Твой ход")
    await expect(chip).to_have_class("chip ringing")
    await expect(chip.locator(".badge")).to_have_text("2")


async def test_blocking_and_unblocking(look: Open, api: Api, people: SandboxClient, anya: int) -> None:
    await people.start(anya)
    page = await look(PHONE, f"person={anya}&chat={anya}")
    await page.get_by_test_id("more").first.click()
    await page.get_by_role("menuitem").click()
    await page.get_by_test_id("unblock").first.wait_for()
    assert (await people.chat_info(anya))["blocked"]
    await page.get_by_test_id("unblock").first.click()
    await page.get_by_test_id("compose").first.wait_for()
    assert not (await people.chat_info(anya))["blocked"]


async def test_links_open_in_the_sandbox(look: Open, api: Api, people: SandboxClient, yard: int, anya: int) -> None:
    home = await people.add_chat("Дом", [anya], bot=False)
    bot = "https://t.me/kozel_sandbox_bot"
    rows = [[{"text": "Карты", "url": f"{bot}?start=t1"}], [{"text": "В группу", "url": f"{bot}?startgroup=go"}]]
    await api.result("sendMessage", chat_id=yard, text="x", reply_markup={"inline_keyboard": rows})
    page = await look(PHONE, f"person={anya}&chat={yard}")
    await page.get_by_test_id("button").filter(has_text="В группу").click()
    await page.locator(f"[data-choice='{home}']").click()
    pane = page.locator("[data-testid=pane]:visible")
    await expect(pane).to_have_attribute("data-chat", str(home))
    await expect(pane.locator(".service")).to_contain_text("Козёл")
    await expect(pane.locator("[data-message] .text")).to_have_text("/start@kozel_sandbox_bot go")
    await page.goto(f"{page.url.split('#')[0]}#person={anya}&chat={yard}")
    await page.get_by_test_id("button").filter(has_text="Карты").click()
    await expect(pane).to_have_attribute("data-chat", str(anya))
    await expect(pane.locator("[data-message] .text")).to_have_text("/start t1")


async def test_topics_of_a_forum(look: Open, api: Api, people: SandboxClient, club: int, anya: int) -> None:
    page = await look(WIDE, f"person={anya}&chat={club}")
    await page.locator(".topic", has_text="Козёл").click()
    box = page.get_by_test_id("compose").first
    await box.fill("/kozel")
    await page.get_by_test_id("send").first.click()
    await expect(page.locator(".pane.left [data-message] .text")).to_have_text("/kozel")
    told = (await api.updates())[0]["message"]
    assert told["is_topic_message"] is True
    assert f"thread={told['message_thread_id']}" in page.url
    await page.locator(".topic", has_text="General").click()
    await expect(page.locator(".pane.left [data-message]")).to_have_count(0)


async def test_reply_and_delete_from_the_menu_of_a_message(
    look: Open, api: Api, people: SandboxClient, yard: int, anya: int
) -> None:
    sent = await api.result("sendMessage", chat_id=yard, text="Кто сдаёт?")
    page = await look(PHONE, f"person={anya}&chat={yard}")
    bubble = page.locator(f"[data-message='{sent['message_id']}'] .bubble")
    await bubble.click(button="right")
    await page.get_by_role("menuitem", name="Ответить").click()
    await page.get_by_test_id("compose").first.fill("Я")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-message] .reply")).to_contain_text("Кто сдаёт?")
    assert (await api.updates())[-1]["message"]["reply_to_message"]["message_id"] == sent["message_id"]
    await bubble.click(button="right")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await expect(bubble).to_have_count(0)


async def test_it_speaks_english_and_adds_people(look: Open, people: SandboxClient) -> None:
    page = await look(PHONE, "", locale="en-US", color_scheme="dark")
    await page.get_by_test_id("new-person").click()
    await page.get_by_test_id("new-name").fill("Zoe")
    await page.get_by_role("button", name="Add", exact=True).click()
    await expect(page.locator(".chats h1")).to_have_text("Zoe")
    assert await people.person("Zoe") > 106
    await page.get_by_test_id("chat").click()
    await expect(page.get_by_test_id("start").first).to_have_text("Start")


async def test_it_comes_back_after_the_connection_was_lost(
    look: Open, sandbox: Running, api: Api, yard: int, anya: int
) -> None:
    page = await look(PHONE, f"person={anya}&chat={yard}")
    sandbox.board.audience.close()
    await expect(page.locator("#offline")).to_be_visible()
    await api.result("sendMessage", chat_id=yard, text="пока вас не было")
    await expect(page.locator("#offline")).to_be_hidden()
    await expect(page.locator("[data-message] .text")).to_have_text("пока вас не было")


async def test_a_long_past_is_loaded_when_one_scrolls_up(
    look: Open, sandbox: Running, api: Api, people: SandboxClient, yard: int, anya: int
) -> None:
    for number in range(130):
        await api.result("sendMessage", chat_id=yard, text=f"№ {number}", disable_notification=True)
    page = await look(PHONE, f"person={anya}&chat={yard}")
    await expect(page.locator("[data-message]")).to_have_count(80)
    await expect(page.locator("[data-message] .text").last).to_be_in_viewport()
    scroller = page.get_by_test_id("scroller").first
    await scroller.evaluate("node => { node.scrollTop = 0; }")
    await expect(page.locator("[data-message]")).to_have_count(130)
    assert await scroller.evaluate("node => node.scrollTop") > 500
    await people.say(anya, yard, "внизу")
    await expect(page.locator("[data-message] .text").last).not_to_be_in_viewport()
    await page.locator(".down:visible").click()
    await expect(page.locator("[data-message] .text").last).to_be_in_viewport()


async def test_what_the_bot_may_do_in_a_group_is_in_the_menu(
    look: Open, people: SandboxClient, yard: int, anya: int
) -> None:
    page = await look(PHONE, f"person={anya}&chat={yard}")
    for label, status in (
        ("Запретить боту писать", "restricted"),
        ("Разрешить боту писать", "member"),
        ("Сделать бота администратором", "administrator"),
        ("Удалить бота", "kicked"),
        ("Добавить бота", "member"),
    ):
        await page.get_by_test_id("more").first.click()
        await page.get_by_role("menuitem", name=label, exact=True).click()
        for _ in range(50):
            if (await people.chat_info(yard))["members"]["1"] == status:
                break
            await asyncio.sleep(0.02)
        assert (await people.chat_info(yard))["members"]["1"] == status
        await page.wait_for_timeout(120)  # the page hears of it, and the next menu is another


async def test_a_press_without_an_answer_says_so_and_names_the_person(
    look: Open, api: Api, people: SandboxClient, yard: int, anya: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.sandbox.control._MAX_WAIT", 0.1)
    await api.result("sendMessage", chat_id=yard, text="x", reply_markup=keyboard("Сесть"))
    page = await look(PHONE, f"person={anya}&chat={yard}")
    await page.locator("[data-callback='Сесть']").click()
    await expect(page.get_by_test_id("toast")).to_have_text("АБот не ответил на нажатие.")
