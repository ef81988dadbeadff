"""The Ellipsoid learner: every mistake shrinks the ellipsoid.

Write V = Vol(E)/Vol(B) = √det(A). A mistake multiplies V² by (d²/(d²−1))^d·(1 − 2/(d+1)) <= e^(−1/(d+1)).

Source: LEC, The Ellipsoid Learner; Background: Balls and Ellipsoids.
"""

from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
from flint import arb
from sympy import And, Eq, Integer, Le, Symbol, exp, symbols

from learncheck.exact.balls import fraction
from learncheck.exact.decimals import apart
from learncheck.exact.definiteness import rationals
from learncheck.learners import Ellipsoid
from learncheck.strategies.halfspaces import families, games
from learncheck.strategies.play.case import Round, Snapshot, Trace
from learncheck.strategies.play.choices import Choices, up_to
from learncheck.theorems.language import lemmas, readings, trusted
from learncheck.theorems.language.at_once import Columns, OfStates, States
from learncheck.theorems.language.claim import LEC, Claim, Family, Values, as_printed, quantity
from learncheck.theorems.language.limits import Long, Varied, Wide
from learncheck.theorems.language.premise import premise
from learncheck.theorems.language.proof import Chain, Fact
from learncheck.theorems.language.step import Step
from learncheck.theorems.notes.halfspaces.ellipsoid_code import updates_as_printed
from learncheck.theorems.notes.halfspaces.ellipsoid_volumes import volumes
from learncheck.theorems.notes.halfspaces.separators import FREE
from learncheck.theorems.rules.ellipsoid import ELLIPSOID

M = quantity("M", "the mistakes")
q2 = quantity("q²", "the square of the ratio of the volumes after and before a mistake")
V2 = Symbol("V²", nonnegative=True)
"""V² for V = Vol(E)/Vol(B)."""
d = quantity("d", "the dimension", positive=True)
n = quantity("n", r"the steps of the grid $G = \{-1, -1+1/n, \ldots, 1\}$ in a unit", positive=True)
ratio2 = (d**2 / (d**2 - 1)) ** d * (1 - 2 / (d + 1))
"""The exact q² of every mistake."""
eta_d = (d**2 / (d**2 - 1)) ** d
"""η^d, where η = d²/(d²−1)."""
delta, uv = Symbol("det(I+uvᵀ)"), Symbol("⟨u,v⟩")
"""Quantities of the cut A' = η(I + uvᵀ)A, where u = −2Ax/((d+1)·xᵀAx) and v = x."""
unlike = Symbol("Δ", nonnegative=True)
"""The number of entries in which A' differs from η(I + uvᵀ)A."""
g = Symbol("y⟨w*,x⟩")
X2 = Symbol("‖x‖²", nonnegative=True)
power, shrinking, shrunk, floor = symbols("h e P F")
"""Abbreviations in the proofs: η^d, e^(−1/(d+1)), e^(−M/(d+1)), and (dn²+1)^(−2d), which is r^(2d)."""


# ---- volumes ----


def determinant(A: Any) -> Fraction:
    """Return the exact det(A) of the floats or Fractions in A."""
    return fraction(rationals(A.tolist()).det())


def ellipsoid_of(state: Snapshot, trace: Trace) -> tuple[Any, Any]:
    """Return w and A without the factor by which the learner may scale A. Raises NotExposed if they cannot be read."""
    scaled = readings.read(state, trace, ELLIPSOID).scaled
    return scaled["w"], scaled["A"]


def first(trace: Trace) -> tuple[Any, Any]:
    """Return the w and A before the first round, those of the unit ball if there is none. Raises as `ellipsoid_of`."""
    if not trace.rounds:
        return np.zeros(trace.case.dimension), np.eye(trace.case.dimension)
    return ellipsoid_of(trace.rounds[0].before, trace)


def enclosed_volumes(states: States, values: Values, trace: Trace) -> Columns:
    """Enclose V² in balls; if nothing is known of a state, in the ball that contains every number."""
    enclosures = volumes(trace)
    return {V2: [enclosures.get(id(snapshot["A"]), arb.nan()) for snapshot in states.snapshots]}


@partial(OfStates, enclosed_volumes)
def volume(state: Snapshot, values: Values, trace: Trace) -> Values:
    return {V2: determinant(ellipsoid_of(state, trace)[1])}


def greatest_ratio(trace: Trace) -> Values:
    """Measure q² of the mistake on which the volume shrinks least (0 if there is none), and d."""
    return {q2: max((cut.ratio for cut in cuts(trace)), default=0), d: trace.case.dimension}


