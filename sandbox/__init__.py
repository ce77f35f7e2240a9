"""Run untrusted Python: call its functions on given values and bring the results back.

Knows no kata, no verdict and no web. The parent side imports the standard library only; NumPy is
imported in the child alone. The whole contract with the layers above is `sandbox.spec`.
"""
