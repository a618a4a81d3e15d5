"""Computer players. Each is a function from what its seat may know, and dice, to what it does."""

from collections.abc import Mapping
from types import MappingProxyType

from kozel.players import chance, greedy
from kozel.players.company import Choose

PLAYERS: Mapping[str, Choose] = MappingProxyType({"random": chance.choose, "greedy": greedy.choose})
"""All of them, by the name that people use."""

__all__ = ["PLAYERS", "Choose"]
