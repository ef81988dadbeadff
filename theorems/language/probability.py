"""Probabilities of independent losses and of several events, shown whenever a proof uses them.

- `hoeffding(P, m, t)`: the mean of m independent losses in [0, 1] is at least t off with probability P ≤ 2e^(−2mt²),
  and `one_sided(P, m, t)` at least t too low with half of that, from the moments E e^(sX) by Markov's inequality, with
  s = 4t;
- `missed(P, ε, (1−ε)^m)`: m independent draws all miss a set of probability ε or more with probability P ≤ (1−ε)^m;
- `union_bound(P, n, c)`: one of n events of probability at most c each happens with probability P ≤ nc, by induction
  on n;
- `square_series(P, g)`: with n events of the d-th kind, of probability at most c each and d²nc ≤ g for all d, some
  event happens with probability P ≤ 2g;
- `misled(C, n, c)`: a choice among n by their means is more than 2t worse than the best with probability C ≤ nc, if
  each mean is more than t off with probability at most c.

Losses take finitely many values. Each is a `General` relation, as in `theorems.language.trusted`. That the terms
substituted are such probabilities is a statement of the proof that uses the fact.
"""

from collections.abc import Iterator
from functools import reduce

import sympy
from sympy import Eq, exp, log
from sympy.logic.boolalg import Boolean

from learncheck.theorems.language import lemmas
from learncheck.theorems.language.lemmas import GROWTH, MOMENT, Lemma
from learncheck.theorems.language.proof import Obligation, Words
from learncheck.theorems.language.trusted import Expr, general

# ---- exponentials by names ----


def in_units(words: str, known: Words, goal: Boolean) -> Obligation:
    """The obligation with a positive symbol for every exponential of a monomial, and one for every logarithm.

    Exponents are split into monomials, e^(a + b) = e^a·e^b, and those that differ by a rational factor are powers of
    one unit.
    """
    relations = {**known, "": goal}
    logs = {each: sympy.Symbol(str(each), real=True) for each in _atoms(relations, log)}
    relations = {said: each.xreplace(logs) for said, each in relations.items()}
    powers = {
        each: [term.as_coeff_Mul() for term in sympy.Add.make_args(sympy.expand(each.args[0]))]
        for each in _atoms(relations, exp)
    }
    found = [part for parts in powers.values() for part in parts]
    units: dict[Expr, tuple[Expr, Expr]] = {}
    positive: dict[str, Boolean] = {}
    for monomial in dict.fromkeys(monomial for _, monomial in found):
        unit = reduce(sympy.gcd, (number for number, of in found if of == monomial))
        named = sympy.Symbol(f"e^({unit * monomial})", real=True)
        units[monomial] = (unit, named)
        positive[f"{named} is positive"] = named > 0
    put = {
        each: sympy.Mul(*(units[monomial][1] ** (number / units[monomial][0]) for number, monomial in parts))
        for each, parts in powers.items()
    }
    said = {words: relation.xreplace(put) for words, relation in relations.items()}
    concluded = said.pop("")
    return Obligation(words, {**positive, **said}, concluded)


def _atoms(relations: Words, kind: type) -> list[Expr]:
    return sorted(set().union(*(each.atoms(kind) for each in relations.values())), key=str)


# ---- Hoeffding's inequality ----

off, draws, by = sympy.symbols("P m t", real=True)
"""The probability that the mean of m draws is at least t off, either way."""
s = sympy.Symbol("s", real=True)
"""The parameter of the moments E e^(sX), from 0 on; 4t in the end."""
value, mean, chance = sympy.symbols("x μ p", real=True)
"""A value of a loss in [0, 1]; its mean; the probability of a value, or of an outcome."""
moment, moments, mass, most = sympy.symbols("M M_m T b", real=True)
"""E e^(sX) of one loss; of the sum of m; a total of probabilities; a number that is 0 or 1."""
total = sympy.Symbol("S", real=True)
"""The sum of m losses."""

