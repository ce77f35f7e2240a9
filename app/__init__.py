"""Rightshape: auto-graded interviews and debugging katas for right shape, wrong numbers."""
