"""What the operator of a server sees of it: one page, behind a token."""