BOUND = exp(-2 * draws * by**2)
TAIL = off <= BOUND


@general(
    r"Hoeffding's inequality: the mean of $m$ independent losses in $[0, 1]$ is at least $t$ too low with probability "
    r"at most $e^{-2mt^2}$",
    sympy.Implies(by >= 0, TAIL),
    r"$E e^{sX} \le e^{\mu s + s^2/8}$ by Hoeffding's lemma, independent draws multiply, Markov's inequality, $s = 4t$",
    of=(off, draws, by),
)
def one_sided(lemma: Lemma = MOMENT, at: Expr = 4 * by, tail: Expr = BOUND) -> Iterator[Obligation]:
    """E e^(sX) ≤ 1 − μ + μe^s ≤ e^(μs + s²/8), so P e^(sm(μ + t)) ≤ E e^(sS) ≤ e^(m(μs + s²/8)), and s = 4t."""
    lemma.check()
    GROWTH.check()
    loss = {r"$0 \le x \le 1$": (value >= 0) & (value <= 1)}
    up = {r"$s \ge 0$": s >= 0}
    chord = exp(s * value) <= 1 - value + value * exp(s)
    below, above = (GROWTH.at({lemmas.a: a}).relation for a in (-s * value, s - s * value))
    scaled = {
        "the first times $1 - x$": exp(s * value) * (1 - value) * (1 - s * value) <= 1 - value,
        "the second times $x$": exp(s * value) * value * (1 + s - s * value) <= value * exp(s),
    }
    first, second = scaled.items()
    yield in_units("chord: $1 - sx \\le e^{-sx}$, times $(1 - x)e^{sx}$", {**loss, "at −sx": below}, first[1])
    yield in_units("chord: $1 + s - sx \\le e^{s-sx}$, times $xe^{sx}$", {**loss, "at s − sx": above}, second[1])
    yield in_units(r"$e^{sx}$ lies below its chord, $e^{sx} \le 1 - x + xe^s$", {**loss, **scaled}, chord)
    so_far = moment <= mass - mean + mean * exp(s)
    more = {moment: moment + chance * exp(s * value), mass: mass + chance, mean: mean + chance * value}
    yield in_units("of no values the moment is 0", {"none": Eq(moment, 0) & Eq(mass, 0) & Eq(mean, 0)}, so_far)
    yield in_units(
        r"a value more, of probability $p$, keeps $E e^{sX} \le T - \mu + \mu e^s$; in the end $T = 1$",
        {"so far": so_far, "chord": chord, "a probability": chance >= 0},
        so_far.xreplace(more),
    )
    inside = log(1 - mean + mean * exp(s))
    bound = mean * s + s**2 / 8
    known = {
        r"$0 \le \mu \le 1$": (mean >= 0) & (mean <= 1),
        "Hoeffding's lemma": lemma.statement.xreplace({lemmas.p: mean, lemmas.s: s}),
        r"$1 + a \le e^a$ at the difference": GROWTH.at({lemmas.a: bound - inside}).relation,
    }
    one = moment <= exp(bound)
    chorded = {"chords": moment <= 1 - mean + mean * exp(s)}
    yield in_units(r"$E e^{sX} \le e^{\mu s + s^2/8}$, by Hoeffding's lemma", {**known, **chorded}, one)
    product = moments <= exp(draws * bound)
    yield in_units("of no draws $E e^{sS} = 1$", {"none": Eq(moments, 1)}, product.subs(draws, 0))
    yield in_units(
        r"an independent draw more multiplies $E e^{sS}$ by $E e^{sX}$",
        {"so far": product, "one": one, "moments are positive": (moment >= 0) & (moments >= 0)},
        product.xreplace({moments: moments * moment, draws: draws + 1}),
    )
    far = exp(s * draws * (mean + by))
    counted = exp(s * total) >= far
    yield in_units(
        r"where $S \ge m(\mu + t)$, $e^{sS} \ge e^{sm(\mu + t)}$",
        {**up, "far": total >= draws * (mean + by),
         r"$1 + a \le e^a$": GROWTH.at({lemmas.a: s * total - s * draws * (mean + by)}).relation},
        counted,
    )  # fmt: skip
    markov = off * far <= moments
    yield in_units("Markov, of no outcomes", {"none": Eq(off, 0) & Eq(moments, 0)}, markov)
    yield in_units(
        "Markov, an outcome more, of probability $p$, which is far ($b = 1$) or not ($b = 0$)",
        {"so far": markov, "a probability": chance >= 0, "far or not": Eq(most, 0) | (Eq(most, 1) & counted)},
        markov.xreplace({off: off + most * chance, moments: moments + chance * exp(s * total)}),
    )
    yield in_units(
        r"$P e^{sm(\mu + t)} \le E e^{sS} \le e^{m(\mu s + s^2/8)}$ at $s = 4t$",
        {"Markov": markov.subs(s, at), "the moments": product.subs(s, at)},
        off <= tail,
    )


