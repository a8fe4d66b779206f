"""Derived indexes: vectors and words, each of which can be made again from the store."""
