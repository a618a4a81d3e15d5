"""A series: deals until a side has lost it."""

from __future__ import annotations

from dataclasses import dataclass

from kozel.deal import Deal
from kozel.events import DealScored, SeriesLost
from kozel.rules import Rules
from kozel.scoring import scored


@dataclass(frozen=True, slots=True)
class Series:
    """A series between two deals: ``loss`` points by side, who deals and who leads the deal that comes next.

    ``deals``: how many are over. ``eggs``: one of them was 60 to 60, where the rules call
    that eggs.
    """

    rules: Rules
    dealer: int
    leader: int
    loss: tuple[int, int] = (0, 0)
    deals: int = 0
    eggs: bool = False

    @classmethod
    def start(cls, rules: Rules, dealer: int) -> Series:
        """A new series: ``dealer`` deals first, their neighbour clockwise leads (RULES, "The deal").

        Raises:
            ValueError: there is no such seat.
        """
        if not 0 <= dealer < rules.seats:
            raise ValueError(f"seats are 0 to {rules.seats - 1}, not {dealer}")
        return cls(rules, dealer, rules.after(dealer))

    @property
    def goats(self) -> int | None:
        """The side that has lost, at or over the target; None while the series goes on."""
        return next((side for side, loss in enumerate(self.loss) if loss >= self.rules.target), None)

    def after(self, deal: Deal) -> tuple[Series, DealScored, SeriesLost | None]:
        """The series after ``deal``, the deal's score, and the end of the series where it came with it.

        Raises:
            ValueError: the deal is not over, is not the one that this series waits for, or the series is
            lost already.
        """
        if self.goats is not None:
            raise ValueError("the series is over")
        if not deal.over:
            raise ValueError("the deal is not over")
        if (deal.rules, deal.dealing.dealer, deal.dealing.leader) != (self.rules, self.dealer, self.leader):
            raise ValueError("another deal was to come")
        score = scored(deal.piles, deal.tricks)
        taker = deal.past[-1].holder
        after = Series(
            self.rules,
            self.rules.next_dealer(self.dealer, taker),
            taker,
            (self.loss[0] + score.loss[0], self.loss[1] + score.loss[1]),
            self.deals + 1,
            self.eggs or (self.rules.eggs and score.eggs),
        )
        goats = after.goats
        return after, score, None if goats is None else SeriesLost(goats, after.eggs)
