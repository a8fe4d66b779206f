"""One file per screen, its style sheet beside it."""
