"""Boolean formulas as halfspaces: an encoding says the same of every instance as the formula. Source: VEM 8.3."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Annotated, NamedTuple, Self

import msgspec

from learncheck.strategies.boolean.games import bits
from learncheck.strategies.boolean.samples import Rule, Term, Terms, drawn_list, first_rule, require_terms
from learncheck.strategies.boolean.shadows import Bits
from learncheck.strategies.play.case import Case, Label, Make, Rounds, Trace
from learncheck.strategies.play.choices import Choices

Instance = Annotated[Bits, msgspec.Meta(min_length=1)]


class Encoded(NamedTuple):
    """The number of literals, what their conjunction and their disjunction say (1 or 0), and the sum."""

    literals: int
    conjunction: int
    disjunction: int
    value: int


class Encoding(Case, frozen=True, tag="boolean-encoding"):
    """Literals, and an instance x of {0,1}^d: what their conjunction and their disjunction say of it, and their sum."""

    terms: Terms
    x: Instance

    def __post_init__(self) -> None:
        require_terms(self.terms, len(self.x))

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace:
        """A round is a literal; the state counts those so far and those that are true, and has "all" and "some"."""
        states = [{"literals": 0, "true": 0, "all": 1, "some": 0}]
        are_true = [int(self.x[i] == b) for i, b in self.terms]
        for true in are_true:
            before = states[-1]
            state = {
                "literals": before["literals"] + 1,
                "true": before["true"] + true,
                "all": before["all"] * true,
                "some": max(before["some"], true),
            }
            states.append(state)
        rounds = Rounds.of_nobody(states, self.terms, are_true, are_true)
        value = _value([(1, term) for term in self.terms], self.x)
        return Trace(self, rounds, Encoded(states[-1]["literals"], states[-1]["all"], states[-1]["some"], value))


class EncodedList(NamedTuple):
    """What the list says, and the sum."""

    formula: int
    score: int


class ListEncoding(Case, frozen=True, tag="list-encoding"):
    """A decision list, an instance x of {0,1}^d, and the halfspace in which rule j of k weighs 2^(k−j+1).

    rules: (i, b, o) in their order; otherwise: the label ±1 where none fires.
    """

    rules: tuple[Rule, ...]
    otherwise: Label
    x: Instance

    def __post_init__(self) -> None:
        require_terms([(i, b) for i, b, _ in self.rules], len(self.x))

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, EncodedList]:
        """A round puts a rule before those behind it; the state has the weight of the next rule, score and label."""
        states = [{"weight": 2, "score": self.otherwise, "label": self.otherwise}]
        weighted: list[tuple[int, Term]] = []
        for i, b, o in reversed(self.rules):
            fires, before = self.x[i] == b, states[-1]
            weight = before["weight"]
            state = {
                "weight": 2 * weight,
                "score": before["score"] + (o * weight if fires else 0),
                "label": o if fires else before["label"],
            }
            weighted.append((o * weight, (i, b)))
            states.append(state)
        shown = [(rule, int(self.x[rule[0]] == rule[1]), rule[2]) for rule in reversed(self.rules)]
        rounds = Rounds.of_nobody(states, *([each[k] for each in shown] for k in range(3)))
        score = self.otherwise + _value(weighted, self.x)
        facts = EncodedList(formula=first_rule(self.rules, self.otherwise, self.x), score=score)
        return Trace(self, rounds, facts)


def _value(weighted: Sequence[tuple[int, Term]], x: Bits) -> int:
    """The weighted sum of the literals, as w·x + c: x_i for x_i, and 1 − x_i for its negation."""
    w, c = [0] * len(x), 0
    for weight, (i, b) in weighted:
        w[i] += weight if b else -weight
        c += 0 if b else weight
    return sum(v * xi for v, xi in zip(w, x, strict=True)) + c


def encodings(choices: Choices, *, dimension: int, literals: int) -> Encoding:
    """Any literals, the same one more than once too, and an instance."""
    d = choices.integer(1, dimension)
    terms = choices.many(lambda: (choices.integer(0, d - 1), 1 - choices.integer(0, 1)), most=literals)
    return Encoding(terms, bits(choices, d))


def all_encodings(choices: Choices, *, dimension: int) -> Encoding:
    """Every set of literals with every instance, d up to `dimension`."""
    d = choices.integer(1, dimension)
    terms = tuple((i, b) for i in range(d) for b in (1, 0) if choices.flag())
    return Encoding(terms, bits(choices, d))


def list_encodings(choices: Choices, *, dimension: int) -> ListEncoding:
    """Decision lists over up to `dimension` variables, and an instance."""
    d = choices.integer(1, dimension)
    rules, otherwise = drawn_list(choices, d)
    return ListEncoding(rules, otherwise, bits(choices, d))


def example_of_the_notes() -> Iterator[ListEncoding]:
    """If x_1 = 1 output 1, else if x_2 = 0 output 0, else 1: on all instances. Source: VEM 8.3."""
    for x in product((0, 1), repeat=2):
        yield ListEncoding(((0, 1, 1), (1, 0, -1)), 1, x)
