"""How two handbooks' answers relate: absence, identity, typed comparison, then similarity."""
