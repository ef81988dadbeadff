"""AdaBoost's own loop, run for one round on formal quantities: any distribution D, any weak learner, any sample.

Besides the learner's own variables, the run tracks the exponential loss: f is the vote so far and Z is the mean of
e^(−y f(x)) over the sample. Before and after every round e^(−y f(x_i)) = m·D_i·Z for every example i, and D sums to 1.
The examples are grouped into blocks (those that h_t labels right or wrong, with either label), and one example i is
tracked by itself. Whatever is shown of it is shown of every example, and so of the sums over the blocks.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy

from learncheck.theorems.formal.fits import Fit, known_paths, only, runs, runs_so_often, unchanged
from learncheck.theorems.formal.numbers import NotFormal, Real, value_of
from learncheck.theorems.formal.quantities import content
from learncheck.theorems.formal.round import Runs
from learncheck.theorems.formal.rows import Row
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.lemmas import GROWTH
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import CodePath, CodeStart, together
from learncheck.theorems.language.step import Next

m = sympy.Symbol("m", real=True)
"""The number of examples."""
Z = sympy.Symbol("Z", real=True)
"""The mean of e^(−y f(x)) before the round."""
F = sympy.Symbol("f(x_i)", real=True)
"""The vote before the round, on the tracked example."""
n = sympy.Symbol("n_rounds", real=True)
power = sympy.Symbol("−y_i f(x_i)", real=True)
error, root = sympy.symbols("error s", real=True)
"""The error of h_t under D, and √(1/error − 1)."""
Z_after, loss_i = (sympy.Symbol(name, real=True) for name in ("Z_after", "e^(−y_i f(x_i))/m"))
errs_i, errs = (sympy.Symbol(name, real=True) for name in ("errs(i)", "errs(others)"))
"""The mean of e^(−y f(x)) after the round and the part of i in it; the training errors of i and of the others, in m."""

STATE = ("m", "D", "hypotheses", "weights")
"""The local variables of `fit` that form the state."""
EARLIER = 130
"""The number of hypotheses in the vote before the round: more than a learner that forgets some would keep."""


class Sample:
    """The formal sample: nothing is known of its instances but their labels by the hypotheses."""


class Example:
    """The tracked example, by itself."""


@dataclass(eq=False)
class Hypothesis:
    """A hypothesis, given by its labels on the sample and on the tracked example."""

    labels: Row | None
    at: Any

    def __call__(self, X: Any) -> Any:
        if isinstance(X, Sample) and self.labels is not None:
            return self.labels.copy()
        if isinstance(X, Example):
            return Real(self.at)
        raise NotFormal(f"a hypothesis is asked for its labels of {X!r}")


class Weak:
    """The weak learner: it returns one hypothesis, and records the distributions that it is given."""

    def __init__(self, X: Sample, y: Row, h: Hypothesis) -> None:
        self.X, self.y, self.h = X, y, h
        self.handed: list[Row] = []

    def __call__(self, X: Any, y: Any, D: Any) -> Hypothesis:
        if X is not self.X or content(y) != content(self.y) or not isinstance(D, Row) or D.sums is None:
            raise NotFormal("the weak learner is handed something else than the sample and a distribution")
        self.handed.append(D.copy())
        return self.h


class Several:
    """A list whose length and items the loop does not know; `predict` can read it once it is `open`."""

    def __init__(self, items: list[Any]) -> None:
        self.items, self.open = list(items), False

    def append(self, item: Any) -> None:
        """Append an item."""
        self.items.append(item)

    def __iter__(self) -> Iterator[Any]:
        if not self.open:
            raise NotFormal("the code reads what the rounds so far have made, on which a round does not depend")
        return iter(self.items)

    def __bool__(self) -> bool:
        raise NotFormal("the code asks whether there was a round, on which a round does not depend")


@dataclass(frozen=True)
class Sign:
    """The sign of a formal number."""

    of: Any


@dataclass(frozen=True)
class Ran:
    """A round that was run: the loop's variables after it, the distribution used, the new weight, and the vote."""

    goes_on: bool
    D: Any = None
    handed: Any = None
    weight: Any = None
    vote: Any = None


