"""The rooms of a library: what can be done to it, by idea."""
