"""Each game in a minute."""

from __future__ import annotations

from bot.screens.cards import JOKER
from bot.screens.lobby import game
from bot.screens.screen import Button, Screen
from bot.tables.presses import ShowRules
from bot.texts import Words
from kozel import FOUR, SIX, VARIANTS, Rules


def rules(rules: Rules, words: Words) -> Screen:
    """This game in a minute, and a button for each other one."""
    lines = {FOUR: _of_four, SIX: _of_six}[rules](words)
    text = words.t("📖 {game}")
    others = [
        Button(text.format(game=game(other, words)), ShowRules(other.variant))
        for other in VARIANTS.values()
        if other != rules
    ]
    return Screen("\n".join(lines), (tuple(others),))


def _cards(words: Words) -> list[str]:
    return [
        words.t("<b>Rank</b>: A 10 K Q J 9 8 7 6 – the ten is next to the ace!"),
        words.t("<b>Points</b>: A 11, 10 – 10, K 4, Q 3, J 2. 120 in all."),
    ]


def _answers(words: Words) -> list[str]:
    return [
        words.t("⚔️ <b>Beat</b> every one of them: higher of its suit, or a trump."),
        words.t("■ <b>Discard</b> as many face down – nobody has to beat."),
    ]


def _of_four(words: Words) -> list[str]:
    return [
        words.t("🐐 <b>Four-card Kozel in a minute</b>"),
        words.t("Two against two, partners sit opposite. 36 cards, four in each hand."),
        "",
        *_cards(words),
        words.t("<b>Trump</b>: a card shown from the stock; beats all other suits."),
        "",
        words.t("👉 <b>Lead</b> one or more cards of one suit."),
        *_answers(words),
        words.t("Who beats last takes the trick, draws first and leads next."),
        words.t(
            "⚡ <b>Out of turn</b>: with four cards of one suit you may lead while none of yours lies in the trick;"
            " all laid cards go back."
        ),
        "",
        _deal(words),
        words.t("🥚 60 to 60 – eggs: nothing for anybody."),
        words.t("🐐 <b>The series</b> is lost at 12 loss points: those are the goats."),
    ]


def _of_six(words: Words) -> list[str]:
    return [
        words.t("🐐 <b>Six-card Kozel in a minute</b>"),
        words.t("One against one. 36 cards, six in each hand; who draws the higher card leads first."),
        "",
        *_cards(words),
        words.t(
            "<b>Jokers</b> {joker}♠ and {joker}♣ (6♠ and 6♣): they beat every card, and only a joker beats them."
            " They have no suit."
        ).format(joker=JOKER),
        words.t("<b>Trump</b>: the card at the bottom of the stock; a joker makes no trump."),
        words.t("🔄 The hidden card below it, drawn last, changes the trump."),
        "",
        words.t("👉 <b>Lead</b> one or more cards of one suit, with jokers along, or jokers alone."),
        *_answers(words),
        words.t(
            "The leader may <b>beat back</b>, and you again – or <b>pass</b>. Who beats last takes and leads next."
        ),
        words.t(
            "⚡ <b>Out of turn</b>: before your answer, lead five of one suit (jokers count as any),"
            " or five aces, tens and jokers."
        ),
        "",
        _deal(words),
        words.t("60 to 60: nothing for anybody."),
        words.t("🐐 <b>The series</b> is lost at 16 loss points: that is the goat."),
    ]


def _deal(words: Words) -> str:
    return words.t(
        "<b>The deal</b> is won with 61 points. The others get 2 loss points; with 30 or fewer 4; without a trick 6."
    )
