"""Does every part of this program work on this machine? Each is used for real, in a process of its own."""
