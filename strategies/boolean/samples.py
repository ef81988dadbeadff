"""Samples over 0/1 features, and the classes that label them: conjunctions, decision lists, 3-term DNF.

- `BooleanSample`: a sample for a learner of conjunctions or of decision lists
- `DNFSample`: the same for a learner of conjunctions, whose features are the disjunctions of three literals

A literal (i, b) says x_i = b. A conjunction is a tuple of literals, a rule (i, b, o) says: if x_i = b output o.
Source: VEM 8.1, 8.3; UML 8.2.3, 8.2.4, 8.3.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from learncheck.learners.arguments import require
from learncheck.strategies.boolean.games import Example, bits
from learncheck.strategies.boolean.shadows import Bits
from learncheck.strategies.play.case import Bit, Label, Natural, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.ladders import SAMPLE_SIZES, but_one, places
from learncheck.strategies.samples.fitting import Fit, Handed, PointSample, with_signs

Term = tuple[Natural, Bit]
Terms = tuple[Term, ...]
Rule = tuple[Natural, Bit, Label]

MOST_VARIABLES = 8
"""Up to this n a learner is asked about all of {0,1}^n."""


def cube(n: int) -> list[Bits]:
    """All of {0,1}^n."""
    return [tuple(code >> i & 1 for i in range(n)) for code in range(2**n)]


def holds(conjunction: Iterable[Term], x: Sequence[int]) -> bool:
    """Whether all the literals are true of x; those of the empty conjunction are."""
    return all(x[i] == b for i, b in conjunction)


def first_rule(rules: Iterable[Rule], otherwise: int, x: Sequence[int]) -> int:
    """The label that a decision list gives to x."""
    return next((o for i, b, o in rules if x[i] == b), otherwise)


def require_terms(terms: Iterable[Term], d: int) -> None:
    """Raise ValueError unless the terms are literals of the variables 0, ..., d − 1."""
    terms = tuple(terms)
    require(all(i < d for i, _ in terms), f"the literals are {terms}: name variables from 0 to {d - 1}")


# ---- the labels that a class gives ----


def conjunction_hull(n: int, positives: Sequence[Bits]) -> Terms:
    """The literals that are true of all these instances: all 2n of them if there are no instances."""
    return tuple((i, b) for i in range(n) for b in (0, 1) if all(x[i] == b for x in positives))


def some_conjunction(n: int, examples: Sequence[Example]) -> bool:
    """Whether a conjunction gives these labels: the most restrictive one that holds on all positive examples does."""
    hull = conjunction_hull(n, [x for x, y in examples if y == 1])
    return not any(holds(hull, x) for x, y in examples if y != 1)


def some_decision_list(n: int, examples: Iterable[Example]) -> bool:
    """Whether a decision list gives these labels.

    Examples on which a rule fires that is right on all remaining ones are removed, again and again. Some list is
    right if and only if none remains: its first rule is right on all examples, and also on those that remain later.
    """
    left = set(examples)
    while left:
        labels: dict[Term, int | None] = {}
        for x, y in left:
            for term in enumerate(x):
                labels[term] = y if labels.get(term, y) == y else None
        rest = {(x, y) for x, y in left if all(labels[term] is None for term in enumerate(x))}
        if len(rest) == len(left):
            return False
        left = rest
    return True


Concept = Literal["conjunction", "decision-list", "three-term-dnf"]


@lru_cache(1024)
def labellings(concept: Concept, points: tuple[Bits, ...]) -> frozenset[int]:
    """The labellings of the points by the class, each as a bit mask of the positive ones: bit k for points[k]."""
    n, everything = len(points[0]), range(2 ** len(points))
    if concept == "decision-list":
        rows = ([(x, code >> k & 1) for k, x in enumerate(points)] for code in everything)
        return frozenset(code for code, row in zip(everything, rows, strict=True) if some_decision_list(n, row))
    terms = set()
    for code in everything:
        hull = conjunction_hull(n, [x for k, x in enumerate(points) if code >> k & 1])
        terms.add(sum(1 << k for k, x in enumerate(points) if holds(hull, x)))
    if concept == "conjunction":
        return frozenset(terms)
    return frozenset(a | b | c for a, b, c in combinations_with_replacement(sorted(terms), 3))


# ---- samples for batch learners ----


class BooleanSample(PointSample, frozen=True, tag="boolean-sample"):
    """Labelled examples over {0,1}^n for a batch learner, which is then asked about the queries.

    If there are none it is asked about all of {0,1}^n, where n is at most `MOST_VARIABLES`.
    """

    points: tuple[Bits, ...]
    queries: tuple[Bits, ...] = ()

    @property
    def n(self) -> int:
        """The number of variables."""
        return len(self.points[0])

    def in_words(self, trace: Trace) -> Mapping[str, Any]:
        """The sample, and what else the learner is given or asked, but for all of {0,1}^n."""
        return {**self.shown(self.points, with_signs(self.labels), self.queries), "n": self.n}

    @property
    def examples(self) -> list[Example]:
        """The points with their labels."""
        return list(zip(self.points, self.labels, strict=True))

    def features(self, rows: Sequence[Bits]) -> NDArray[np.int_]:
        """What the learner is handed for these instances, an int array with one row each."""
        return np.array(rows, dtype=int).reshape(-1, self.n)

    def beyond(self) -> Sequence[Bits]:
        """The points about which the learner is asked after the examples."""
        return self.queries or (cube(self.n) if self.n <= MOST_VARIABLES else ())

    def handed(self) -> Handed:
        X, queries = self.features(self.points), self.features(self.beyond())
        return Handed(X, np.array(self.labels), queries, self.earlier if self.again else None)

    def everywhere(self, fit: Fit) -> dict[Bits, int]:
        """The answers beyond the examples, by instance."""
        return dict(zip(self.beyond(), fit.beyond, strict=True))


class DNFSample(BooleanSample, frozen=True, tag="dnf-sample"):
    """A Boolean sample whose learner is handed ψ(x): for each triple of literals whether one of them is true of x."""

    def __post_init__(self) -> None:
        super().__post_init__()
        require(self.n <= MOST_VARIABLES, f"n = {self.n}: give at most {MOST_VARIABLES} variables, for (2n)³ features")

    def features(self, rows: Sequence[Bits]) -> NDArray[np.int_]:
        return disjunctions_of_three(np.array(rows))


def disjunctions_of_three(X: NDArray[np.int_]) -> NDArray[np.int_]:
    """ψ(x) for each row x: u ∨ v ∨ w for all (2n)³ triples of literals (u, v, w).

    Of the literals x_1, ..., x_n come before their negations. Source: UML 8.3.
    """
    literals = np.hstack((X, 1 - X))
    u, v, w = literals[:, :, None, None], literals[:, None, :, None], literals[:, None, None, :]
    return np.asarray((u | v | w).reshape(len(X), -1))


def drawn_list(choices: Choices, n: int) -> tuple[tuple[Rule, ...], int]:
    """The rules of a decision list that tests every variable at most once, and its default label."""
    otherwise = choices.label()
    rest, rules = list(range(n)), []
    while rest and choices.more(n):
        i = rest.pop(choices.integer(0, len(rest) - 1))
        rules.append((i, 1 - choices.integer(0, 1), choices.label()))
    return tuple(rules), otherwise


def formula_samples(
    choices: Choices, *, concept: Concept, variables: int, examples: int, realizable: bool = False
) -> BooleanSample:
    """Samples that a conjunction or a 3-term DNF labels if `realizable`, otherwise any.

    Instances are often changed to make a term true. Shrinks to few examples, zeros and +1.
    """
    n = choices.integer(1, variables)
    terms = [_drawn_term(choices, n) for _ in range(3 if concept == "three-term-dnf" else 1)]

    def example() -> Example:
        x = bits(choices, n)
        which = choices.integer(0, len(terms))
        if which < len(terms):
            values = dict(terms[which])
            x = tuple(values.get(i, v) for i, v in enumerate(x))
        y = 1 if any(holds(term, x) for term in terms) else -1
        return x, y if realizable else choices.label()

    points, labels = zip(*choices.many(example, least=1, most=examples), strict=True)
    return _kind(concept)(points, labels, again=choices.flag())


def _drawn_term(choices: Choices, n: int) -> Terms:
    """A conjunction; sometimes one that is never true."""
    codes = [choices.integer(0, 2) for _ in range(n)]
    never = choices.integer(0, 5) == 5
    literals = tuple((i, code - 1) for i, code in enumerate(codes) if code)
    return ((0, 0), (0, 1), *literals) if never else literals


def _kind(concept: Concept) -> type[BooleanSample]:
    return DNFSample if concept == "three-term-dnf" else BooleanSample


def small_samples(
    choices: Choices, *, concept: Concept, variables: int, examples: int, realizable: bool = False
) -> BooleanSample:
    """Every sample, in every order, labelled by the class if `realizable`; for a new learner and a fitted one."""
    n = choices.integer(1, variables)
    points = choices.sequence(cube(n), most=examples)
    labels = choices.labels(len(points))
    if realizable and not LABELLED_BY[concept](n, list(zip(points, labels, strict=True))):
        choices.reject()
    return _kind(concept)(points, labels, again=choices.flag())


def some_three_terms(n: int, examples: Sequence[Example]) -> bool:
    """Whether a 3-term DNF gives these labels."""
    points = tuple(sorted({x for x, _ in examples}))
    signs = {x: {y for z, y in examples if z == x} for x in points}
    if any(len(labels) > 1 for labels in signs.values()):
        return False
    return sum(1 << k for k, x in enumerate(points) if signs[x] == {1}) in labellings("three-term-dnf", points)


LABELLED_BY: Mapping[Concept, Callable[[int, list[Example]], bool]] = {
    "conjunction": some_conjunction,
    "decision-list": some_decision_list,
    "three-term-dnf": some_three_terms,
}
"""Whether a member of the class labels these examples."""


def crowded_samples() -> list[BooleanSample]:
    """Samples in which one of many examples rules out a literal, or a rule, that all others allow."""
    return [
        BooleanSample(but_one(size, place, (1, 1), (1, 0)), but_one(size, place, 1, label))
        for size in SAMPLE_SIZES
        for place in places(size)
        for label in (1, -1)
    ]