def least_cut(trace: Trace) -> str:
    """Describe the mistake on which the volume shrinks least."""
    cut = max(cuts(trace), key=lambda cut: cut.ratio)
    before, after = apart(float(cut.before), float(cut.after))
    return (
        f"Vol(E)² ~ det(A) goes from {before} to {after} in round {cut.round}, and a "
        f"mistake multiplies it by at most e^(−1/(d+1)), d = {trace.case.dimension}"
    )


def grid_of(trace: Trace[games.HalfspaceGame, games.Target]) -> int:
    """Return n of the game or, if every label is legal, of the instances."""
    return int(getattr(trace.case, "n", trace.case.denominator))


@premise("some $w^*$ of the grid gives the labels", option="realizable")
def REALIZABLE(trace: Trace) -> bool:
    """Whether some w* of G^d has y⟨w*,x⟩ > 0 in every round."""
    return isinstance(trace.facts, games.Target)


@premise("every instance is on the grid", option="on_grid")
def ON_THE_GRID(trace: Trace[games.HalfspaceGame, games.Target]) -> bool:
    """Whether every coordinate of every instance is a multiple of 1/n in [−1, 1]."""
    return _is_on_grid(trace.case, grid_of(trace))


@lru_cache(1024)
def _is_on_grid(game: games.HalfspaceGame, n: int) -> bool:
    unit = game.denominator
    return all(abs(v) <= unit and v * n % unit == 0 for v in set().union(*game.instances))


GRID_HYPOTHESES = (REALIZABLE, ON_THE_GRID)


# ---- the volume shrinks ----


def shrinking_by(ratio: Any, decay: Any) -> lemmas.Lemma:
    """State ratio <= decay for all real d >= 2: (1 + 1/(d²−1))^(d−1)·(1 − 1/(d+1))² <= e^(1/(d+1) − 2/(d+1))."""
    at = {d: lemmas.d}
    return lemmas.Lemma(
        f"{ratio} ≤ {decay}",
        Le(ratio.subs(at), decay.subs(at)),
        (lemmas.d >= 2,),
        lemmas.grows([(1 / (lemmas.d**2 - 1), lemmas.d - 1), (-1 / (lemmas.d + 1), Integer(2))]),
    )


SHRINKING = shrinking_by(ratio2, exp(-1 / (d + 1)))
"""The volume reduction, squared."""

NAMES = {power: eta_d, shrinking: exp(-1 / (d + 1))}
DIMENSIONS = {r"$d \ge 2$": d >= 2}


def updates_of(learner: type) -> Fact:
    """State det(A') = η^d·det(I + uvᵀ)·det(A) for the learner's mistakes, in exact arithmetic."""
    return Fact(
        f"a mistake of {learner.__name__} makes "
        r"$A' = \eta(I + uv^\top)A$ with $\langle u,v\rangle = -2/(d+1)$, so $q^2 = \eta^d\cdot\det(I + uv^\top)$",
        And(Eq(q2, eta_d * delta), Eq(uv, -2 / (d + 1))),
        "theorem",
        r"$A' = \eta(I + uv^\top)A$ "
        f"is what {learner.__name__}'s own code does on letters for $A$, $x$, $w$ and $d$; "
        r"$\det(cB) = c^d\cdot\det(B)$, $\det(BA) = \det(B)\cdot\det(A)$ and "
        r"$\operatorname{Vol}(E) \sim \sqrt{\det(A)}$ are trusted",
        partial(updates_as_printed, learner),
    )


def shrinks_by(learner: type) -> Chain:
    """Build the proof of the volume reduction from the learner's own update and the lemma on e^(−1/(d+1))."""
    return Chain(
        means=DIMENSIONS,
        names=NAMES,
        using=(updates_of(learner), trusted.matrix_determinant(delta, uv), SHRINKING.at({lemmas.d: d})),
        lines={"$q^2$ is that of the notes": Eq(q2, ratio2)},
        matched="on floats, rounding comes on top",
    )


SEQUENCES = replace(
    FREE,
    search=dict(dimensions=4, reach=3, pool=4, rounds=8, least=2),
    scout=dict(dimensions=5, reach=9, pool=6, rounds=12, least=2),
    grows=dict(dimensions=Wide(24), pool=Varied(), rounds=Long(1000)),
    beyond="A is a matrix of floats: after some thousand mistakes it is no longer positive definite",
)

