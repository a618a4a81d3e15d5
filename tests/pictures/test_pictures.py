"""Pictures: their measure, that they hold what they should whatever the names, and that nothing runs over anything."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from io import BytesIO

import pytest
from PIL import Image, ImageColor, ImageDraw

from bot.pictures import canvas
from bot.pictures.canvas import FAINT, GROUND, INK, LINES, SIDES, STRIPE, WIDTH, fitted, font, legible
from bot.pictures.plot import step_of
from bot.pictures.series import series_picture
from bot.pictures.standings import MOST, standings_picture
from bot.tables.annals import (
    Figures,
    Holder,
    PastSeries,
    PlayerStanding,
    Rating,
    Scope,
    SeriesStory,
    Standings,
    Track,
    Tracks,
)
from bot.tables.model import PersonId, SeriesId
from bot.texts import words
from kozel import VARIANTS, DealScored

RU, EN = words("ru"), words("en")
NAMES = (
    "Вера",
    "Анастасия Константинопольская-Преображенская-Задунайская",
    "👨‍👩‍👧‍👦",
    "שרה כהן",
    "王小明",
    "Ёж ♠♥♦♣",
    "\u3164",
    "i" * 99,
)
BIG = Figures(1104, 440, 7550, 3330, 11700, 11520, 120)


def people(number: int, *, rated: bool = True) -> Standings:
    rating = Rating(25.0, 8.3, 3) if rated else None
    return Standings(tuple(PlayerStanding(PersonId(i), NAMES[i % len(NAMES)], BIG, rating) for i in range(number)))


def tracks(number: int, length: int) -> Tracks:
    dice = random.Random(number)
    lines = [
        Track(
            NAMES[i], tuple((place, dice.gauss(0, 50)) for place in range(length) if dice.random() < 0.7 or not place)
        )
        for i in range(number)
    ]
    return Tracks(tuple(lines), length, rated=False)


def opened(picture: bytes) -> Image.Image:
    image = Image.open(BytesIO(picture))
    image.load()
    assert image.format == "PNG"
    return image


SCENES = [
    (1, 1, 1),
    (1, 1, 2),
    (4, 4, 30),
    (10, 8, 200),
    (18, 8, 200),
    (19, 8, 3),
    (50, 8, 200),
    (53, 8, 200),
    (3, 0, 0),
]


@pytest.mark.parametrize(("players", "lines", "length"), SCENES)
@pytest.mark.parametrize("variant", [None, "four", "six"])
def test_a_picture_of_standings_is_not_larger_than_telegram_shows(
    players: int, lines: int, length: int, variant: str | None
) -> None:
    for say in (RU, EN):
        image = opened(standings_picture(people(players), tracks(lines, length), "Двор " * 30, Scope(variant), say))
        assert image.width == WIDTH
        assert image.height <= 1280


class Written:
    """What was written into pictures, with the box of each text."""

    def __init__(self) -> None:
        self.boxes: list[tuple[str, tuple[float, float, float, float]]] = []

    def texts(self) -> list[str]:
        return [text for text, _ in self.boxes]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    seen, text = Written(), ImageDraw.ImageDraw.text

    def write(pen: ImageDraw.ImageDraw, xy: tuple[float, float], what: str, **more: object) -> None:
        box = pen.textbbox(xy, what, font=more["font"], anchor=more.get("anchor"))  # type: ignore[arg-type]
        seen.boxes.append((what, box))
        text(pen, xy, what, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", write)
    return seen


def _inside(box: tuple[float, ...], image: Image.Image) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= image.width and box[3] <= image.height


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize(("players", "lines", "length"), SCENES)
def test_no_text_of_standings_runs_over_another_or_over_the_edge(
    written: Written, players: int, lines: int, length: int
) -> None:
    image = opened(standings_picture(people(players), tracks(lines, length), "Двор " * 30, Scope("four"), RU))
    boxes = [(text, box) for text, box in written.boxes if text]
    for number, (text, box) in enumerate(boxes):
        assert _inside(box, image), text
        for other, elsewhere in boxes[number + 1 :]:
            assert not _overlap(box, elsewhere), (text, other)


def test_every_player_is_in_the_table_up_to_fifty_and_how_many_more_there_are_is_said(written: Written) -> None:
    standings_picture(people(MOST + 3), tracks(0, 0), "Двор", Scope(), EN)
    places = [text for text in written.texts() if text.isdigit() and text not in map(str, BIG)]
    assert {str(place) for place in range(1, MOST + 1)} - set(map(str, BIG)) <= set(places)
    assert any("… and 3 more" in text for text in written.texts())


def test_names_that_the_font_cannot_draw_are_left_out_and_guests_instead(written: Written) -> None:
    assert legible("Семья 👨‍👩‍👧‍👦 \u3164", "Гость") == "Семья"
    assert legible("王小明", "Гость") == "Гость"
    assert legible("Ёж ♠♥♦♣ é", "Гость") == "Ёж ♠♥♦♣ é"
    standings_picture(people(5), tracks(0, 0), "🐐", Scope(), RU)
    assert written.texts().count("Гость") == 2
    assert written.texts()[0] == RU.t("Standings")


def test_text_is_fitted_into_its_room() -> None:
    letters = font(20)
    assert fitted("Аня", letters, 500) == "Аня"
    for room in (30, 60, 120):
        short = fitted("Анастасия Константинопольская", letters, room)
        assert short.endswith("…")
        assert letters.getlength(short) <= room


def _contrast(one: str, other: str) -> float:
    """The ratio of luminance that WCAG 2 defines."""

    def light(colour: str) -> float:
        parts = [channel / 255 for channel in ImageColor.getrgb(colour)[:3]]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_everything_stands_out_from_the_pictures_own_ground_whatever_the_theme() -> None:
    for colour in (INK, FAINT, *LINES, *SIDES):
        assert _contrast(colour, GROUND) >= 4.5
    assert _contrast(INK, STRIPE) >= 4.5


def _story(number: int, variant: str = "four") -> SeriesStory:
    dice, loss, deals = random.Random(number), [0, 0], []
    target = VARIANTS[variant].target
    while max(loss) < target:
        side, cost = dice.randrange(2), dice.choice([0, 2, 4, 6])
        loss[side] += cost
        deals.append(DealScored((60, 60), (4, 4), (cost, 0) if side == 0 else (0, cost)))
    holders = [Holder(NAMES[1], None), Holder("Борис", None), Holder(None, "greedy"), Holder("🐐", None)]
    when = datetime(2026, 11, 5, tzinfo=UTC)
    seats = tuple(holders[: VARIANTS[variant].seats])
    head = PastSeries(SeriesId(1), variant, when, seats, (loss[0], loss[1]), int(loss[1] > loss[0]), 1)
    return SeriesStory(head, tuple(deals), "Двор")


@pytest.mark.parametrize("variant", list(VARIANTS))
@pytest.mark.parametrize("seed", range(4))
def test_a_picture_of_a_series_tells_its_end(written: Written, variant: str, seed: int) -> None:
    story = _story(seed, variant)
    image = opened(series_picture(story, RU))
    assert image.size == (1280, 720)
    for points in story.head.loss:
        assert str(points) in written.texts()
    boxes = written.boxes
    for number, (text, box) in enumerate(boxes):
        assert _inside(box, image), text
        assert not any(_overlap(box, elsewhere) for _, elsewhere in boxes[number + 1 :]), text
    colours = {colour for _, colour in image.convert("RGB").getcolors(1 << 20) or []}
    assert {ImageColor.getrgb(colour) for colour in SIDES} <= colours


@pytest.mark.parametrize(("span", "step"), [(0, 1), (3, 1), (8, 2), (13, 5), (100, 50), (900, 500), (4000, 1000)])
def test_the_grid_has_round_numbers(span: float, step: int) -> None:
    assert step_of(span) == step


def test_the_fonts_come_with_their_licence() -> None:
    assert "Bitstream" in (canvas._FONTS / "LICENSE").read_text()
