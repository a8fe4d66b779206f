"""What a question asks: read once, before anything else is done with it."""
