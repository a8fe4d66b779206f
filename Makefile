# make demo   install everything, the models too, and ask the sample handbooks a question
# make test   install everything and pass the tests
# make binary make the executable: dist/edgerag (one file) and dist/edgerag-dir (one folder)
#
# Needs Python 3.11 or later, make, a C and C++ compiler and cmake. Everything lands in this folder
# (.venv, .edgerag); llama.cpp is compiled once per user and kept in uv's cache.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
EDGERAG := EDGERAG_HOME=$(CURDIR)/.edgerag $(BIN)/edgerag
TEST_MODELS := bge-small-en-v1.5 ms-marco-minilm-l-12-v2 smollm2-135m-instruct
QUESTION := What dose of adrenaline should an adult with anaphylaxis receive?

# Every start of the program would compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test lint bench binary clean
.DEFAULT_GOAL := demo

demo: $(BIN)/.installed
	$(EDGERAG) models install --without generator
	$(EDGERAG) add edgerag/samples/*.pdf
	$(EDGERAG) ask --extractive "$(QUESTION)"
	$(EDGERAG) models install
	$(EDGERAG) ask "$(QUESTION)"
	$(EDGERAG) add edgerag/samples/*.xlsx
	$(EDGERAG) ask --extractive "$(QUESTION)"
	$(EDGERAG) differences

test: $(BIN)/.installed lint
	$(EDGERAG) models install $(TEST_MODELS)
	$(BIN)/pytest -n 2

lint: $(BIN)/.installed
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(BIN)/.installed
	$(BIN)/pytest tests/benchmarks --benchmark-only -s

binary: $(BIN)/.installed
	PYTHON=$(CURDIR)/$(BIN)/python UV=$(CURDIR)/$(BIN)/uv packaging/build

$(BIN)/.installed: pyproject.toml uv.lock
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "uv>=0.13"
	@echo "Installing; the first time on a machine compiles llama.cpp, about ten minutes on two cores."
	UV_PROJECT_ENVIRONMENT=$(CURDIR)/.venv $(BIN)/uv sync --frozen
	touch $@

clean:
	rm -rf .venv .edgerag build dist
