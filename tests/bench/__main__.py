"""All figures in one run: ``make bench``. Each is a measurement of this machine, today; ratios travel better."""

from __future__ import annotations

from tests.bench import engine, past, press, storage


def main() -> None:
    """Print a row a figure."""
    for part in (engine, storage, past, press):
        for label, value in part.run():
            print(f"{label:<60} {value}", flush=True)


if __name__ == "__main__":
    main()
