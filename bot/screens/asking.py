"""Questions about a table: whether to close it, and which of several is meant."""

from __future__ import annotations

from collections.abc import Sequence

from bot.screens.chat import score
from bot.screens.hand import back
from bot.screens.names import shorten, title_html
from bot.screens.score import series_score
from bot.screens.screen import Button, Screen, Style
from bot.tables.ending import needed, votes
from bot.tables.model import Phase, Table, TableFace
from bot.tables.presses import AskStop, KeepPlaying, Leave, Stop
from bot.texts import Words


def stop_question(table: Table, words: Words) -> Screen:
    """Whether to stop, really; where more than one has to say so, how many have."""
    lines = [words.t("<b>Close the table?</b>")]
    if table.phase is Phase.PLAYING:
        lines += [
            words.t("{score}  loss points").format(score=series_score(table.face())),
            words.t("The series will not count for anybody."),
        ]
    label, most = words.t("Close it"), needed(table)
    if most > 1:
        lines.append(words.t("More than half of the players have to agree."))
        label += f" {votes(table)}/{most}"
    stop = Button(label, Stop(table.id, table.stage), Style.DANGER)
    return Screen("\n".join(lines), ((Button(words.t("Play on"), KeepPlaying(table.id, table.stage)), stop),))


def asked_in_the_group(face: TableFace, words: Words) -> Screen:
    """The question whether to stop is put to all who play."""
    text = words.t("I have asked the others in <b>{title}</b>.").format(title=title_html(face, words))
    return Screen(text, back(face, words))


def which_to_stop(tables: Sequence[Table], words: Words) -> Screen:
    """Which of several tables is to be closed."""
    rows = tuple((Button(_name(table, words), AskStop(table.id), Style.DANGER),) for table in tables)
    return Screen(words.t("Which table shall be closed?"), rows)


def which_to_leave(tables: Sequence[Table], words: Words) -> Screen:
    """Which table is to be left; asked also where there is only one, since it stands in another chat."""
    rows = tuple((Button(_name(table, words), Leave(table.id, table.stage), Style.DANGER),) for table in tables)
    return Screen(words.t("Which table do you want to leave?"), rows)


def your_tables(tables: Sequence[Table], words: Words) -> Screen:
    """To /table in private: where somebody's tables are."""
    lines = [words.t("Your tables are in these chats:")]
    lines += [f"🐐 <b>{title_html(table.face(), words)}</b>" for table in tables]
    rows: list[tuple[Button, ...]] = []
    for table in tables:
        label = _name(table, words) + " ↗"
        rows += [tuple(Button(label, button.does) for button in row) for row in back(table.face(), words)]
    return Screen("\n".join(lines), tuple(rows))


def score_there(face: TableFace, words: Words) -> Screen:
    """The series as it stands, under the name of its chat."""
    screen = score(face, words)
    return Screen(f"<b>{title_html(face, words)}</b>\n{screen.text}", screen.rows)


def you_left(face: TableFace, words: Words) -> Screen:
    """To somebody who has left a table by a press in private."""
    text = words.t("You have left <b>{title}</b>.").format(title=title_html(face, words))
    return Screen(text, back(face, words))


def _name(table: Table, words: Words) -> str:
    return shorten(table.title, 24) or words.t("Practice")