def _blocks(label: int, right: bool) -> dict[str, tuple[int, int]]:
    """The label of each block of examples, and whether h is right (1) or wrong (-1) there; `i` is the tracked one."""
    blocks = {
        f"{'right' if fits == 1 else 'wrong'}, {'+' if y == 1 else '−'}": (y, fits) for fits in (1, -1) for y in (1, -1)
    }
    return {**blocks, "i": (label, 1 if right else -1)}


def _own(size: Any) -> Mapping[str, Any]:
    def full(shape: Any, value: Any) -> Row:
        if content(shape) != content(size):
            raise NotFormal(f"an array of {shape!r} entries, not one an example")
        return Row(values=dict.fromkeys(_blocks(1, True), value))

    return {"full": full, "ones": lambda shape: full(shape, 1), "sign": Sign}


def _fit(learner: type, blocks: Mapping[str, tuple[int, int]], h: Hypothesis) -> tuple[Fit, Weak]:
    """The learner's fit to a sample with these blocks, of which the weak learner returns h."""
    X, y = Sample(), Row(values={block: each for block, (each, _) in blocks.items()})
    weak = Weak(X, y, h)

    def size(of: Any) -> Real:
        if of is not X and of is not y:
            raise NotFormal("the code asks how long a list of rounds is")
        return Real(m)

    names = ("weak_learner", "n_rounds")
    fit = Fit(learner, X, y, STATE, _own(Real(m)), size, names, ("hypotheses", "estimator_weights"))
    for often in (1, 3, 65, 129, 1001, 2**15 + 1):
        made = learner(weak, often)
        unchanged(made, {"weak_learner": weak, "n_rounds": often}, "in its constructor")
    made.n_rounds = Real(n)
    return fit.of(made), weak


def _vote(fit: Fit) -> sympy.Expr:
    """The vote whose sign `predict` returns for the tracked example."""
    said = fit.method("predict")(Example())
    if not isinstance(said, Sign):
        raise NotFormal(f"{fit.learner.__name__}.predict gives {said!r}, which is not the sign of a vote")
    return value_of(said.of)


def _run(learner: type, D: Row, label: int, right: bool) -> Ran:
    """One round from a state with this D, and the vote after it."""
    blocks = _blocks(label, right)
    labels = Row(values={block: p * q for block, (p, q) in blocks.items()})
    fit, weak = _fit(learner, blocks, Hypothesis(labels, label * blocks["i"][1]))
    votes = [sympy.Symbol(f"v{k}", real=True) for k in range(2, EARLIER + 1)]
    earlier = [Hypothesis(None, each) for each in (F - sympy.Add(*votes), *votes)]
    state = {"m": Real(m), "D": D.copy(), "hypotheses": Several(earlier), "weights": Several([Real(1)] * EARLIER)}
    rounds, names = fit.tested(state)
    only(learner, names, STATE)
    if not runs_so_often(rounds, Real(n)):
        raise NotFormal(f"the loop of {learner.__name__}.fit is not run n_rounds times")
    goes_on, names = fit.turn(state)
    if len(weak.handed) != 1:
        raise NotFormal(f"{learner.__name__} calls the weak learner {len(weak.handed)} times in a round")
    if not goes_on:
        return Ran(False)
    if content(names["m"]) != content(Real(m)) or not isinstance(names["D"], Row):
        raise NotFormal(f"after a round of {learner.__name__}.fit m is {names['m']!r} and D is {names['D']!r}")
    fit.end(names)
    chosen, weights = fit.made.hypotheses, fit.made.estimator_weights
    unchanged(fit.made, {**fit.attributes, "hypotheses": chosen, "estimator_weights": weights}, "at the end")
    for each in (chosen, weights):
        if not isinstance(each, Several):
            raise NotFormal(f"{learner.__name__} keeps {each!r}, and not what the rounds before have made")
        each.open = True
    *before, h = chosen.items
    *ones, weight = weights.items
    if before != earlier or h is not weak.h or list(map(content, ones)) != [content(Real(1))] * EARLIER:
        raise NotFormal(f"{learner.__name__} does not keep the rounds before and add its own hypothesis and weight")
    return Ran(True, names["D"], weak.handed[0], value_of(weight), _vote(fit))


