"""Data sets with known answers, by kind; `.jsonl` may be `.jsonl.gz`, and SPLIT is a file-name prefix."""
