"""`python -m learncheck`: the command line."""

from learncheck.oracle.cli import main

main(prog_name="learncheck")
