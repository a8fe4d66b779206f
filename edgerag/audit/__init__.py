"""Many questions asked of many handbooks, resumable, and what they show together."""
