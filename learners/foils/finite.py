"""Wrong learners of finite classes."""

from typing import Any

from learncheck.learners.online.finite import Consistent, DisjunctionElimination, Halving, ThresholdHalving


class RemovesNobody(Halving):
    """It lets hypotheses vote that are refuted."""

    def update(self, x: int, y: int) -> None:
        pass


class AgainstTheMajority(Halving):
    """It votes against the majority."""

    def predict(self, x: int) -> int:
        return -super().predict(x)


class FirstAlive(Halving):
    """It asks the first hypothesis that is alive, and not the majority."""

    def predict(self, x: int) -> int:
        return int(self.hypotheses[self.alive.argmax(), x])


class NeverLearns(Consistent):
    """It removes no hypothesis."""

    def update(self, x: int, y: int) -> None:
        pass


class SwapsTheEnds(ThresholdHalving):
    """It takes the label for the other one."""

    def update(self, k: int, y: int) -> None:
        super().update(k, -y)


class WidensTheInterval(ThresholdHalving):
    """It moves an end to where the instance is, also outwards."""

    def update(self, k: int, y: int) -> None:
        if y == 1:
            self.r = 2 * k - 1
        else:
            self.l = 2 * k + 1


class RulesOutNothing(DisjunctionElimination):
    """It eliminates no variable."""

    def update(self, x: Any, y: int) -> None:
        pass
