"""A deal played to its end quickly and not stupidly: what a search asks what a position is worth.

Everybody plays by rules of thumb, with a little noise: leads what promises most, beats an enemy as cheaply as
it can, gives points to a partner. A trick under way is finished card by card; whole tricks are then played in
one loop a game, written out at length, since this is where nearly all the time of a search goes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kozel.players.codes import BEAT, CARDS, DISCARD, PASSES
from kozel.players.lean import Lean
from kozel.players.thumb import Thumb, cheapest, least, thumb_of
from kozel.scoring import points_of

NOISE: Final = 0.1  # leads by lot
PLAIN: Final = 0.95  # beats without a trump
TRUMPS: Final = 0.6  # beats with one, by lot
LATE: Final = 0.85  # beats with one when the stock is gone; in the last trick nothing is worth keeping
DEAR: Final = 6  # card points in a trick that are worth a trump
ENTRY: Final = 0.7  # enters where it could
_AFTER: Final = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))
_ROUND: Final = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))


def play_out(lean: Lean, chance: Callable[[], float]) -> None:
    """Play ``lean`` to its end, in place; ``chance`` gives numbers from 0 to 1."""
    four = lean.table.seats == 4
    while (turn := lean.turn) >= 0:
        thumb = thumb_of(lean.table, lean.trump)
        if lean.standing:
            lean.apply(turn, answer(lean, thumb, chance))
        elif four:
            _play_tricks_four(lean, chance)
        else:
            _play_tricks_six(lean, chance)


def _play_tricks_four(lean: Lean, chance: Callable[[], float]) -> None:  # noqa: C901 - see above
    table, hands, stock, at = lean.table, lean.hands, lean.stock, lean.at
    thumb = thumb_of(table, lean.trump)
    beaters, plain, strong, junk, gifts = thumb.beaters, thumb.plain, thumb.strong, thumb.junk, thumb.gifts
    best_of, entries = thumb.lead, table.whole
    spades, hearts, diamonds, clubs = table.suits
    end, leader, (pile, other) = len(stock), lean.turn, lean.piles
    mine, theirs = lean.tricks
    while hand := hands[leader]:
        order = _AFTER[leader]
        if hand.bit_count() == 4:
            for seat in order:
                if hands[seat] in entries and (seat ^ leader) & 1 and chance() < ENTRY:
                    leader, order, hand = seat, _AFTER[seat], hands[seat]
                    break
        if hand in entries:
            standing = hand
        elif chance() < NOISE:
            standing = one_of(hand, chance)
        else:
            standing = CARDS & max(
                best_of[hand & spades], best_of[hand & hearts], best_of[hand & diamonds], best_of[hand & clubs]
            )
        hands[leader] = hand ^ standing
        laid, holder, number = standing, leader, standing.bit_count()
        plainly, trumping = PLAIN, TRUMPS
        if at == end:
            plainly, trumping = (PLAIN, LATE) if hands[leader] else (1.0, 1.0)
        for seat in order:
            hand, partner = hands[seat], not (seat ^ holder) & 1
            cards = 0
            if not partner or (chance() < 0.1 and not standing & strong):
                if number == 1:
                    if able := beaters[standing] & hand:
                        low = able & plain
                        if low:
                            if chance() < plainly:
                                cards = low & -low
                        elif chance() < trumping or points_of(laid) >= DEAR:
                            cards = able & -able
                elif chance() < plainly:
                    cards = cheapest(hand, standing, beaters, plain)
            if cards:
                holder, standing = seat, cards
            elif number == 1:
                groups = gifts if partner and (seat == order[2] or standing & strong) else junk
                for group in groups:  # pragma: no branch - every card is in one
                    if able := hand & group:
                        cards = able & -able
                        break
            else:
                cards = least(gifts if partner and seat == order[2] else junk, hand, number)
            hands[seat] = hand ^ cards
            laid |= cards
        if holder & 1:
            other |= laid
            theirs += 1
        else:
            pile |= laid
            mine += 1
        leader = holder
        if at < end:
            if end - at > 4 * number:
                for _ in range(number):
                    for seat in _ROUND[leader]:
                        hands[seat] |= stock[at]
                        at += 1
            else:
                for place in range(end - at):
                    hands[(leader + place) & 3] |= stock[at + place]
                at = end
    lean.piles, lean.tricks, lean.turn, lean.at = [pile, other], [mine, theirs], -1, at


def _play_tricks_six(lean: Lean, chance: Callable[[], float]) -> None:  # noqa: C901 - see above
    table, hands, stock, at, piles, tricks = lean.table, lean.hands, lean.stock, lean.at, lean.piles, lean.tricks
    leader, end, jokers, full = lean.turn, len(stock), table.jokers, table.hand
    spades, hearts, diamonds, clubs = table.suits
    trump, may_combine = lean.trump, table.may_combine
    thumb = thumb_of(table, trump)
    best_of, beaters, plain, junk = thumb.lead, thumb.beaters, thumb.plain, thumb.junk
    while hand := hands[leader]:
        other = 1 - leader
        suited = hand & ~jokers
        if may_combine(hands[other]) and chance() < ENTRY:
            leader, other, hand = other, leader, hands[other]
            combinations = table.rules.combinations(hand)
            standing = combinations[int(chance() * len(combinations))]
        elif not suited or chance() < NOISE:
            standing = one_of(hand, chance)
        else:
            standing = CARDS & max(
                best_of[suited & spades], best_of[suited & hearts], best_of[suited & diamonds], best_of[suited & clubs]
            )
        hands[leader] = hand ^ standing
        laid, holder, number, turn = standing, leader, standing.bit_count(), other
        plainly, trumping = PLAIN, TRUMPS
        if at == end:
            plainly, trumping = (PLAIN, LATE) if hands[leader] else (1.0, 1.0)
        while True:
            hand, cards = hands[turn], 0
            if number == 1:
                if able := beaters[standing] & hand:
                    low = able & plain
                    if low:
                        if chance() < plainly:
                            cards = low & -low
                    elif chance() < trumping or points_of(laid) >= DEAR:
                        able = able & ~jokers or able
                        cards = able & -able
            elif chance() < plainly:
                cards = cheapest(hand, standing, beaters, plain)
            if not cards:
                if turn == other:
                    cards = least(junk, hand, number)
                    hands[turn] = hand ^ cards
                    laid |= cards
                break
            hands[turn] = hand ^ cards
            laid |= cards
            holder, standing = turn, cards
            turn = 1 - turn
            if turn == leader and hands[leader].bit_count() < number:
                break
        piles[holder] |= laid
        tricks[holder] += 1
        leader = holder
        if at < end:
            upto = min(at + 2 * (full - hands[leader].bit_count()), end)
            hands[leader] |= sum(stock[at:upto:2])
            hands[1 - leader] |= sum(stock[at + 1 : upto : 2])
            at = upto
            if at == end:
                trump = table.trump_of[stock[-1]]
                thumb = thumb_of(table, trump)
                best_of, beaters, plain, junk = thumb.lead, thumb.beaters, thumb.plain, thumb.junk
    lean.trump, lean.turn, lean.at = trump, -1, at


def one_of(hand: int, chance: Callable[[], float]) -> int:
    """A card of ``hand`` by lot."""
    for _ in range(int(chance() * hand.bit_count())):
        hand &= hand - 1
    return hand & -hand


def enter(lean: Lean, chance: Callable[[], float]) -> tuple[int, int] | None:
    """Who enters out of turn now, and how; mostly nobody can."""
    may_combine, turn, holder = lean.table.may_combine, lean.turn, lean.holder
    for seat, hand in enumerate(lean.hands):
        if may_combine(hand) and seat != turn and (turn ^ seat if holder < 0 else holder ^ seat) & 1:
            entries = lean.entries(seat)
            if entries and chance() < ENTRY:
                return seat, entries[int(chance() * len(entries))]
    return None


def answer(lean: Lean, thumb: Thumb, chance: Callable[[], float]) -> int:
    """Beat, discard or pass, by rule of thumb."""
    turn, standing = lean.turn, lean.standing
    hand, number = lean.hands[turn], standing.bit_count()
    partner = not (lean.holder ^ turn) & 1
    if not partner:
        if number == 1:
            if able := thumb.beaters[standing] & hand:
                low = able & thumb.plain
                if low:
                    if chance() < PLAIN:
                        return BEAT | low & -low
                elif chance() < TRUMPS or points_of(sum(lean.laid)) >= DEAR:
                    able = able & ~lean.table.jokers or able
                    return BEAT | able & -able
        elif chance() < PLAIN and (cards := cheapest(hand, standing, thumb.beaters, thumb.plain)):
            return BEAT | cards
    if turn == lean.leader:
        return PASSES
    return DISCARD | least(thumb.gifts if partner else thumb.junk, hand, number)
