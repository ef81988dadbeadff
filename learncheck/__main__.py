"""`python -m learncheck`: the command line."""

import sys

if not sys.flags.safe_path:
    del sys.path[0]  # the working directory, where a submission may be called numpy.py

from learncheck.oracle.cli import main

main(prog_name="learncheck")
