"""The check library: one rule a file, each with the one entry name `check`."""
