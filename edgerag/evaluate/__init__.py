"""Measures quality on data with known answers; every number the project states comes from here."""