SHRINKS = Claim(
    "ellipsoid-volume-shrinks",
    r"On every mistake $\operatorname{Vol}(E') \le \operatorname{Vol}(E)\cdot e^{-1/(2d+2)}$.",
    sources=(LEC("Lemma (Volume Reduction)"),),
    learner=Ellipsoid,
    cases=SEQUENCES,
    measure=greatest_ratio,
    bound=q2 <= exp(-1 / (d + 1)),
    watch=("w", "A"),
    proof=shrinks_by(Ellipsoid),
    why=least_cut,
    needs_state=True,
    repairs="ellipsoid-volume-shrinks-as-printed",
    remark="$q^2$ is 0.593 for $d = 2$, where the bound is 0.717 (ratio 0.83), and the ratio tends to 1 with $d$: "
    "0.97 for $d = 5$. No tolerance is needed on float matrices: the bound leaves a relative slack of about $1/d^2$, "
    "and a state that is taken for the algorithm's agrees up to 1e-9.",
)

SHRINKS_AS_PRINTED = as_printed(
    SHRINKS,
    "Every time we make a mistake the volume of $E_t$ shrinks by a factor of $e^{-1/(2n+2)}$, on the grid $G^d$.",
    sources=(LEC("The Ellipsoid Learner"),),
    cases=Family(
        families.grid_games,
        grows=dict(pool=Varied(), rounds=Long()),
        search=dict(dimensions=4, n=3, pool=2, rounds=3),
        scout=dict(dimensions=4, n=4, pool=4, rounds=6),
    ),
    assuming=GRID_HYPOTHESES,
    measure=lambda trace: {**greatest_ratio(trace), n: grid_of(trace)},
    bound=q2 <= exp(-1 / (n + 1)),
    flaw="$n$, the fineness of the grid, stands where the lemma has the dimension $d$. The ellipsoid does not "
    r"know $n$, and shrinks by less than $e^{-1/(2n+2)}$ wherever $n \le d - 2$.",
    worked=(
        "Take d = {d} and n = {n}. The first instance is e₁, the first prediction sign(0), which is a mistake.",
        "The cut through the centre of the unit ball leaves an ellipsoid with (volume′/volume)² = {q²} ≈ 0.712.",
        "The notes claim at most e^(−1/(n+1)) = e^(−1/2) ≈ 0.607; with d in place of n it is e^(−1/4) ≈ 0.779.",
    ),
)


class VolumeCut(NamedTuple):
    """A mistake: its round (from 1) and det(A) before and after it."""

    round: int
    before: Fraction
    after: Fraction

    @property
    def ratio(self) -> Fraction:
        """q² = det(A')/det(A); 1 if a determinant is <= 0, as A is then not an ellipsoid and nothing shrank."""
        return self.after / self.before if self.before > 0 and self.after > 0 else Fraction(1)


def cuts(trace: Trace) -> list[VolumeCut]:
    """Return the mistakes whose states can be read. Raises NotExposed if the first state cannot be read."""
    states = readings.readings(trace, ELLIPSOID)
    first(trace)
    size = cache(lambda state: determinant(states[state].scaled["A"]))  # a state is after one round, before the next
    return [
        VolumeCut(number, size(id(round.before)), size(id(round.after)))
        for number, round in enumerate(trace.rounds, start=1)
        if round.mistake and {id(round.before), id(round.after)} <= states.keys()
    ]


def exact_games(choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int) -> games.ExactGame:
    """Free games in exact arithmetic, d >= 2."""
    game = families.free_games(choices, dimensions=dimensions, reach=reach, pool=pool, rounds=rounds, least=2)
    return games.ExactGame(game.instances, game.denominator, game.moves)


def exact_ratio(trace: Trace) -> Values:
    """Measure d and q² of a mistake, preferably of one whose q² is not that of the notes."""
    size = trace.case.dimension
    due = Fraction(size * size, size * size - 1) ** size * (1 - Fraction(2, size + 1))
    ratios = [determinant(round.after["A"]) / determinant(round.before["A"]) for round in trace.rounds if round.mistake]
    return {q2: next((q for q in ratios if q != due), ratios[0] if ratios else 0), d: size}


def fractions(values: Any) -> Any:
    """Return the exact values of an array as Fractions."""
    exact = [Fraction(*v.as_integer_ratio()) for v in np.asarray(values).ravel().tolist()]
    return np.array(exact, dtype=object).reshape(np.shape(values))


def cut(A: Any, x: Any) -> Any:
    """Return η(I + uvᵀ)A for the array A and the instance x, both of exact numbers or symbols."""
    size = len(x)
    return (np.eye(size, dtype=int) + np.outer(direction(A, x), x)) @ A * size**2 * Fraction(1, size**2 - 1)


