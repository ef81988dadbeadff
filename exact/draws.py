"""Random generators whose draw is given: the learner's answers to all draws are its exact distribution."""

import inspect
from collections.abc import Iterable, Sequence
from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

Size = int | tuple[int, ...] | None


class Draw:
    """Supplies the number u of [0, 1) to code that takes one number from numpy's Generator or from random.Random."""

    def __init__(self, u: float) -> None:
        self.u: float | None = u
        self.refused = False

    def random(self, size: Size = None) -> float | NDArray[np.float64]:
        u, self.u = self.u, None
        if u is None or size not in (None, 1, (1,)):
            self.refused = True
            raise AttributeError("there is one number a draw")
        return u if size is None else np.array([u])

    def uniform(self, low: float = 0.0, high: float = 1.0, size: Size = None) -> float | NDArray[np.float64]:
        return low + (high - low) * self.random(size)

    def choice(self, a: ArrayLike, size: Size = None, replace: bool = True, p: ArrayLike | None = None) -> object:
        given = np.asarray(a)
        items = np.arange(int(given)) if given.ndim == 0 else given
        total = np.cumsum(np.full(len(items), 1 / len(items)) if p is None else p)
        if p is not None and not abs(total[-1] - 1) <= 1e-8:
            raise ValueError("probabilities do not sum to 1")
        return items[(total / total[-1]).searchsorted(self.random(size), side="right")]

    def choices(
        self,
        population: Sequence[object],
        weights: Sequence[float] | None = None,
        *,
        cum_weights: Sequence[float] | None = None,
        k: int = 1,
    ) -> list[object]:
        given = np.ones(len(population)) if weights is None else weights
        total = np.cumsum(given) if cum_weights is None else np.asarray(cum_weights)
        return [population[int((total / total[-1]).searchsorted(np.ravel(self.random(k))[0], side="right"))]]

    def __getattr__(self, name: str) -> NoReturn:
        self.refused = True
        raise AttributeError(f"a generator of one number has no {name}")


def evenly(count: int) -> list[float]:
    """`count` draws in the middle of equal parts of [0, 1), where rounding does not matter."""
    return [(k + 0.5) / count for k in range(count)]


def drawn(learner: object, draws: Iterable[float], advice: Sequence[int] | None = None) -> list[object]:
    """The answers of `sample(rng)`, or with advice of `predict(advice, rng)`, to each draw.

    Empty if the learner has no method that takes these arguments, or if it does not use exactly one number.
    """
    method = getattr(learner, "sample" if advice is None else "predict", None)
    if not callable(method):
        return []
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
