"""Reads a handbook, without a question, for what it names and what it states."""
