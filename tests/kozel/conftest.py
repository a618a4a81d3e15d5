"""What several tests of the game need."""

from __future__ import annotations

import pytest

from kozel import Record
from tests.kozel.records import PLAYED


@pytest.fixture(params=["four", "six"])
def record(request: pytest.FixtureRequest) -> Record:
    """A series of four deals."""
    return PLAYED[request.param]
