"""What every feature stands on: settings, the database boundary, errors, problems, logging, security."""
