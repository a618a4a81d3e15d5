"""The engine and the naive rules, side by side over many random deals: the same actions, the same deal."""

from __future__ import annotations

import random

from kozel import Cards, Deal, Rules, deal_from, table_view, verb_of
from kozel.notation import action_of
from tests.kozel.naive import NaiveAction, NaiveDeal
from tests.kozel.positions import GAMES

_DEALS = {"four": 60, "six": 50}


def _naive(rules: Rules, deal: Deal) -> NaiveDeal:
    dealing = deal.dealing
    deck = [(card.rank.value, card.suit.value) for card in dealing.deck]
    return NaiveDeal(rules.variant, deck, dealing.dealer, dealing.leader, dealing.shown)


def _offered(deal: Deal, seat: int) -> list[NaiveAction]:
    return [
        (verb_of(action), frozenset((card.rank.value, card.suit.value) for card in action.cards))
        for action in deal.legal(seat)
    ]


def _text(action: NaiveAction) -> str:
    return " ".join(rank + suit for rank, suit in action[1])


def _same(deal: Deal, naive: NaiveDeal) -> None:
    assert [set(map(str, Cards(bits))) for bits in deal.hands] == [
        {rank + suit for rank, suit in hand} for hand in naive.hands
    ]
    assert [str(Cards(bits)) for bits in deal.stock] == [rank + suit for rank, suit in naive.stock]
    assert (deal.trump.value if deal.trump else None) == naive.trump
    assert list(deal.tricks) == naive.tricks
    assert deal.over == naive.over
    assert deal.over or deal.turn == naive.turn


@GAMES
def test_engine_and_naive_rules_offer_the_same_actions_to_every_seat(rules: Rules) -> None:
    dice = random.Random(f"naive {rules.variant}")
    entries = 0
    for number in range(_DEALS[rules.variant]):
        leader = dice.randrange(rules.seats)
        dealing = deal_from(rules, dice.randrange(rules.seats), leader, f"naive/{number}".encode())
        deal, _ = Deal.start(dealing)
        naive = _naive(rules, deal)
        _same(deal, naive)
        while not deal.over:
            choices: list[tuple[int, NaiveAction]] = []
            for seat in range(rules.seats):
                offered = _offered(deal, seat)
                assert len(offered) == len(set(offered))
                assert set(offered) == naive.legal(seat)
                choices += [(seat, action) for action in offered]
            bold = [choice for choice in choices if choice[1][0] in ("interrupt", "beat")]
            seat, action = dice.choice(bold if bold and dice.random() < 0.5 else choices)
            entries += action[0] == "interrupt"
            deal, _ = deal.apply(seat, action_of(action[0], _text(action)))
            naive.play(seat, action)
            _same(deal, naive)
        score = table_view(deal).score
        assert score is not None
        assert (list(score.points), list(score.tricks), list(score.loss)) == naive.result()
        assert not any(deal.legal(seat) for seat in range(rules.seats))
    assert entries > 0


@GAMES
def test_long_suits_are_led_and_entered_with_alike_in_both(rules: Rules) -> None:
    """Decks stacked so that hands hold combinations often: entries, and entries against entries."""
    dice = random.Random(f"stacked {rules.variant}")
    entries = 0
    for number in range(50):
        dealing = deal_from(rules, 0, dice.randrange(rules.seats), f"stacked/{number}".encode())
        deck = sorted(dealing.deck, key=lambda card: (dice.random() < 0.12, card.suit.value, card.rank.value))
        start = dice.randrange(len(deck))
        deck = deck[start:] + deck[:start]
        size = rules.seats * rules.hand
        hands = [deck[seat * rules.hand : (seat + 1) * rules.hand] for seat in range(rules.seats)]
        dealt = [hands[place % rules.seats][place // rules.seats] for place in range(size)]
        deal, _ = Deal.start(type(dealing)(rules, 0, dealing.leader, (*dealt, *deck[size:]), dealing.shown))
        naive = _naive(rules, deal)
        while not deal.over:
            choices = []
            for seat in range(rules.seats):
                offered = _offered(deal, seat)
                assert set(offered) == naive.legal(seat)
                choices += [(seat, action) for action in offered]
            many = [choice for choice in choices if choice[1][0] == "interrupt"]
            seat, action = dice.choice(many if many and dice.random() < 0.5 else choices)
            entries += action[0] == "interrupt"
            deal, _ = deal.apply(seat, action_of(action[0], _text(action)))
            naive.play(seat, action)
            _same(deal, naive)
    assert entries > 35
