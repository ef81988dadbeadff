"""The attacks, a module each: where the cases of a claim come from, and how they are cut into shards."""

from learncheck.oracle.engine.attacks import fixed, scout, search
from learncheck.oracle.engine.attacks.kinds import Kind

KINDS: dict[str, Kind] = {"fixed": fixed.KIND, "scout": scout.KIND, "search": search.KIND}
"""The kinds of shards that play games, in the order in which a plan has the first of each."""
