"""Computer players. Each is a function from what its seat may know, and dice, to what it does."""

from collections.abc import Mapping
from types import MappingProxyType

from kozel.players import chance, greedy, novice, solid
from kozel.players.company import Choose
from kozel.players.master import Master

PLAYERS: Mapping[str, Choose] = MappingProxyType(
    {
        "random": chance.choose,
        "novice": novice.choose,
        "greedy": greedy.choose,
        "solid": solid.choose,
        "master": Master(),
    }
)
"""All of them, by the name that people use; the weaker first."""

__all__ = ["PLAYERS", "Choose", "Master"]
