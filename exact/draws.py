"""Random generators whose draw is given: the learner's answers to all draws are its exact distribution."""

import inspect
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np


class Draw:
    """Supplies the number u of [0, 1) to code that takes one number from numpy's Generator or from random.Random."""

    def __init__(self, u: Any) -> None:
        self.u, self.refused = u, False

    def random(self, size: Any = None) -> Any:
        u, self.u = self.u, None
        if u is None or size not in (None, 1, (1,)):
            self.refused = True
            raise AttributeError("there is one number a draw")
        return u if size is None else np.array([u])

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
        return low + (high - low) * self.random(size)

    def choice(self, a: Any, size: Any = None, replace: Any = True, p: Any = None) -> Any:
        items = np.arange(a) if np.ndim(a) == 0 else np.asarray(a)
        total = np.cumsum(np.full(len(items), 1 / len(items)) if p is None else p)
        if p is not None and not abs(total[-1] - 1) <= 1e-8:
            raise ValueError("probabilities do not sum to 1")
        return items[(total / total[-1]).searchsorted(self.random(size), side="right")]

    def choices(self, population: Any, weights: Any = None, *, cum_weights: Any = None, k: Any = 1) -> Any:
        given = np.ones(len(population)) if weights is None else weights
        total = np.cumsum(given) if cum_weights is None else np.asarray(cum_weights)
        return [population[int((total / total[-1]).searchsorted(self.random(k)[0], side="right"))]]

    def __getattr__(self, name: str) -> Any:
        self.refused = True
        raise AttributeError(f"a generator of one number has no {name}")


def evenly(count: int) -> list[float]:
    """`count` draws in the middle of equal parts of [0, 1), where rounding does not matter."""
    return [(k + 0.5) / count for k in range(count)]


def drawn(learner: Any, draws: Iterable[float], advice: Sequence[int] | None = None) -> list[Any]:
    """The answers of `sample(rng)`, or with advice of `predict(advice, rng)`, to each draw.

    Empty if the learner has no method that takes these arguments, or if it does not use exactly one number.
    """
    method: Any = getattr(learner, "sample" if advice is None else "predict", None)
    given = () if advice is None else (np.array(advice),)
    try:
        inspect.signature(method).bind(*given, None)
    except (TypeError, ValueError):
        return []
    answers = []
    for u in draws:
        rng = Draw(u)
        try:
            answers.append(method(*(array.copy() for array in given), rng))
        except Exception:
            if rng.refused:
                return []
            raise
    return answers
