"""The judge core: kata packages, cases, checks, diagnosis and the report. Knows no web, no database."""
