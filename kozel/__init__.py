"""Kozel, the card game: its rules as values and functions. This is the front door; import from here.

Standard library only; knows no chat, no clock and no file.
"""

from kozel.actions import Action, Beat, Discard, Interrupt, Lead, Pass
from kozel.cards import ALL_CARDS, DECK, NO_CARDS, Card, Cards, Rank, Suit
from kozel.commitment import Draw, commitment_of, opening_of, seed_of
from kozel.deal import Deal, Play, Trick
from kozel.dealing import Dealing
from kozel.events import (
    Beaten,
    DealScored,
    Dealt,
    Discarded,
    Drawn,
    Event,
    Interrupted,
    LeadDrawn,
    Led,
    Passed,
    SeriesLost,
    TrickTaken,
    TrumpChanged,
    TrumpShown,
)
from kozel.notation import action_of, read_draw, verb_of, write_draw, write_play
from kozel.opening import open_series
from kozel.players import PLAYERS, Choose, Master
from kozel.players.advice import Advice, Reason, advice_on
from kozel.reading import read
from kozel.record import DealRecord, Fault, NotARecordError, Record, RecordError, write
from kozel.referee import check, check_text, explain
from kozel.refusals import (
    AlreadyLaid,
    AlreadyLed,
    CombinationStands,
    DealIsOver,
    DoesNotBeat,
    NotACombination,
    NotALead,
    NothingLed,
    NothingToPass,
    NotInHand,
    NotYourTurn,
    Refusal,
    WrongNumber,
    YourOwnLead,
)
from kozel.rules import FOUR, SIX, VARIANTS, Rules
from kozel.scoring import ALL_POINTS, POINTS, points_of
from kozel.series import Series
from kozel.shuffle import deal_from, lot
from kozel.view import ChangeView, SeatView, Shown, TableView, TrickView, seat_view, table_view

__all__ = [
    "ALL_CARDS",
    "ALL_POINTS",
    "DECK",
    "FOUR",
    "NO_CARDS",
    "PLAYERS",
    "POINTS",
    "SIX",
    "VARIANTS",
    "Action",
    "Advice",
    "AlreadyLaid",
    "AlreadyLed",
    "Beat",
    "Beaten",
    "Card",
    "Cards",
    "ChangeView",
    "Choose",
    "CombinationStands",
    "Deal",
    "DealIsOver",
    "DealRecord",
    "DealScored",
    "Dealing",
    "Dealt",
    "Discard",
    "Discarded",
    "DoesNotBeat",
    "Draw",
    "Drawn",
    "Event",
    "Fault",
    "Interrupt",
    "Interrupted",
    "Lead",
    "LeadDrawn",
    "Led",
    "Master",
    "NotACombination",
    "NotALead",
    "NotARecordError",
    "NotInHand",
    "NotYourTurn",
    "NothingLed",
    "NothingToPass",
    "Pass",
    "Passed",
    "Play",
    "Rank",
    "Reason",
    "Record",
    "RecordError",
    "Refusal",
    "Rules",
    "SeatView",
    "Series",
    "SeriesLost",
    "Shown",
    "Suit",
    "TableView",
    "Trick",
    "TrickTaken",
    "TrickView",
    "TrumpChanged",
    "TrumpShown",
    "WrongNumber",
    "YourOwnLead",
    "action_of",
    "advice_on",
    "check",
    "check_text",
    "commitment_of",
    "deal_from",
    "explain",
    "lot",
    "open_series",
    "opening_of",
    "points_of",
    "read",
    "read_draw",
    "seat_view",
    "seed_of",
    "table_view",
    "verb_of",
    "write",
    "write_draw",
    "write_play",
]