@general(
    r"Hoeffding's inequality: the mean of $m$ independent losses in $[0, 1]$ is at least $t$ off with probability at "
    r"most $2e^{-2mt^2}$",
    sympy.Implies(by >= 0, off <= 2 * BOUND),
    "both sides by Chernoff's method, from Hoeffding's lemma",
    of=(off, draws, by),
)
def hoeffding(lemma: Lemma = MOMENT, sides: int = 2) -> Iterator[Obligation]:
    """One side, and the same for the losses 1 − X."""
    yield from one_sided.shows(lemma)
    high, low = sympy.symbols("P_+ P_−", real=True)
    yield in_units(
        "too high or too low",
        {"high": TAIL.subs(off, high), "low, of $1 - X$": TAIL.subs(off, low), "either": off <= high + low},
        off <= sides * BOUND,
    )


# ---- events ----

accuracy, power = sympy.symbols("ε (1−ε)^m", real=True)
"""The probability of a set; (1−ε)^m."""


@general(
    r"$m$ independent draws all miss a set of probability $\varepsilon$ or more with probability at most "
    r"$(1-\varepsilon)^m$",
    sympy.Implies(accuracy <= 1, off <= power),
    "by induction on the number of draws, whose probabilities multiply",
    of=(off, accuracy, power),
)
def missed(after: Expr = 1 - chance) -> Iterator[Obligation]:
    """By induction on the number of draws: one more, independent of the others, misses with probability 1 − p."""
    draw = {r"$\varepsilon \le 1$": accuracy <= 1, r"$\varepsilon \le p \le 1$": (chance >= accuracy) & (chance <= 1)}
    yield Obligation(
        "no draws miss it, and $(1-\\varepsilon)^0 = 1$", {"none": Eq(off, 1) & Eq(power, 1)}, off <= power
    )
    yield Obligation(
        "an independent draw more, that misses with probability $1 - p$",
        {**draw, "so far": off <= power, "no probability is negative": off >= 0},
        off * after <= power * (1 - accuracy),
    )


either, events, each_at_most = sympy.symbols("P n c", real=True)
"""The probability that one of n events happens; their number; an upper limit of the probability of each."""


@general(
    "the union bound: one of $n$ events of probability at most $c$ each happens with probability at most $nc$",
    sympy.Le(either, events * each_at_most),
    "by induction on the number of events",
    of=(either, events, each_at_most),
)
def union_bound(both_count: int = 1) -> Iterator[Obligation]:
    """By induction on the number of events: one more event adds the part of it outside the others."""
    more, inside, after = sympy.symbols("p both P′", real=True)
    yield Obligation("none of no events happens", {"none": Eq(either, 0)}, either <= 0)
    yield Obligation(
        "an event more, of probability $p$, adds $p$ less what it has in common with the others",
        {
            "so far": either <= events * each_at_most,
            "an event more": Eq(after, either + more - both_count * inside),
            "no probability is negative": inside >= 0,
            "at most $c$": more <= each_at_most,
        },
        after <= (events + 1) * each_at_most,
    )


