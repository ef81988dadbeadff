"""Cases as the attacks draw them, for tests that look at a few of them."""

from collections.abc import Callable
from itertools import islice
from typing import Any

from learncheck.strategies.play.choices import at_random


def drawn(build: Callable[..., Any], count: int, seed: int = 1, **limits: Any) -> list[Any]:
    """So many cases that the decoder makes of random choices, within these limits."""
    return [case for case, _ in islice(at_random(lambda choices: build(choices, **limits), seed), count)]
