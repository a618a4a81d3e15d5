"""Tables to look at: positions written in notation, and screens as plain text."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.sandbox.markup import parse_html
from bot.screens.screen import Screen
from bot.tables.model import (
    ChatId,
    DealResult,
    HandFace,
    Person,
    PersonId,
    Phase,
    Place,
    Seat,
    Table,
    TableId,
)
from bot.texts import words
from kozel import (
    DECK,
    FOUR,
    NO_CARDS,
    Action,
    Beat,
    Card,
    Cards,
    Deal,
    Dealing,
    DealScored,
    Discard,
    Interrupt,
    Lead,
    Pass,
    Rules,
    Series,
    Suit,
)

RU = words("ru")
EN = words("en")

GROUP = Place(ChatId(-1001234567890))
SMALL_GROUP = Place(ChatId(-1234))
PRIVATE = Place(ChatId(1))


def person(id_: int, name: str, *, reachable: bool = True, chosen: Cards = NO_CARDS) -> Seat:
    """A seat with a person on it."""
    return Seat(person=Person(PersonId(id_), name, "ru", reachable), chosen=chosen)


COMPUTER = Seat(computer="greedy")
FREE = Seat()
FRIENDS = (person(1, "Аня"), person(2, "Борис"), person(3, "Вера"), COMPUTER)
PAIR = (person(1, "Аня"), person(2, "Борис"))


def a_table(
    seats: tuple[Seat, ...] = FRIENDS, *, phase: Phase = Phase.LOBBY, place: Place = GROUP, rules: Rules = FOUR
) -> Table:
    """A table in its lobby, of four friends (one is a computer) in the group called Двор."""
    return Table(TableId(7), place, rules, "ru", PersonId(1), phase, 1, seats, "" if place.private else "Двор")


def a_dealing(hands: Sequence[str], trump: str, *, rules: Rules = FOUR, leader: int = 0) -> Dealing:
    """The dealing of these hands, by seat, with this trump card; the other cards lie in the order of the deck."""
    dealer = (leader - 1) % rules.seats
    held = [list(Cards.parse(hand)) for hand in hands]
    first = (dealer + 1) % rules.seats
    dealt = [held[(first + place) % rules.seats][row] for row in range(rules.hand) for place in range(rules.seats)]
    card = Card.parse(trump)
    rest = [other for other in DECK if other not in dealt and other != card]
    if rules.trump_changes:
        return Dealing(rules, dealer, leader, (*dealt, card, *rest), None)
    return Dealing(rules, dealer, leader, (*dealt, *rest, card), len(rest))


HANDS = ("KS TS 7H 9D", "AS 6H 8D 7C", "6S 7D QD JH", "6D 9C QC AH")
"""Seats 0 to 3 where nothing else is said; the trump card is 9H."""


def playing(
    *plays: tuple[int, str],
    hands: Sequence[str] = HANDS,
    trump: str = "9H",
    table: Table | None = None,
    loss: tuple[int, int] = (4, 2),
) -> Table:
    """A table in its third deal, after ``plays``: each a seat and an action like ``lead KS TS`` or ``pass``."""
    table = table or a_table()
    deal, _ = Deal.start(a_dealing(hands, trump, rules=table.rules))
    actor = None
    for actor, text in plays:
        deal, _ = deal.apply(actor, an_action(text))
    return replace(
        table,
        phase=Phase.PLAYING,
        series=Series(table.rules, deal.dealing.dealer, deal.dealing.leader, loss, 2),
        results=(DealResult(score((40, 80)), (4, 0)), DealResult(score((70, 50)), (4, 2))),
        round=3,
        deal=deal,
        moment=len(plays),
        actor=actor,
    )


def an_action(text: str) -> Action:
    """The action written as in a record."""
    verb, _, cards = text.partition(" ")
    if verb == "pass":
        return Pass()
    kinds: dict[str, type[Lead | Beat | Discard | Interrupt]]
    kinds = {"lead": Lead, "beat": Beat, "discard": Discard, "interrupt": Interrupt}
    return kinds[verb](Cards.parse(cards))


def score(points: tuple[int, int], tricks: tuple[int, int] = (4, 4)) -> DealScored:
    """The score of a deal by its card points and tricks."""
    loss = tuple(
        0 if own >= 60 else 2 if own > 30 else 4 if taken else 6 for own, taken in zip(points, tricks, strict=True)
    )
    return DealScored(points, tricks, (loss[0], loss[1]))


def after_the_deal(table: Table, points: tuple[int, int], tricks: tuple[int, int] = (5, 3)) -> Table:
    """``table`` with its deal played out somehow, and scored as said."""
    dice = random.Random(1)
    deal = table.deal
    assert deal is not None
    assert table.series is not None
    moment = table.moment
    while deal.turn is not None:
        deal, _ = deal.apply(deal.turn, dice.choice(deal.legal(deal.turn)))
        moment += 1
    piles = _piles(points[0])
    deal = deal._replace(piles=piles, tricks=tricks)
    series, scored, _ = table.series.after(deal)
    results = (*table.results, DealResult(scored, series.loss))
    phase = Phase.PLAYING if series.goats is None else Phase.OVER
    return replace(table, deal=deal, moment=moment, series=series, results=results, phase=phase)


def _piles(points: int) -> tuple[int, int]:
    """Two piles of all cards, the first of which counts ``points``."""
    worth = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    sums = {0: NO_CARDS}
    for card in DECK:
        value = worth.get(card.rank.value, 0)
        sums.update({total + value: cards | Cards.of([card]) for total, cards in list(sums.items()) if value})
    return int(sums[points]), int(Cards.of(DECK) - sums[points])


def hand_of(table: Table, seat: int, chosen: str = "") -> HandFace:
    """What ``seat`` sees, with these cards ticked."""
    return replace(table.hand(seat), chosen=Cards.parse(chosen))


def whole_deal(rules: Rules, seed: int, table: Table) -> Iterator[Table]:
    """Every position of a deal, chosen by ``seed``; people enter out of turn when they can, now and then."""
    dice = random.Random(seed)
    series = Series.start(rules, dice.randrange(rules.seats))
    deal, _ = Deal.start(_any_dealing(rules, series, dice))
    moment, actor = 0, None
    at = replace(table, phase=Phase.PLAYING, rules=rules, series=series, round=1)
    yield replace(at, deal=deal, moment=moment)
    while deal.turn is not None:
        actor, action = _any_play(deal, dice)
        deal, _ = deal.apply(actor, action)
        moment += 1
        if deal.over:
            series, scored, _ = series.after(deal)
            at = replace(at, series=series, results=(DealResult(scored, series.loss),))
        yield replace(at, deal=deal, moment=moment, actor=actor)


def _any_play(deal: Deal, dice: random.Random) -> tuple[int, Action]:
    seats = range(deal.rules.seats)
    entries = [(seat, action) for seat in seats for action in deal.legal(seat) if isinstance(action, Interrupt)]
    if entries and dice.random() < 0.5:
        return dice.choice(entries)
    assert deal.turn is not None
    legal = deal.legal(deal.turn)
    beats = [action for action in legal if isinstance(action, Beat)]
    return deal.turn, dice.choice(beats if beats and dice.random() < 0.5 else legal)


def _any_dealing(rules: Rules, series: Series, dice: random.Random) -> Dealing:
    """A dealing; every other one gives each seat cards of one suit, so that there is something to enter with."""
    deck = dice.sample(DECK, len(DECK))
    if dice.random() < 0.5:
        suits = dice.sample(list(Suit), len(Suit))
        own = [[card for card in deck if card.suit is suit][: rules.hand] for suit in suits[: rules.seats]]
        first = [card for row in zip(*own, strict=True) for card in row]
        deck = first + [card for card in deck if card not in first]
    shown = None if rules.trump_changes else dice.randrange(rules.stock)
    return Dealing(rules, series.dealer, series.leader, tuple(deck), shown)


def plain(screen: Screen) -> str:
    """The text of a screen as people see it, without its markup."""
    return parse_html(screen.text)[0].replace("\N{NO-BREAK SPACE}", " ")


def main_part(screen: Screen) -> list[str]:
    """The lines that are not folded away in a quote."""
    return parse_html(screen.text.partition("<blockquote")[0])[0].splitlines()


def seen(screen: Screen) -> str:
    """A screen as people see it: the text, a folded quote's lines after bars, buttons with their style's letter."""
    above, quote, below = screen.text.partition("<blockquote expandable>")
    folded, _, after = below.partition("</blockquote>")
    lines = [line.rstrip() for line in parse_html(above)[0].splitlines()]
    lines += [f"| {line}" for line in parse_html(folded)[0].splitlines()] if quote else []
    lines += parse_html(after)[0].splitlines()[1:]
    rows = (
        " ".join(f"[{button.label}]{button.style.value[0] if button.style else ''}" for button in row)
        for row in screen.rows
    )
    return "\n".join([*lines, *rows]).replace("\N{NO-BREAK SPACE}", " ")
