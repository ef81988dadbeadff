"""Who judges: attacks, verdicts, reports, the command line and the pytest plugin."""
