"""Frozen records that the stages pass to each other; imports nothing of edgerag outside itself."""
