"""A table of one's own in the private chat."""

from __future__ import annotations

from bot.tables import lobby
from bot.tables.model import Chat, ChatId, Person, Place, TableId
from bot.tables.refusals import TableHereAlready, UnderWay
from bot.telegram.desk import Desk
from kozel import Rules


async def practise(desk: Desk, person: Person, rules: Rules) -> TableId:
    """Open a table of ``rules`` for ``person`` alone and deal.

    One that is there already, of whichever game, comes to the bottom of the chat.
    """
    place = Place(ChatId(int(person.id)))
    await desk.store.keep_chat(Chat(place.chat, ""))
    try:
        table = (await desk.house.open(place, rules, person, person.language)).id
    except TableHereAlready as here:
        table = here.table
    try:  # also at one that was cut off before its deal
        await desk.house.act(table, lambda now: lobby.practise(now, person, desk.seed()))
    except UnderWay:
        await desk.courier.bring(table)
    return table
