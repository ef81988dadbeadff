"""AdaBoost's own round on formal quantities: any distribution D, any weak learner, any sample.

Besides the learner's own variables, the run tracks the exponential loss: f is the vote so far and Z is the mean of
e^(−y f(x)) over the sample. Before and after every round e^(−y f(x_i)) = m·D_i·Z for every example i, and D sums to 1.
The examples are grouped into blocks (those that h_t labels right or wrong, with either label), and one example i is
tracked by itself. Whatever is shown of it is shown of every example, and so of the sums over the blocks.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import sympy

from learncheck.theorems.formal.constructed import faults
from learncheck.theorems.formal.games import SIZES
from learncheck.theorems.formal.language import in_the_language
from learncheck.theorems.formal.meanings import Meanings
from learncheck.theorems.formal.numbers import NotFormal, Number, Real, value_of
from learncheck.theorems.formal.quantities import content, runs, unchanged, with_attributes, worded_paths
from learncheck.theorems.formal.round import Runs, own_run
from learncheck.theorems.formal.rows import Row
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.lemmas import GROWTH
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import CodePath, CodeStart, Expressions, Words, together
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
farthest = sympy.Symbol("farthest", real=True)
"""The error of a hypothesis under the next D that is farthest from ½, after the round."""
errs_i, errs = (sympy.Symbol(name, real=True) for name in ("errs(i)", "errs(others)"))
"""The mean of e^(−y f(x)) after the round and the part of i in it; the training errors of i and of the others, in m."""

ATTRIBUTES = ("weak_learner", "n_rounds", "D", "hypotheses", "estimator_weights")
LOOP = """def fit(self, X, y):
    self.start(X, y)
    for _ in range(self.n_rounds):
        if not self.round(X, y):
            break
    return self
