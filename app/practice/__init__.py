"""Practising a kata alone: the catalogue, the three panes, the reveals, and the JSON API for programs."""
