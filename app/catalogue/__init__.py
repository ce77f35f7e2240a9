"""The katas on offer, each version kept for good under the digest of its content."""