index, greatest_multiple = sympy.symbols("d g", real=True)
"""The number of a kind of events, from 1; the greatest d²nc."""


@general(
    "one of some events of several kinds, $n$ of the $d$-th kind, each of probability at most $c$, happens with "
    r"probability at most $2g$, where $d^2nc \le g$ for all kinds",
    sympy.Implies(greatest_multiple >= 0, either <= 2 * greatest_multiple),
    r"the union bound, and $1/1^2 + \ldots + 1/d^2 \le 2 - 1/d$ by induction on $d$",
    of=(either, greatest_multiple),
)
def square_series(limit: int = 2) -> Iterator[Obligation]:
    """P ≤ g(2 − 1/n) by induction on the number of kinds: 1/n − 1/(n + 1) ≥ 1/(n + 1)²."""
    yield from union_bound.shows()
    more, after = sympy.symbols("p P′", real=True)
    nonnegative = {"g": greatest_multiple >= 0}
    number = {"a kind has a number": index >= 1}
    union = {"the union bound": more <= events * each_at_most}
    so_far = either <= greatest_multiple * (limit - 1 / index)
    yield Obligation(
        r"of the first kind alone $P \le g$",
        {**union, "its": events * each_at_most <= greatest_multiple, "no other": Eq(either, more) & Eq(index, 1)},
        so_far,
    )
    yield Obligation(
        r"a kind more keeps $P \le g(2 - 1/d)$",
        {
            **union,
            **number,
            **nonnegative,
            "so far": so_far,
            "one more": after <= either + more,
            "the next": events * each_at_most * (index + 1) ** 2 <= greatest_multiple,
        },
        after <= greatest_multiple * (limit - 1 / (index + 1)),
    )
    yield Obligation(r"so $P \le 2g$", {"all": so_far, **number, **nonnegative}, either <= 2 * greatest_multiple)


def no_likelier(rarer: sympy.Symbol, likelier: sympy.Symbol, why: str) -> Iterator[Obligation]:
    """An event that happens only if another does is no likelier, by induction on the outcomes."""
    happens, other = sympy.symbols("b b′", real=True)
    yield Obligation("of no outcomes", {"none": Eq(rarer, 0) & Eq(likelier, 0)}, rarer <= likelier)
    yield Obligation(
        f"an outcome more, of probability $p$: {why}",
        {"so far": rarer <= likelier, "a probability": chance >= 0, "only if": happens <= other},
        rarer + chance * happens <= likelier + chance * other,
    )


chosen_badly = sympy.Symbol("C", real=True)
"""The probability that the choice is more than 2t worse than the best."""


@general(
    "a choice among $n$ by their means is more than $2t$ worse than the best with probability at most $nc$, where $c$ "
    "is at least the probability that one of the means is more than $t$ off",
    sympy.Le(chosen_badly, events * each_at_most),
    r"$L(h) \le V(h) + t \le V(h^*) + t \le L(h^*) + 2t$ where no mean is off, and the union bound",
    of=(chosen_badly, events, each_at_most),
)
def misled(worse: int = 2) -> Iterator[Obligation]:
    """If no mean is more than t off, L(h) ≤ V(h) + t ≤ V(h*) + t ≤ L(h*) + 2t; otherwise one of n events happens."""
    true, seen, best, seen_best = sympy.symbols("L V L* V*", real=True)
    yield Obligation(
        "where no mean is more than $t$ off, the choice is at most $2t$ worse than the best",
        {
            "its mean": true - seen <= by,
            "that of the best": seen_best - best <= by,
            "it is chosen": seen <= seen_best,
            "t": by >= 0,
        },
        true - best <= worse * by,
    )
    yield from no_likelier(chosen_badly, either, "it misleads only if some mean is off")
    yield from union_bound.shows()
    yield Obligation(
        "together",
        {"misled": chosen_badly <= either, "the union bound": either <= events * each_at_most},
        chosen_badly <= events * each_at_most,
    )
