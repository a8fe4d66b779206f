"""The system of record: one SQLite file that holds all that cannot be made again from something else."""
