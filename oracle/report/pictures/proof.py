"""The proof's quantities by round, with what each step allows and where it broke.

Of a game with losses whose proof has no such steps: the loss so far, with what the bound allows.
"""

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import SupportsFloat, cast

from sympy import Basic
from sympy.core.relational import Relational

from learncheck.exact.decide import Decision, compile_relation
from learncheck.oracle.judging.outcomes import BrokenStep
from learncheck.oracle.judging.quantities import Quantities
from learncheck.oracle.notation import minus
from learncheck.oracle.report.pictures.layers import (
    Axis,
    Bars,
    Layer,
    Line,
    Panel,
    Points,
    Scene,
    Sheet,
    axis,
    segments,
)
from learncheck.oracle.report.pictures.replayed import by_reference
from learncheck.oracle.report.pictures.rounds import OURS, REFERENCE, YOURS
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.games import Game
from learncheck.strategies.play.losses import LossGame
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.quantities import L, R
from learncheck.theorems.language.sentence import Sentence, formula
from learncheck.theorems.language.step import Step

MOST_PANELS = 3
MOST_MARKS = 40


@dataclass(frozen=True)
class Limit:
    """The value that a step allows the quantity after a round; `broken` if the quantity violates it."""

    round: int
    value: float
    above: bool
    broken: bool = False


@dataclass(frozen=True)
class Quantity:
    """A quantity of the proof before the first round and after each, the step about it, and what the step allows."""

    name: str
    words: str
    values: tuple[float, ...]
    limits: tuple[Limit, ...]

    @property
    def broken(self) -> tuple[int, ...]:
        return tuple(limit.round for limit in self.limits if limit.broken)


@dataclass(frozen=True)
class ProofChart(Scene):
    """The quantities of a trace.

    other: next to a submission, those of the right learner on the same examples. by: what sets the limits, "step" or
    "bound". best: in a game with losses, those of the comparator that is best so far, before the first round and after
    each.
    """

    quantities: tuple[Quantity, ...]
    whose: str = OURS
    other: "ProofChart | None" = None
    by: str = "step"
    best: tuple[float, ...] = ()

    @property
    def broken(self) -> int | None:
        """The first round in which a step broke, or None."""
        return min((round for quantity in self.quantities for round in quantity.broken), default=None)

    @property
    def key(self) -> str:
        meanings = " ".join(
            f"${formula(quantity.name)}$ after each round: {getattr(quantity.words, 'latex', quantity.words)}."
            for quantity in self.quantities
        )
        meanings += f" A level line is what the {self.by} allows; the shaded side is forbidden."
        if self.broken is not None:
            meanings += f" The {self.by} is violated in round {self.broken} (cross)."
        return Sentence(meanings + " Dashed: the reference learner on the same examples." * (self.other is not None))

    def whole(self) -> Sheet:
        """Lay out one panel per quantity, one below the other."""
        words = "; ".join(f"{quantity.name} after each round: {quantity.words}" for quantity in self.quantities)
        broke = f". The {self.by} breaks in round {self.broken}" if self.broken is not None else ""
        panels = [self._panel(quantity) for quantity in self.quantities]
        return Sheet(panels, f"{words}, of {self.whose}{broke}", 3.95, 1.6, left=0.95, columns=2)

    def _panel(self, quantity: Quantity) -> Panel:
        others = self.other.quantities if self.other is not None else ()
        other = next((one.values for one in others if one.name == quantity.name), ())
        rounds = range(len(quantity.values))
        limits = [limit.value for limit in quantity.limits if abs(limit.value) < 1e300]
        y = axis([*quantity.values, *limits, *self.best, *other], quantity.name)
        layers: list[Layer] = []
        for broken, opacity, colour, width in ((False, 0.13, "ink", 1.4), (True, 0.4, "orange", 2.4)):
            about = [limit for limit in quantity.limits if limit.broken is broken]
            ends = [((limit.round - 0.42, limit.round + 0.42), (limit.value, limit.value)) for limit in about]
            sides = [(y.low, limit.value) if limit.above else (limit.value, y.high) for limit in about]
            boxes = [(x[0], low, 0.84, high - low) for (x, _), (low, high) in zip(ends, sides, strict=True)]
            layers += [Bars(boxes, "orange", opacity=opacity), Line(segments(ends), colour, width=width)]
        layers.append(Line(((), ()), name=f"what the {self.by} allows"))
        if self.best:
            layers.append(Line((rounds, self.best), name="the best comparator so far", style=":", width=1.2))
        if other:
            layers.append(Line((range(len(other)), other), name="the reference learner", style="--", width=1, mark="s"))
        marks, yours = "o" if len(quantity.values) <= MOST_MARKS else "", self.whose == YOURS
        layers.append(Line((rounds, quantity.values), "blue", "yours" if yours else quantity.name, mark=marks))
        if quantity.broken:
            at = quantity.broken, [quantity.values[t] for t in quantity.broken]
            layers.append(Points(at, "X", "orange", f"broken in round {quantity.broken[0]}", 10))
        return Panel(Axis(-0.5, len(quantity.values) - 0.4, "after round", whole=True), y, layers)


