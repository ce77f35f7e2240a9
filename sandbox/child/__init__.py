"""What runs inside the hostile child: lock down, define the source, make the calls, send raw bytes.

Imports the standard library, NumPy, `sandbox.jail` and the forms that both sides share only.
"""
