"""Where a run keeps what it finds, and looks for what is known. Without a store nothing is kept, and nothing known."""

from learncheck.oracle.engine.plan import Shard
from learncheck.oracle.engine.results import Result, Seen
from learncheck.oracle.judging.outcomes import Outcome


class Store:
    """What is kept of one claim and learner: here nothing. `engine.journal` and `engine.examples` keep it in files."""

    def has(self, shard: Shard) -> bool:
        """Whether it is known what the shard found."""
        return False

    def read(self, shard: Shard) -> Result | None:
        """What the shard found, if that is known and can be read."""
        return None

    def write(self, shard: Shard, result: Result) -> None:
        """Write down what the shard found."""

    def read_smallest(self, fall: Seen) -> Outcome | None:
        """The smallest game that was made of the failure; None where it is yet to be made."""
        return None

    def write_smallest(self, fall: Seen, smallest: Outcome) -> None:
        """Write down the smallest game."""

    def look(self, closest: Seen | None, drawn: Seen | None) -> Result:
        """Play the examples that are there; given the closest games so far, of all and of those with known choices."""
        return Result()

    def put_counterexample(self, smallest: Outcome) -> None:
        """Add a counterexample to the examples."""

    def put_witness(self, seen: Seen) -> None:
        """Add a game that came closer than those before it."""
