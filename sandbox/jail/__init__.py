"""Walls of the child, one kernel feature a file. Imports the standard library only."""