"""
"""The `fit` of a learner that makes so many rounds, unless one says that there is nothing to go on with."""


class BoostingSample:
    """The formal sample: nothing is known of its instances but their labels by the hypotheses."""


class Example:
    """The tracked example, by itself."""


@dataclass(eq=False)
class Hypothesis:
    """A hypothesis, given by its labels on the sample and on the tracked example."""

    labels: Row | None
    at: Number

    def __call__(self, X: object) -> Row | Real:
        if isinstance(X, BoostingSample) and self.labels is not None:
            return self.labels.copy()
        if isinstance(X, Example):
            return Real(self.at)
        raise NotFormal(f"a hypothesis is asked for its labels of {X!r}")


class Weak:
    """The weak learner: it returns one hypothesis, and records the distributions that it is given."""

    def __init__(self, X: BoostingSample, y: Row, h: Hypothesis) -> None:
        self.X, self.y, self.h = X, y, h
        self.handed: list[Row] = []

    def __call__(self, X: object, y: object, D: object) -> Hypothesis:
        if X is not self.X or content(y) != content(self.y) or not isinstance(D, Row) or D.sums is None:
            raise NotFormal("the weak learner is handed something else than the sample and a distribution")
        self.handed.append(D.copy())
        return self.h


@dataclass(frozen=True)
class Sign:
    """The sign of a formal number."""

    of: object


@dataclass(frozen=True)
class BoostingRound:
    """A round after which the training goes on: D after it, the distribution used, the new weight, and the vote."""

    D: Row
    handed: Row
    weight: sympy.Expr
    vote: sympy.Expr


def _blocks(label: int, right: bool) -> dict[str, tuple[int, int]]:
    """The label of each block of examples, and whether h is right (1) or wrong (-1) there; `i` is the tracked one."""
    blocks = {
        f"{'right' if fits == 1 else 'wrong'}, {'+' if y == 1 else '−'}": (y, fits) for fits in (1, -1) for y in (1, -1)
    }
    return {**blocks, "i": (label, 1 if right else -1)}


def _class(learner: type, X: BoostingSample | None = None) -> type:
    """The learner with the functions of a sample, of which nothing is known but how many examples it has."""

    def size(of: object) -> Real:
        if of is not X and not isinstance(of, Row):
            raise NotFormal("the code asks how long a list of rounds is")
        return Real(m)

    def full(shape: object, value: Number) -> Row:
        if content(shape) != content(Real(m)):
            raise NotFormal(f"an array of {shape!r} entries, not one an example")
        return Row(values=dict.fromkeys(_blocks(1, True), value))

    def as_array(value: object, dtype: type | None = None) -> object:
        if dtype is not None and not isinstance(value, Sign):
            raise NotFormal(f"{value!r} is cast to {dtype.__name__}, which may round it")
        return value

    meanings: Meanings = {
        len: size,
        np.full: full,
        np.ones: lambda shape: [Real(1)] * shape if type(shape) is int else full(shape, 1),
        np.zeros: lambda shape: [Real(0)] * shape if type(shape) is int else full(shape, 0),
        np.append: lambda array, value: [*array, value],
        np.asarray: as_array,
        np.sign: Sign,
    }
    methods, lists = ("__init__", "start", "round", "predict"), ("hypotheses", "estimator_weights")
    return in_the_language(learner, ATTRIBUTES, methods, lists=lists, meanings=meanings, given=(LOOP,))


def _vote(learner: type, prediction: object) -> sympy.Expr:
    """The vote whose sign `predict` returned for the tracked example."""
    if not isinstance(prediction, Sign):
        raise NotFormal(f"{learner.__name__}.predict gives {prediction!r}, which is not the sign of a vote")
    return value_of(prediction.of)


def _run(learner: type, D: Row, label: int, right: bool) -> BoostingRound | None:
    """One round from a state with this D, and the vote after it; None if the training ends."""
    blocks = _blocks(label, right)
    labels = Row(values={block: p * q for block, (p, q) in blocks.items()})
    X, y = BoostingSample(), Row(values={block: label for block, (label, _) in blocks.items()})
    h, earlier = Hypothesis(labels, label * blocks["i"][1]), Hypothesis(None, F)
    weak = Weak(X, y, h)
    formal_learner = with_attributes(_class(learner, X), {"weak_learner": weak, "n_rounds": Real(n), "D": D})
    formal_learner.hypotheses, formal_learner.estimator_weights = [earlier], [Real(1)]
    goes_on = formal_learner.round(X, y)
    if len(weak.handed) != 1:
        raise NotFormal(f"{learner.__name__} calls the weak learner {len(weak.handed)} times in a round")
    unchanged(formal_learner, {"weak_learner": weak, "n_rounds": Real(n)}, "round")
    if goes_on is False:
        return None
    if goes_on is not True or not isinstance(formal_learner.D, Row):
        raise NotFormal(f"{learner.__name__}.round gives {goes_on!r}, and D is {formal_learner.D!r}")
    weights = formal_learner.estimator_weights
    if content(formal_learner.hypotheses) != content([earlier, h]) or content(weights[:-1]) != content([Real(1)]):
        raise NotFormal(f"{learner.__name__} does not keep the rounds before and add its own hypothesis and weight")
    vote = _vote(learner, formal_learner.predict(Example()))
    return BoostingRound(formal_learner.D, weak.handed[0], value_of(weights[-1]), vote)


@dataclass(frozen=True)
class Tracked:
    """A round that was run, with the label of the tracked example, whether h is right on it, and what was made."""

    label: int
    right: bool
    ran: BoostingRound
    after: "After"


Describe = Callable[[Tracked], tuple[Words, Words, Expressions]]
"""What is known after a round, what is due of it, and the proof's quantities."""


def _paths(learner: type, perfect: Premise, describe: Describe, unknown: Expressions) -> Iterator[CodePath]:
    """The paths of the learner's round, from any distribution; `unknown` has the quantities if the training ends."""
    for label, right in itertools.product((1, -1), (True, False)):
        d = _distribution(_blocks(label, right))
        start = {
            "$D$ has no negative entry": sympy.And(*(sympy.Ge(weight, 0) for weight in d.values())),
            "there are examples": sympy.Gt(m, 0),
            r"$e^{-y f(x)} = m\cdot D\cdot Z$ is positive": sympy.Gt(Z, 0),
        }
        assuming = {perfect: sympy.Gt(error, 0)}
        for ran, met, owed in worded_paths(runs(learner, partial(_run, learner, Row(sums=d), label, right))):
            if ran is None:
                due = {"the training goes on": sympy.false}
                yield CodePath("a round", together(start, met), unknown, assuming=assuming, due=together(owed, due))
                continue
            owed = {words: rational(relation) for words, relation in owed.items()}
            after = _after(ran, d, _blocks(label, right))
            hypotheses, owing, quantities = describe(Tracked(label, right, ran, after))
            due = {
                "$D$ adds up to 1 again": sympy.Eq(after.total, 1),
                "$D$ has no negative entry again": sympy.Ge(after.share, 0),
                **owing,
            }
            hypotheses = together(start, met, after.meanings, hypotheses)
            yield CodePath("a round", hypotheses, quantities, assuming=assuming, due=together(owed, due))


