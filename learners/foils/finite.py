"""Wrong learners of finite classes."""

from typing import Any

from learncheck.learners.online.finite import Consistent, DisjunctionElimination, Halving, ThresholdHalving


class RemovesNobody(Halving):
    """It lets refuted hypotheses vote."""

    def update(self, x: int, y: int) -> None:
        pass


class AgainstTheMajority(Halving):
    """It votes against the majority."""

    def predict(self, x: int) -> int:
        return -super().predict(x)


class FirstAlive(Halving):
    """It follows the first hypothesis that is alive, not the majority."""

    def predict(self, x: int) -> int:
        return int(self.hypotheses[self.alive.argmax(), x])


class NeverLearns(Consistent):
    """It removes no hypothesis."""

    def update(self, x: int, y: int) -> None:
        pass


class SwapsTheEnds(ThresholdHalving):
    """It learns the opposite of the label."""

    def update(self, k: int, y: int) -> None:
        super().update(k, -y)


class WidensTheInterval(ThresholdHalving):
    """It moves an end of the interval to the instance, even outwards."""

    def update(self, k: int, y: int) -> None:
        if y == 1:
            self.r = 2 * k - 1
        else:
            self.l = 2 * k + 1


class RulesOutNothing(DisjunctionElimination):
    """It eliminates no variable."""

    def update(self, x: Any, y: int) -> None:
        pass
