"""The map of differences: what the handbooks of a library state differently, before anyone asks."""
