"""The decision stumps on a weighted sample, each with its error. Source: UML 10.1.1."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

Mass = int | Fraction


@dataclass(frozen=True)
class Stump:
    """x -> b·sign(θ − x_j) and its weighted error on a sample, none of whose values is θ. Source: UML 10.1.1."""

    j: int
    theta: Fraction
    b: int
    error: Mass

    def __call__(self, x: Sequence[float]) -> int:
        return self.b if x[self.j] < self.theta else -self.b


def stumps(points: Sequence[Sequence[int]], labels: Sequence[int], masses: Sequence[Mass]) -> Iterable[Stump]:
    """Yield a stump for each way to cut the sample in a coordinate, with both signs; errors are by brute force."""
    for j in range(len(points[0])):
        values = sorted({x[j] for x in points})
        doubled = [2 * values[0] - 2, *map(sum, pairwise(values)), 2 * values[-1] + 2]  # 2θ, an integer
        for theta in doubled:
            for b in (1, -1):
                wrong = (w for x, y, w in zip(points, labels, masses, strict=True) if (2 * x[j] < theta) != (y == b))
                yield Stump(j, Fraction(theta, 2), b, sum(wrong))
