"""Where a run saves what it finds, and looks up what is known. The base class saves nothing and knows nothing."""

from learncheck.oracle.engine.profiles import Shard
from learncheck.oracle.engine.results import Result, Seen
from learncheck.oracle.judging.outcomes import Outcome


class Store:
    """What is saved for one claim and learner: nothing here; `engine.journal` and `engine.examples` use files."""

    def has(self, shard: Shard) -> bool:
        """Whether the result of the shard is known."""
        return False

    def read(self, shard: Shard) -> Result | None:
        """The result of the shard, if it is known and readable."""
        return None

    def write(self, shard: Shard, result: Result) -> None:
        """Save the result of the shard."""

    def read_smallest(self, fall: Seen) -> Outcome | None:
        """The game to which the failure was shrunk; None if it has not been shrunk yet."""
        return None

    def write_smallest(self, fall: Seen, smallest: Outcome) -> None:
        """Save the game to which the failure was shrunk."""

    def look(self, closest: Seen | None, drawn: Seen | None) -> Result:
        """Play the stored examples, given the closest game so far and the closest one whose choices are known."""
        return Result()

    def put_counterexample(self, smallest: Outcome) -> None:
        """Add a counterexample to the examples."""

    def put_witness(self, seen: Seen) -> None:
        """Add a game that came closer to the bound than all before it."""
