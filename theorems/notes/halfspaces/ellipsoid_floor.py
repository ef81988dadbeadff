"""The volume of the ellipsoid is at least that of a ball around w* that stays inside: Vol(E_t) >= Vol(B)·(1/n)^(2d).

This needs ‖x‖ <= 1 and ‖w*‖ + 1/n² <= 1, which the notes do not say. Source: LEC, Why volume can't be too small.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from sympy import And, Eq, Implies, Symbol, powdenest, symbols

from learncheck.exact.balls import fraction
from learncheck.exact.definiteness import is_definite, rationals
from learncheck.exact.signs import NotShown
from learncheck.learners import Ellipsoid
from learncheck.learners.arguments import require
from learncheck.learners.arrays import Array
from learncheck.strategies.halfspaces import families, games, vectors
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import BALANCED
from learncheck.theorems.language.claim import LEC, Claim, Family, Values, as_printed, quantity
from learncheck.theorems.language.limits import Long, Varied
from learncheck.theorems.language.premise import premise
from learncheck.theorems.language.proof import Chain, Obligation, fact
from learncheck.theorems.notes.halfspaces.ellipsoid import (
    GRID_HYPOTHESES,
    ON_THE_GRID,
    REALIZABLE,
    determinant,
    ellipsoid_of,
    first,
    grid_of,
)
from learncheck.theorems.notes.halfspaces.ellipsoid_code import d
from learncheck.theorems.notes.halfspaces.ellipsoid_cuts import V2, N

n = quantity("n", r"the steps of the grid $G = \{-1, -1 + 1/n, \dots, 1\}$", positive=True)
g = quantity("y⟨w*,x⟩", r"the least margin $y\langle w^*,x\rangle$", real=True)

W, X = symbols("‖w*‖ ‖x‖", nonnegative=True)

floor = Symbol("F")
"""n^(−4d), the square of (1/n)^(2d)."""


DECIDED_EXACTLY = "what E_t contains is decided exactly in every round, in few dimensions"
"""Why games are not larger."""

# ---- games with room ----


class RoomyGame(games.GridGame, frozen=True, tag="roomy-grid-game"):
    """A grid game in which some w* ∈ G^d with ‖w*‖ + 1/n² <= 1 agrees with every label."""

    def targets(self) -> Array:
        with_room = np.array([w for w in super().targets().tolist() if has_room(w, self.n)])
        require(len(with_room) > 0, f"no w* of the grid with n = {self.n} leaves room: take n of at least 2")
        return with_room


def has_room(target: Any, n: int) -> bool:
    """‖w*‖ + 1/n² <= 1 for w* = target/n: ‖target‖·n <= n² − 1."""
    return bool(vectors.inner(target, target) * n**2 <= (n**2 - 1) ** 2)


def roomy_games(
    choices: Choices,
    *,
    dimensions: int,
    n: int,
    pool: int,
    rounds: int,
    unit_instances: bool = False,
    room: bool = False,
    on_grid: bool = False,
    realizable: bool = False,
) -> games.HalfspaceGame:
    """Games with instances and targets on G^d, d >= 2.

    unit_instances: ‖x‖ <= 1.
    room:           ‖w*‖ + 1/n² <= 1, so that there is room for the ball.
    on_grid:        instances are multiples of 1/n, otherwise of 1/(8n).
    realizable:     w* agrees with every label; otherwise every label is legal.

    Shrinks to d = 2, small n, e_1, few rounds, and an environment that contradicts.
    """
    size = choices.integer(2, dimensions)
    fine = choices.integer(2 if room else 1, n)
    denominator = fine if on_grid else 8 * fine
    instances = choices.pool(lambda: _instance(choices, size, fine, denominator, unit_instances), most=pool)
    moves = choices.moves(len(instances), first=BALANCED if realizable else 0, most=rounds)
    if not realizable:
        return games.FreeGame(instances, denominator, moves)
    return (RoomyGame if room else games.GridGame)(instances, denominator, moves, fine)


def every_roomy_game(choices: Choices, *, dimension: int, n: int, rounds: int, signed: int | None = None) -> RoomyGame:
    """Every sequence of instances of G^d of norm at most 1, contradicted whenever possible.

    With more than `signed` rounds, sequences are up to the signs of their instances.
    """
    pool = tuple(x for x in vectors.lines(dimension, n) if vectors.inner(x, x) <= n * n)
    instances, moves = families.signed_sequence(choices, pool, rounds, signed, stances=1, least=0)
    return RoomyGame(instances or (pool[0],), n, moves, n)


def _instance(choices: Choices, size: int, n: int, denominator: int, unit: bool) -> vectors.Vector:
    """A nonzero vector. If its norm must be at most 1, last coordinates are set to 0 until it is."""
    x = [choices.integer(-denominator, denominator) for _ in range(size)]
    last = size - 1
    while unit and vectors.inner(x, x) > denominator**2:
        x[last] = 0
        last -= 1
    return tuple(x) if any(x) else (denominator,) + (0,) * (size - 1)


def floors(trace: Trace) -> Values:
    """Measure N (which counts an A that is not an ellipsoid), the least V² of an ellipsoid, the least y⟨w*,x⟩, d, n."""
    w, size = target_of(trace), grid_of(trace)
    radius = Fraction(1, size**2)
    ellipsoids = list(states(trace))
    volumes = [determinant(A) for _, A in ellipsoids]  # squared volumes; A is not an ellipsoid if one is not positive
    unit = trace.case.denominator
    margins = [
        y * sum(p * Fraction(round(float(v) * unit), unit) for p, v in zip(w, x, strict=True))
        for x, y in trace.examples()
    ]
    return {
        N: sum(v <= 0 or not ball_inside(w, radius, *E) for v, E in zip(volumes, ellipsoids, strict=True)),
        V2: min((v for v in volumes if v > 0), default=Fraction(1)),
        g: min(margins, default=Fraction(1)),
        d: trace.case.dimension,
        n: size,
    }


@premise(r"$\|x\| \le 1$ for every instance", option="unit_instances")
def UNIT(trace: Trace) -> bool:
    """Whether ‖x‖ <= 1 for every instance."""
    return all(vectors.inner(x, x) <= trace.case.denominator**2 for x in trace.case.instances)


@premise(r"$\|w^*\| + 1/n^2 \le 1$", option="room")
def ROOM(trace: Trace) -> bool:
    """Whether ‖w*‖ + 1/n² <= 1."""
    return has_room(getattr(trace.facts, "target", (0,)), grid_of(trace))


@fact(
    "$E_t$ contains the ball of radius $1/n^2$ around $w^*$, for all $t$",
    Implies(And(g * n**2 >= 1, X <= 1, W + 1 / n**2 <= 1), Eq(N, 0)),
    "the inequalities are shown; $E'$ contains the half of $E$ by ellipsoid-half-cut",
    "theorem",
)
def ball_stays() -> Iterator[Obligation]:
    """Yield the lines of the notes, with ‖x‖ <= 1 and room for the ball as explicit hypotheses."""
    fineness, margin, move, w, x, cut = (
        Symbol(name, real=True) for name in ("n", "y⟨w*,x⟩", "y⟨v−w*,x⟩", "‖w*‖", "‖x‖", "y⟨w,x⟩")
    )
    r = 1 / fineness**2
    yield Obligation(
        r"the ball of radius $1/n^2$ around $w^*$ lies in $E_1$: $\|v\| \le \|w^*\| + 1/n^2 \le 1$",
        {r"$n \ge 1$": fineness >= 1, "room for the ball": w + r <= 1, "$v$ lies in the ball": x <= w + r},
        x <= 1,
    )
    yield Obligation(
        r"$y\langle v,x\rangle \ge 0$ for every $v$ of the ball, so on a mistake it lies in the half that $E'$ "
        "contains",
        {
            r"$n \ge 1$": fineness >= 1,
            "the margin": margin * fineness**2 >= 1,
            "unit instances": And(x >= 0, x <= 1),
            r"Cauchy–Schwarz: $y\langle v-w^*,x\rangle \ge -\|x\|/n^2$": move >= -r * x,
            "a mistake": cut <= 0,
        },
        And(margin + move >= 0, margin + move - cut >= 0),
    )


@fact(
    r"what $E$ contains is no larger: $\operatorname{Vol}(E) \ge (1/n^2)^d\cdot\operatorname{Vol}(B)$",
    Implies(Eq(N, 0), V2 >= n ** (-4 * d)),
    r"that volume is monotone, and that a ball of radius $r$ has the volume $r^d\cdot\operatorname{Vol}(B)$, is "
    "trusted; $(n^{-2})^{2d} = n^{-4d}$",
    "theorem",
)
def ball_is_less() -> str:
    """Show that (r²)^d is n^(−4d), for r = n⁻²."""
    if powdenest((n**-2) ** (2 * d), force=True) != n ** (-4 * d):
        raise NotShown("(n⁻²)^(2d) is not n^(−4d)")
    return "(n⁻²)^(2d) = n^(−4d) (sympy)"


ROOMY_GAMES = Family(
    roomy_games,
    grows=dict(pool=Varied(), rounds=Long(1000)),
    beyond=DECIDED_EXACTLY,
    search=dict(dimensions=3, n=3, pool=4, rounds=8),
    scout=dict(dimensions=3, n=4, pool=8, rounds=12),
)

VOLUME_FLOOR = Claim(
    "ellipsoid-volume-floor",
    r"With instances and $w^*$ on the grid, $\|x\| \le 1$ and $\|w^*\| + 1/n^2 \le 1$: "
    r"$y\langle w^*,x\rangle \ge 1/n^2$ in every round, $E_t$ contains the ball of radius $1/n^2$ around $w^*$, and "
    r"$\operatorname{Vol}(E_t) \ge \operatorname{Vol}(B)\cdot(1/n)^{2d}$, for every $t$.",
    sources=(LEC("Lemma (Volume can't be too small)"), LEC("Why volume can't be too small")),
    learner=Ellipsoid,
    cases=replace(
        ROOMY_GAMES,
        exhaust=every_roomy_game,
        extent="all sequences of up to {rounds} nonzero points of the unit ball in dimension {dimension:d = _} whose "
        "coordinates are multiples of 1/{n:n = _} (of x and −x only one if longer than {signed:≤ _ rounds}), each "
        "label contradicting the learner if the class allows it",
        scout=dict(dimensions=3, n=4, pool=5, rounds=5),
        quick=dict(dimension=2, n=2, rounds=3, signed=2),
        full=dict(dimension=2, n=2, rounds=4, signed=3),
    ),
    assuming=(REALIZABLE, ON_THE_GRID, UNIT, ROOM),
    measure=floors,
    bound=And(Eq(N, 0), V2 >= n ** (-4 * d), g >= 1 / n**2),
    watch=("w", "A"),
    proof=Chain(
        assuming={
            REALIZABLE: g > 0,
            # n²y⟨w*,x⟩ is an integer k, so k(k−1) >= 0
            ON_THE_GRID: g * n**2 * (g * n**2 - 1) >= 0,
            UNIT: X <= 1,
            ROOM: W + 1 / n**2 <= 1,
        },
        means={r"$n \ge 1$": n >= 1},
        names={floor: n ** (-4 * d)},
        using=(ball_stays, ball_is_less),
        lines={r"$y\langle w^*,x\rangle \ge 1/n^2$": g * n**2 >= 1, "the ball stays inside": Eq(N, 0)},
        matched="that the ellipsoids of real games contain the ball is checked exactly, by the attacks",
        reading="By induction: the ball lies in $E_1$ and, on a mistake, in the half of $E$ that $E'$ contains.",
    ),
    needs_state=True,
    repairs="ellipsoid-volume-floor-as-printed",
    remark=r"The repair keeps the printed numbers and makes explicit what the printed lines use: $-\|w-w^*\|\|x\| + "
    r"1/n^2 > 0$ needs $\|x\| \le 1$, and that the ball lies in $E_1$, the unit ball, means $\|w^*\| + 1/n^2 \le 1$. "
    "The latter is needed already before the first round; without the former alone no game was found that breaks the "
    "claim. On all of $G^d$ a smaller ball stays inside, of radius $1/(dn^2+1)$ around a shortened $w^*$ "
    "(ellipsoid-mistakes).",
)

VOLUME_FLOOR_AS_PRINTED = as_printed(
    VOLUME_FLOOR,
    r"With instances and $w^*$ on the grid $G^d$: $y\langle w^*,x\rangle \ge 1/n^2$ in every round, $E_t$ contains "
    "the ball of radius $1/n^2$ around $w^*$, and "
    r"$\operatorname{Vol}(E_t) \ge \operatorname{Vol}(B)\cdot(1/n)^{2d}$, for every $t$.",
    cases=ROOMY_GAMES,
    assuming=GRID_HYPOTHESES,
    flaw=r"The ball around $w^*$ need not lie in $E_1$: on $G^d$ $w^*$ may be as long as $\sqrt{d}$, and $E_1$ is "
    r"the unit ball. The lines also use $\|x\| \le 1$, which $G^d$ does not give.",
    worked=(
        "Take d = {d}, n = {n} and w* = e₁, which is on the grid; nothing has been played, so E_1 is the unit ball.",
        "The ball of radius 1/n² around w* reaches to 1 + 1/n² > 1 along e₁, so E_1 does not contain it ({N} such t).",
        "For n = 1 the volume falls as well: Vol(E_t) ≥ Vol(B) would forbid every mistake.",
    ),
)


def ball_inside(centre: list[Fraction], radius: Fraction, w: Any, A: Any) -> bool:
    """Whether the ball lies in {v : (v−w)ᵀA⁻¹(v−w) <= 1}, for the exact values of w and A.

    If it does, a multiplier λ with 1 − q(c+u) − λ(r² − ‖u‖²) >= 0 for all u shows it; if not, a point of the ball does.
    Both are checked in rationals. Raises ArithmeticError if neither is found.
    """
    if not (np.linalg.eigvalsh(np.asarray(A, dtype=float)) > 0).all():
        return False
    size, r = len(w), float(radius)
    P = rationals(A).inv()
    delta = rationals([[c - Fraction(float(v))] for c, v in zip(centre, w, strict=True)])
    Pd = P * delta
    corner = 1 - (delta.transpose() * Pd)[0, 0]
    values, basis = np.linalg.eigh(np.asarray(A, dtype=float))
    p, along = 1 / values, basis.T @ np.array([float(fraction(v)) for (v,) in delta.tolist()])
    multiplier, u = _farthest(p, along, r)
    scale = rationals([[float(multiplier)]])[0, 0]
    square = rationals([[radius**2]])[0, 0]
    rows = [[(scale if i == j else 0) - P[i, j] for j in range(size)] + [-Pd[i, 0]] for i in range(size)]
    if is_definite([*rows, [-Pd[i, 0] for i in range(size)] + [corner - scale * square]]):
        return True
    point = rationals([[float(v)] for v in basis @ u * (1 - 1e-12)])
    if (point.transpose() * point)[0, 0] > square:
        raise ArithmeticError(f"a point of the ball of radius {radius} was rounded out of it")
    far = delta + point
    if (far.transpose() * P * far)[0, 0] > 1:
        return False
    raise ArithmeticError(f"the ball of radius {radius} around {centre} all but touches the ellipsoid")


def _farthest(p: Any, along: Any, r: float) -> tuple[float, Any]:
    """Return the multiplier λ > max p and the u with ‖u‖ <= r that maximise Σ p_i (along_i + u_i)², up to rounding."""
    slope, top = p * along, float(p.max())

    def at(multiplier: float) -> Any:
        return slope / (multiplier - p)

    low, high = top * (1 + 1e-9), top + float(np.linalg.norm(slope)) / r + top
    if np.linalg.norm(at(low)) < r:  # the slope vanishes along the shortest axis
        u = at(low)
        u[int(p.argmax())] += np.sqrt(r * r - u @ u)
        return low, u * min(1.0, r / float(np.linalg.norm(u)))
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if np.linalg.norm(at(middle)) > r else (low, middle)
    u = at(high)
    return high, u * (r / float(np.linalg.norm(u)))


def states(trace: Trace) -> Iterator[tuple[Any, Any]]:
    """Yield the first w_t and A_t, then each that has changed. Raises NotExposed."""
    last: Any = first(trace)
    yield last
    for round in trace.rounds:
        now = ellipsoid_of(round.after, trace)
        if not all(map(np.array_equal, now, last)):
            yield now
        last = now


def target_of(trace: Trace) -> list[Fraction]:
    """Return the w* of the game; e_1/n if it has none."""
    w = getattr(trace.facts, "target", None) or (1,) + (0,) * (trace.case.dimension - 1)
    return [Fraction(v, grid_of(trace)) for v in w]
