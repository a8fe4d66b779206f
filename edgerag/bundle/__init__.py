"""The folder on a USB stick that a laptop is set up from: made, signed, verified, installed, updated."""