def proof_chart(claim: Claim, trace: Trace, whose: str = OURS, broken: BrokenStep | None = None) -> ProofChart | None:
    """Return the chart of a trace, or None if nothing limits a single quantity, or no state is exposed."""
    if not trace.rounds:
        return None
    try:
        chart = _chart(claim, trace, whose, broken)
    except Exception:  # a submission's state may have another shape
        return None
    if chart is None or whose != YOURS or claim.learner is None or not isinstance(trace.case, Game):
        return chart
    try:
        right = _chart(claim, by_reference(claim.learner, trace, claim.watch), REFERENCE, None)
    except Exception:  # a game that the right learner cannot play
        return chart
    return replace(chart, other=None if right is None else _where_they_differ(chart, right))


def _where_they_differ(chart: ProofChart, right: ProofChart) -> ProofChart | None:
    """Return the right learner's quantities that differ from those found, or None: equal curves hide each other."""
    values = {quantity.name: quantity.values for quantity in chart.quantities}
    differ = tuple(
        quantity
        for quantity in right.quantities
        if quantity.name in values and quantity.values != values[quantity.name]
    )
    return replace(right, quantities=differ) if differ else None


def _chart(claim: Claim, trace: Trace, whose: str, broken: BrokenStep | None) -> ProofChart | None:
    if not claim.steps and isinstance(trace.case, LossGame):
        return _losses(claim, trace, whose)
    reader = Quantities(claim, trace, claim.measure(trace))
    rounds = list(trace.rounds)
    states = [reader.of_state(snapshot) for snapshot in (rounds[0].before, *(row.after for row in rounds))]
    quantities = []
    for step in claim.steps:
        relation = compile_relation(step.relation)
        name, above = _about(step)
        if name is None or name not in states[0]:
            continue
        limits = []
        for index, row in enumerate(rounds):
            if not step.when(row):
                continue
            values_of = reader.of(row)
            left, right = relation.sides(values_of)
            fails = step.tolerance is None and relation.decide(values_of) is Decision.FALSE
            named = broken is not None and broken.step == step.words and broken.round == index + 1
            limits.append(Limit(index + 1, right if _left(step) else left, above, fails or named))
        if limits:
            values = tuple(float(cast(SupportsFloat, state[name])) for state in states)
            quantities.append(Quantity(name, step.words, values, tuple(limits)))
    # of several steps about one quantity, show the one that broke, or else the first
    chosen: dict[str, Quantity] = {}
    for quantity in sorted(quantities, key=lambda quantity: not quantity.broken):
        chosen.setdefault(quantity.name, quantity)
    moving = sorted(filter(_moves, chosen.values()), key=lambda quantity: not quantity.broken)
    shown = moving[:MOST_PANELS]
    if not shown:
        return None
    return ProofChart(tuple(shown), whose)


def _losses(claim: Claim, trace: Trace, whose: str) -> ProofChart | None:
    """Return the loss after each round, with what a bound on it, or on the regret, allows in the end."""
    about: Relational = claim.bound
    if getattr(about, "lhs", None) not in (L, R):
        return None
    relation, values = compile_relation(about), claim.measure(trace)
    paid = trace.losses
    so_far = tuple(float(loss) for loss in accumulate(paid, initial=0))
    best = tuple(float(trace.case.best(t)) for t in range(len(so_far)))
    allowed = relation.sides(values)[1] + (best[-1] if about.lhs == R else 0)
    limit = Limit(len(paid), allowed, about.rel_op in (">=", ">"), relation.decide(values) is Decision.FALSE)
    words = f"the loss so far. Dotted: that of the best comparator so far, in the end {minus(f'{best[-1]:.6g}')}"
    return ProofChart((Quantity(str(L), words, so_far, (limit,)),), whose, by="bound", best=best)


def _moves(quantity: Quantity) -> bool:
    return len(set(quantity.values)) > 1 or bool(quantity.broken)


def _left(step: Step) -> bool:
    """Return whether the quantity after the round is the left side of the step."""
    left: Basic = step.relation.lhs
    return bool(left.is_Symbol and str(left.name).endswith("′"))


def _about(step: Step) -> tuple[str | None, bool]:
    """Return the quantity that the step limits, and whether it must stay at or above the limit."""
    relation: Relational = step.relation
    if getattr(relation, "rel_op", None) not in ("<=", "<", ">=", ">", "=="):
        return None, False
    side = relation.lhs if _left(step) else relation.rhs
    if not (side.is_Symbol and str(side.name).endswith("′")):
        return None, False
    above = (relation.rel_op in (">=", ">")) == _left(step)
    return str(side.name).removesuffix("′"), above and relation.rel_op != "=="