def boosting_rounds(L: Any, T: Any, Z2: Any, e: Any, *, perfect: Premise) -> Runs:
    """Rounds of AdaBoost's own `fit`, with the training error of its own `predict` after each.

    L, T, Z2, e: the proof's symbols for the training error, the rounds, Z² and the error ε_t of h_t under the
    distribution that is handed over. perfect: the hypothesis that rules out rounds with ε_t = 0.
    """

    def rounds(learner: type) -> Iterator[CodePath]:
        for label in (1, -1):
            for right in (True, False):
                yield from of_example(learner, label, right)

    def of_example(learner: type, label: int, right: bool) -> Iterator[CodePath]:
        d = _distribution(_blocks(label, right))
        start = {
            "$D$ has no negative entry": sympy.And(*(sympy.Ge(each, 0) for each in d.values())),
            "there are examples": sympy.Gt(m, 0),
            r"$e^{-y f(x)} = m\cdot D\cdot Z$ is positive": sympy.Gt(Z, 0),
        }
        assuming = {perfect: sympy.Gt(error, 0)}
        for ran, met, owed in known_paths(runs(learner, lambda: _run(learner, Row(sums=d), label, right))):
            if not ran.goes_on:
                due = {"the training goes on": sympy.false}
                unknown = {Next(L): 0, Next(T): T, Next(Z2): 0, e: error}
                yield CodePath("a round", together(start, met), unknown, assuming=assuming, due=together(owed, due))
                continue
            owed = {words: rational(each) for words, each in owed.items()}
            after = _after(ran, d, _blocks(label, right))
            h_i = label if right else -label
            exponent, margin = (label * _in_words(each) for each in (F + ran.weight * h_i, ran.vote))
            known = {
                **after.meanings,
                "$i$ errs where its label is not the sign that predict gives": sympy.Or(
                    sympy.And(sympy.Gt(margin, 0), sympy.Eq(errs_i, 0)),
                    sympy.And(sympy.Le(margin, 0), sympy.Eq(errs_i * m, 1)),
                ),
                r"$1 + a \le e^a$ at $a = -y_i f(x_i)$": sympy.Le(1 - exponent, m * loss_i),
                "none of the others errs more often than $e^{-y f(x)}$ times, as is shown of $i$": sympy.And(
                    sympy.Ge(errs, 0), sympy.Le(errs, Z_after - loss_i)
                ),
            }
            due = {
                "$D$ adds up to 1 again": sympy.Eq(after.total, 1),
                "$D$ has no negative entry again": sympy.Ge(after.share, 0),
                r"$e^{-y f(x_i)} = m\cdot D_i\cdot Z$ again": sympy.Eq(loss_i, after.share * Z_after),
                "$i$ errs at most $e^{-y f(x_i)}$ times": sympy.Le(errs_i, loss_i),
            }
            quantities = {
                Z2: Z**2,
                Next(L): errs_i + errs,
                Next(T): T + 1,
                Next(Z2): Z_after**2,
                e: after.error,
            }
            yield CodePath(
                "a round", together(start, met, known), quantities, assuming=assuming, due=together(owed, due)
            )

    def starts(learner: type) -> Iterator[CodeStart]:
        for label in (1, -1):
            for vote, D, often in (each.result for each in runs(learner, lambda y=label: _begun(learner, y))):  # type: ignore[misc]
                share = {value_of(each) for each in D.values()}
                holds = share == {1 / m} and often
                mean = sympy.Add(*share) * m if len(share) == 1 else sympy.nan
                error = 0 if vote * label > 0 else 1
                words = f"{learner.__name__}.fit starts with D = {', '.join(map(str, share))} and the vote {vote}"
                yield CodeStart(words, {}, {T: 0, L: error, Z2: mean**2}, holds)

    fact = GROWTH.at({lemmas.a: power})
    return Runs("from any distribution, for any weak learner and any sample", rounds, starts, (fact,))


