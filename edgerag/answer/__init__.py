"""One grounded answer per handbook: quoted or generated, every citation verified, or NOT ADDRESSED."""
