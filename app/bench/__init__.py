"""Measurements of the parts that promise a speed, each against a baseline taken in the same run."""
