"""What runs inside the hostile child: lock down, define the source, make the calls, send raw bytes.

Imports the standard library, NumPy and `sandbox.wire`, `sandbox.payload`, `sandbox.jail` only.
"""
