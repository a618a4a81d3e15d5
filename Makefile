PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin

.DEFAULT_GOAL := run
.PHONY: run test check check-static coverage format bench bench-load chaos bench-players lock texts screenshots clean

run: $(VENV)/.run  ## start the bot: on Telegram with BOT_TOKEN, in the sandbox without
	@$(BIN)/python -m bot

test: $(VENV)/.dev  ## all tests
	@$(BIN)/python -m pytest

check: check-static test  ## what must be green before a commit

check-static: $(VENV)/.dev
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

coverage: $(VENV)/.dev  ## branch coverage: kozel 100 %, bot 90 % or better
	@rm -f .coverage .coverage.*
	@COVERAGE_PROCESS_START=$(CURDIR)/pyproject.toml COVERAGE_FILE=$(CURDIR)/.coverage \
		$(BIN)/coverage run -m pytest -q  # the bot runs elsewhere too, and must leave nothing there
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report --include='kozel/*' --fail-under=100
	@$(BIN)/coverage report --include='bot/*' --fail-under=90

bench: $(VENV)/.dev  ## figures: the engine, a press, start-up
	@$(BIN)/python -m tests.bench

bench-load: $(VENV)/.dev  ## whether presses are answered while computers think at 100 tables: 2 minutes
	@$(BIN)/python -m tests.bench.load

chaos: $(VENV)/.dev  ## everything goes wrong at once, at 200 tables: TABLES=200 SECONDS=180
	@$(BIN)/python -m tests.bench.chaos --tables $(or $(TABLES),200) --seconds $(or $(SECONDS),180)

bench-players: $(VENV)/.dev $(VENV)/bench  ## how strong the computer players are: MINUTES=25 MS=40
	@PYTHONPATH=$(VENV)/bench $(BIN)/python -m tests.bench.players $(or $(MINUTES),25) $(or $(MS),40)

$(VENV)/bench: | $(VENV)/bin/python  # OpenSpiel, for that alone: beside the rest, not among it
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --target $@ open-spiel==2.0.2

texts: $(VENV)/.dev  ## bring the catalogues up to date with the texts in the source
	@$(BIN)/python -m bot.texts

screenshots: $(VENV)/.dev  ## the README's pictures, from the real thing
	@$(BIN)/python -m tests.screenshots

format: $(VENV)/.dev
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

lock: $(VENV)/.dev  ## newest versions of everything, with hashes
	@$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
		--no-emit-index-url pyproject.toml -o requirements.txt
	@$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
		--no-emit-index-url --extra dev pyproject.toml -o requirements-dev.txt

clean:
	@rm -rf $(VENV) .coverage* htmlcov .hypothesis .mypy_cache .pytest_cache .ruff_cache

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Kozel needs Python 3.11 or newer: PYTHON=python3.12 make ...")'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.txt | $(VENV)/bin/python
	@echo "Setting up, once ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt | $(VENV)/bin/python
	@echo "Setting up, once ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes -r requirements-dev.txt
	@touch $@ $(VENV)/.run
