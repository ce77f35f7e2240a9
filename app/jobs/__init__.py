"""The queue seam and its engines: what waits to be judged, who judges it, and whose result counts."""
