"""The one place where the stages meet."""