def direction(A: Any, x: Any) -> Any:
    """Return u = −2Ax/((d+1)·xᵀAx)."""
    Ax = A @ x
    return -2 * Ax / ((len(x) + 1) * (x @ Ax))


def exact_cut(round: Round, values: Values, trace: Trace) -> Values:
    """Measure q², Δ, det(I + uvᵀ) and ⟨u,v⟩ of a round."""
    before, after, x = fractions(round.before["A"]), fractions(round.after["A"]), fractions(round.instance)
    u = direction(before, x)
    return {
        q2: determinant(after) / determinant(before),
        unlike: int((after != cut(before, x)).sum()),
        delta: determinant(np.eye(len(x), dtype=int) + np.outer(u, x)),
        uv: u @ x,
    }


FACTOR = Step(r"a mistake multiplies $\det(A)$ by $q^2 = \eta^d\cdot\det(I + uv^\top)$", Eq(q2, eta_d * delta))
INNER = Step(r"$\langle u,v\rangle = -2/(d+1)$", Eq(uv, -2 / (d + 1)))


RATIO = Claim(
    "ellipsoid-volume-ratio",
    r"On every mistake $\operatorname{Vol}(E')/\operatorname{Vol}(E) = (d^2/(d^2-1))^{d/2}\cdot(1-2/(d+1))^{1/2}$, "
    "exactly.",
    sources=(LEC("Why volume shrinks"),),
    learner=Ellipsoid,
    cases=Family(
        exact_games,
        beyond="the learner runs on fractions, whose digits grow with every update",
        search=dict(dimensions=4, reach=3, pool=3, rounds=4),
        scout=dict(dimensions=6, reach=5, pool=4, rounds=4),
    ),
    measure=exact_ratio,
    bound=Eq(q2, ratio2),
    watch=("w", "A"),
    during=exact_cut,
    steps=(
        Step(
            r"a mistake makes $A' = \eta(I + uv^\top)A$, where $\eta = d^2/(d^2-1)$, $u = -2Ax/((d+1)\cdot "
            r"x^\top Ax)$, $v = x$",
            Eq(unlike, 0),
        ),
        INNER,
        FACTOR,
    ),
    proof=Chain(
        steps=(FACTOR, INNER),
        means=DIMENSIONS,
        names={power: eta_d},
        using=(trusted.matrix_determinant(delta, uv),),
        matched="its steps are compared exactly with every mistake of the learner on Fractions",
        reading="The steps are compared exactly with the mistakes of the learner on Fractions, by the attacks. As A "
        r"is symmetric, $A - 2/(d+1)\cdot Ax(Ax)^\top/(x^\top Ax) = (I + uv^\top)A$. The first step follows "
        r"by $\det(cB) = c^d\cdot\det(B)$ and $\det(BA) = \det(B)\cdot\det(A)$.",
    ),
    needs_state=True,
    judged=False,
    remark="The learner runs on Fractions, on which A stays exact. Floats are judged by ellipsoid-volume-shrinks.",
)

BOUND_ON_RATIO = Claim(
    "ellipsoid-volume-bound",
    r"$(d^2/(d^2-1))^{d/2}\cdot(1-2/(d+1))^{1/2} \le e^{-1/(2d+2)}$ for all $d \ge 2$.",
    sources=(LEC("Why volume shrinks"),),
    kind="identity",
    cases=Family(
        up_to(games.Dimension, d=(2, "most")),
        extent="d = 2, ..., {most:d ≤ _}",
        search=dict(most=1_000),
        scout=dict(most=2_000),
        quick=dict(most=300),
        full=dict(most=1_000),
    ),
    measure=lambda trace: {d: trace.case.d},
    bound=ratio2 <= exp(-1 / (d + 1)),
    proof=Chain(
        means=DIMENSIONS,
        names=NAMES,
        using=(SHRINKING.at({lemmas.d: d}),),
        reading=r"Both sides squared, for all real $d \ge 2$: $q^2 = (1 + 1/(d^2-1))^{d-1}\cdot(1 - 1/(d+1))^2$, "
        r"and $1 + a \le e^a$.",
    ),
    attained_by=lambda: map(games.Dimension, (2, 10, 100, 1_000, 5_000)),
    remark=r"The ratio tends to 1 with $d$. Even $e^{-1/(2d)}$ would do: $-\log q^2 = \sum_k "
    r"d^{-2k-1}/((2k+1)(k+1)) \ge 1/d$.",
)
