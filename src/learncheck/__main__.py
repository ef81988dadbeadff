"""The command line, also as `python -m learncheck`."""

import sys

from learncheck.threads import use_one_thread


def run() -> None:
    """Run the command line. Ctrl-C ends it in one line even while it is being imported."""
    try:
        use_one_thread()
        from learncheck.oracle.cli import main

        main(prog_name="learncheck")
    except KeyboardInterrupt:
        print("learncheck: stopped", file=sys.stderr)
        sys.exit(130)
    finally:
        exec("")  # Python notes an interrupt in exec() of a string, and would end by the signal in spite of the 130


if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]  # the working directory, where a submission may be called numpy.py
    run()
