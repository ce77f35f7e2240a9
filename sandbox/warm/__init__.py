"""The warm path: a few zygotes that fork walled children, and turns for those who want one.

runner → queue (whose turn), slot (one zygote after the other, one child ready) → zygote,
child. Imports the standard library only.
"""