def _begun(learner: type, label: int) -> tuple[Any, Any, bool]:
    """The vote of no hypotheses on an example, D before the first round, and whether the loop runs n_rounds times."""
    fit, _ = _fit(learner, _blocks(label, True), Hypothesis(None, 0))
    names = fit.begin()
    rounds, _ = fit.tested(names)
    if content(names["m"]) != content(Real(m)) or names["hypotheses"] != [] or names["weights"] != []:
        raise NotFormal(f"{learner.__name__}.fit starts with {names}")
    if not isinstance(names["D"], Row) or names["D"].values is None:
        raise NotFormal(f"{learner.__name__}.fit starts with D = {names['D']!r}")
    fit.end(names)
    return _vote(fit), names["D"].values, runs_so_often(rounds, Real(n))


@dataclass(frozen=True)
class After:
    """The result of a round: the sum of D, its entry for i, the error under the distribution handed over, and the
    meanings of symbols.
    """

    total: Any
    share: Any
    error: Any
    meanings: Mapping[str, Any]


def _distribution(blocks: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    """D by its sums over the blocks: 1 in total, and `error` in total where h is wrong."""
    d = {block: sympy.Symbol(f"D({block})", real=True) for block in blocks}
    for fits, whole in ((1, 1 - error), (-1, error)):
        first, *others = (block for block in blocks if blocks[block][1] == fits)
        d[first] = whole - sympy.Add(*(d[block] for block in others))
    return d


def _after(ran: Ran, d: Mapping[str, Any], blocks: Mapping[str, tuple[int, int]]) -> After:
    """The result of the round. With a symbol for √(1/ε − 1), all its terms are rational."""
    losses = {block: Z * d[block] * sympy.exp(-ran.weight * fits) for block, (_, fits) in blocks.items()}
    for row in (ran.D, ran.handed):
        if row.sums is None:
            raise NotFormal(f"{row!r} is not a distribution of which the sums are known")
    wrong = [block for block, (_, fits) in blocks.items() if fits == -1]

    meanings = {
        r"$s = \sqrt{1/\varepsilon - 1}$": sympy.Le(error, 0)
        | sympy.Ge(error, 1)
        | (sympy.Gt(root, 0) & sympy.Eq(root**2 * error, 1 - error)),
        "$Z'$ is the mean of $e^{-y f(x)}$ after the round": sympy.Eq(Z_after, rational(sympy.Add(*losses.values()))),
        "and this is the part of $i$ in it": sympy.Eq(loss_i, rational(losses["i"])),
    }
    return After(
        rational(sympy.Add(*ran.D.sums.values())),
        rational(ran.D.sums["i"]),
        rational(sympy.Add(*(ran.handed.sums[block] for block in wrong))),
        meanings,
    )


def rational(term: Any) -> Any:
    """The term, or a relation to 0, with s substituted for √(1/error − 1)."""
    odds = 1 / error - 1
    if term.is_Relational:
        return term.func(rational(term.lhs), term.rhs)
    return sympy.cancel(sympy.together(term.xreplace({sympy.sqrt(odds): root, 1 / sympy.sqrt(odds): 1 / root})))


def _in_words(vote: sympy.Expr) -> sympy.Expr:
    """The vote with each logarithm in it replaced by a symbol."""
    logarithms = sorted(vote.atoms(sympy.log), key=str)
    return vote.xreplace({each: sympy.Symbol(f"log{k}", real=True) for k, each in enumerate(logarithms, start=1)})
