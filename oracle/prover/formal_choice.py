"""Whether a learner's code can be run on formal quantities, and why not."""

import numpy as np

from learncheck.oracle.prover.observed import Observed


def why_not_formal(seen: Observed) -> str:
    """Why the learner's code was not run on formal quantities."""
    claim, state = seen.claim, seen.games[0].rounds[0].before
    if claim.learner is None:
        return ""
    for name in claim.watch:
        array = np.asarray(state[name], dtype=object) if isinstance(state[name], list | tuple | np.ndarray) else None
        if array is None or array.ndim > 1:
            kind = f"a {type(state[name]).__name__}" if array is None else "a table"
            return f"its code is not run on formal quantities: {name} is {kind}, no vector of numbers or marks"
    return (
        "its code is not run on formal quantities: what a round says of them has to be told by code=, as the makers of "
        "learncheck.theorems.formal.runs do"
    )
