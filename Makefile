# `make play` and `make test` do all the set-up that they need, in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help play terminal test lint format bench clean

help: ## Say what there is to make.
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

play: $(VENV)/.installed ## Serve the games and say at which address (PORT=8000).
	@$(BIN)/ludograph serve $(if $(PORT),--port $(PORT))

terminal: $(VENV)/.installed ## Play a game in the terminal (GAME=trimok PLAYERS=human,ai:5).
	@$(BIN)/ludograph play $(or $(GAME),trimok) $(if $(PLAYERS),--players $(PLAYERS))

test: $(VENV)/.installed-test ## Run all tests.
	@sh tools/install-for-tests
	$(BIN)/python -m pytest

lint: $(VENV)/.installed-lint ## Run the linters.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	sh tools/check-scripts

format: $(VENV)/.installed-lint ## Bring the code into its form.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.installed ## Measure speeds.
	$(BIN)/ludograph bench

clean: ## Remove what was made here.
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	PYTHON=$(PYTHON) sh tools/make-venv $(VENV)

$(VENV)/.installed: pyproject.toml $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.installed-test: pyproject.toml $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-lint: pyproject.toml $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[test,lint]'
	@touch $@ $(VENV)/.installed $(VENV)/.installed-test
