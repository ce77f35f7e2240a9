"""What runs as the zygote: a warm interpreter inside the ring that forks a walled child on each order.

It holds no input, no source and no secret. Imports the standard library, NumPy, `sandbox.child`,
`sandbox.jail` and `sandbox.orders` only.
"""