def _starts(learner: type, quantities: Callable[[int, sympy.Expr], Expressions]) -> Iterator[CodeStart]:
    """The start that the learner makes, with what is told of the training error and the mean of e^(−y f(x))."""
    arguments = {"weak_learner": hash, "n_rounds": n}
    wrong = [fault for often in SIZES for fault in faults(learner(hash, often), (), arguments, {n: often})]
    for label in (1, -1):
        for vote, D in (path.result for path in runs(learner, partial(_begun, learner, label))):
            share = {value_of(entry) for entry in D.values()}
            holds = share == {1 / m} and not wrong
            mean = sympy.Add(*share) * m if len(share) == 1 else sympy.nan
            words = f"{learner.__name__}.start makes D = {', '.join(map(str, share))} and the vote {vote}"
            yield CodeStart("; ".join((words, *wrong)), {}, quantities(0 if vote * label > 0 else 1, mean), holds)


COVERS = "from any distribution, for any weak learner and any sample"


def boosting_rounds(L: sympy.Symbol, T: sympy.Symbol, Z2: sympy.Symbol, e: sympy.Symbol, *, perfect: Premise) -> Runs:
    """Rounds of AdaBoost's own `fit`, with the training error of its own `predict` after each.

    L, T, Z2, e: the proof's symbols for the training error, the rounds, Z² and the error ε_t of h_t under the
    distribution that is handed over. perfect: the hypothesis that rules out rounds with ε_t = 0.
    """

    def describe(tracked: Tracked) -> tuple[Words, Words, Expressions]:
        h_i = tracked.label if tracked.right else -tracked.label
        exponent, margin = (
            tracked.label * _in_words(vote) for vote in (F + tracked.ran.weight * h_i, tracked.ran.vote)
        )
        hypotheses = {
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
            r"$e^{-y f(x_i)} = m\cdot D_i\cdot Z$ again": sympy.Eq(loss_i, tracked.after.share * Z_after),
            "$i$ errs at most $e^{-y f(x_i)}$ times": sympy.Le(errs_i, loss_i),
        }
        after = {Next(L): errs_i + errs, Next(T): T + 1, Next(Z2): Z_after**2}
        return hypotheses, due, {Z2: Z**2, **after, e: tracked.after.error}

    unknown = {Next(L): 0, Next(T): T, Next(Z2): 0, e: error}
    return own_run(
        Runs(
            COVERS,
            lambda learner: _paths(learner, perfect, describe, unknown),
            lambda learner: _starts(learner, lambda error, mean: {T: 0, L: error, Z2: mean**2}),
            (GROWTH.at({lemmas.a: power}),),
        )
    )


def reweighting_rounds(E: sympy.Symbol, e: sympy.Symbol, *, perfect: Premise) -> Runs:
    """Rounds of AdaBoost's own `fit`, with the error of each hypothesis under the D that follows it.

    E, e: the proof's symbols for the one of these errors that is farthest from ½, which is ½ before the first round,
    and for ε_t. perfect: the hypothesis that rules out rounds with ε_t = 0.
    """

    def describe(tracked: Tracked) -> tuple[Words, Words, Expressions]:
        is_one = sympy.Or(sympy.Eq(farthest, E), sympy.Eq(farthest, tracked.after.error_next))
        hypotheses = {"the error farthest from ½ so far is the last one or one before it": is_one}
        return hypotheses, {}, {Next(E): farthest, e: tracked.after.error}

    return own_run(
        Runs(
            COVERS,
            lambda learner: _paths(learner, perfect, describe, {Next(E): E, e: error}),
            lambda learner: _starts(learner, lambda error, mean: {E: sympy.Rational(1, 2)}),
        )
    )


