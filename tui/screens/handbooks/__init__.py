"""What the Library screen is made of: a file for each thing that is done with handbooks."""
