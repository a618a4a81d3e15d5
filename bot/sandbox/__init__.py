"""A stand-in for Telegram on one machine: its Bot API, people to play as, and a page to see it all.

``running`` and ``serve`` start it inside a program; ``SandboxClient`` (in ``client``) plays the people in tests;
``python -m bot.sandbox`` starts it alone. It knows nothing of the bot that it serves.
"""

from bot.sandbox.app import TOKEN, create_app
from bot.sandbox.server import CannotServe, Running, running, serve
from bot.sandbox.state import StateError
from bot.sandbox.switchboard import Switchboard
from bot.sandbox.world import World, default_world

__all__ = [
    "TOKEN",
    "CannotServe",
    "Running",
    "StateError",
    "Switchboard",
    "World",
    "create_app",
    "default_world",
    "running",
    "serve",
]