def _begun(learner: type, label: int) -> tuple[sympy.Expr, Mapping[str, sympy.Expr]]:
    """The vote of no hypotheses on an example, and D before the first round."""
    blocks = _blocks(label, True)
    X, y = BoostingSample(), Row(values={block: label for block, (label, _) in blocks.items()})
    formal_learner = with_attributes(_class(learner, X), {})
    formal_learner.start(X, y)
    if formal_learner.hypotheses != [] or formal_learner.estimator_weights != []:
        raise NotFormal(
            f"{learner.__name__}.start makes {formal_learner.hypotheses} and {formal_learner.estimator_weights}"
        )
    if not isinstance(formal_learner.D, Row) or formal_learner.D.values is None:
        raise NotFormal(f"{learner.__name__}.start makes D = {formal_learner.D!r}")
    return _vote(learner, formal_learner.predict(Example())), formal_learner.D.values


@dataclass(frozen=True)
class After:
    """The result of a round: the sum of D, its entry for i, the error under the distribution handed over, that under
    the new D, and the meanings of symbols.
    """

    total: sympy.Expr
    share: sympy.Expr
    error: sympy.Expr
    error_next: sympy.Expr
    meanings: Words


def _distribution(blocks: Mapping[str, tuple[int, int]]) -> dict[str, sympy.Expr]:
    """D by its sums over the blocks: 1 in total, and `error` in total where h is wrong."""
    d = {block: sympy.Symbol(f"D({block})", real=True) for block in blocks}
    for fits, whole in ((1, 1 - error), (-1, error)):
        first, *others = (block for block in blocks if blocks[block][1] == fits)
        d[first] = whole - sympy.Add(*(d[block] for block in others))
    return d


def _after(ran: BoostingRound, d: Mapping[str, sympy.Expr], blocks: Mapping[str, tuple[int, int]]) -> After:
    """The result of the round. With a symbol for √(1/ε − 1), all its terms are rational."""
    losses = {block: Z * d[block] * sympy.exp(-ran.weight * fits) for block, (_, fits) in blocks.items()}
    D, handed = _sums(ran.D), _sums(ran.handed)
    wrong = [block for block, (_, fits) in blocks.items() if fits == -1]

    meanings = {
        r"$s = \sqrt{1/\varepsilon - 1}$": sympy.Le(error, 0)
        | sympy.Ge(error, 1)
        | (sympy.Gt(root, 0) & sympy.Eq(root**2 * error, 1 - error)),
        "$Z'$ is the mean of $e^{-y f(x)}$ after the round": sympy.Eq(Z_after, rational(sympy.Add(*losses.values()))),
        "and this is the part of $i$ in it": sympy.Eq(loss_i, rational(losses["i"])),
    }
    return After(
        rational(sympy.Add(*D.values())),
        rational(D["i"]),
        rational(sympy.Add(*(handed[block] for block in wrong))),
        rational(sympy.Add(*(D[block] for block in wrong))),
        meanings,
    )


def _sums(row: Row) -> dict[str, sympy.Expr]:
    if row.sums is None:
        raise NotFormal(f"{row!r} is not a distribution of which the sums are known")
    return row.sums


def rational(term: sympy.Expr) -> sympy.Expr:
    """The term, or a relation to 0, with s substituted for √(1/error − 1)."""
    odds = 1 / error - 1
    if term.is_Relational:
        return term.func(rational(term.lhs), term.rhs)
    return sympy.cancel(sympy.together(term.xreplace({sympy.sqrt(odds): root, 1 / sympy.sqrt(odds): 1 / root})))


def _in_words(vote: sympy.Expr) -> sympy.Expr:
    """The vote with each logarithm in it replaced by a symbol."""
    logarithms = sorted(vote.atoms(sympy.log), key=str)
    return vote.xreplace(
        {logarithm: sympy.Symbol(f"log{k}", real=True) for k, logarithm in enumerate(logarithms, start=1)}
    )
