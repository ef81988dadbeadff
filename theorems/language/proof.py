"""The parts of a proof: start, induction and conclusion over scalar quantities, written once, beside the claim.

The same relations are used twice: as `steps` they are evaluated on every trace of the running code, and as hypotheses
of the transitions the bound is derived from them for all dimensions and lengths.

Two kinds of relations are taken for granted. What is *given* belongs to one of the claim's hypotheses and is removed
with it (`claim.without(premise)`). What is *meant* says what a quantity is (R² = max‖x‖², so ‖x‖² ≤ R²; a number of
experts is at least 1) and stays. Both are evaluated on played games, and `prover.premises` decides which of them are
only assumptions.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Literal

import sympy
from sympy.logic.boolalg import Boolean

from learncheck.strategies.play.case import Round
from learncheck.theorems.language.premise import Hypotheses
from learncheck.theorems.language.sentence import Sentence, worded
from learncheck.theorems.language.step import Step, declared_sign

if TYPE_CHECKING:
    from learncheck.theorems.formal.round import Runs
    from learncheck.theorems.language.claim import Claim

Words = Mapping[str, Boolean]
"""Relations by the words in which a person would state them; converted to `Sentence`s in the parts of a proof."""

Expressions = Mapping[sympy.Symbol, sympy.Expr]


def together(*parts: Words) -> dict[str, Boolean]:
    """All relations of all parts. Different relations with the same words get a number; none is lost."""
    relations: dict[str, Boolean] = {}
    for part in parts:
        for words, relation in part.items():
            sentence, number = Sentence(words), 1
            name = sentence
            while name in relations and relations[name] != relation:
                number += 1
                name = sentence + f" ({number})"
            relations[name] = relation
    return relations


Part = Literal[
    "fact",
    "naming",
    "start",
    "constructor",
    "played",
    "round",
    "code",
    "match",
    "line",
    "conclusion",
    "logarithms",
    "vacuity",
]


@dataclass(frozen=True)
class Obligation:
    """A task: show that the hypotheses imply the goal. `part` is the part of the proof it belongs to.

    A vacuity obligation asks instead whether the hypotheses can be satisfied, all at once or, with `cases`, together
    with one of these. `kind` names the kind of round that it is about.
    """

    words: str
    hypotheses: Words = field(default_factory=dict)
    goal: Boolean = sympy.true
    part: Part = "fact"
    cases: tuple[Words, ...] = ()
    kind: str = ""

    def __post_init__(self) -> None:
        worded(self, "words", "hypotheses")


@dataclass(frozen=True)
class Fact:
    """A relation that a proof takes from elsewhere: the `relation`, its `words`, and `because`, the reason why it
    holds.

    kind:  "lemma" (proved here), "theorem" (cited: `because` names the source, and nothing or only a part is shown), or
           "assumption" (not shown at all). With a theorem or an assumption, the whole proof counts as one from
           assumptions.
    shows: runs the lemma's proof and returns in words what was checked, or yields obligations, from which the relation
           must follow. Raises ValueError if it fails. A lemma without `shows` is not proved.
    at:    the terms put in the place of the symbols of the relation that is shown.
    claim: the claim that says it (`by_claim`); the grade of the proof is then no better than that of the claim's own.
    """

    words: str
    relation: Boolean
    kind: Literal["lemma", "theorem", "assumption"]
    because: str
    shows: Callable[[], str | Iterable[Obligation]] | None = None
    at: Expressions = field(default_factory=dict)
    claim: "Claim | None" = None

    def __post_init__(self) -> None:
        worded(self, "words", "because")


def fact(
    words: str, relation: Boolean, because: str, kind: Literal["lemma", "theorem"] = "lemma"
) -> Callable[[Callable[..., str | Iterable[Obligation]]], Fact]:
    """Make a fact of what the decorated function shows. Its arguments are there to be made wrong by tests."""
    return lambda shows: Fact(words, relation, kind, because, shows)


def by_claim(claim: "Claim", values: Mapping[sympy.Symbol, object] | None = None) -> Fact:
    """State what a claim says, with these terms in the place of its symbols, so that another claim's proof can use it.

    It says that its bound follows from all that its proof takes for granted. Raises ValueError if it has no proof.
    """
    proof = claim.proof
    if proof is None:
        raise ValueError(f"{claim.id} has no proof; cite it as a theorem")
    taken = [
        relation for relation in (*proof.assuming.values(), *proof.means.values()) if relation not in (True, sympy.true)
    ]
    symbols = set().union(claim.bound.free_symbols, *(relation.free_symbols for relation in taken))
    bare = {symbol: sympy.Symbol(symbol.name, real=True) for symbol in symbols}
    signs = (declared_sign(symbol, named) for symbol, named in bare.items())
    hypotheses = [relation.xreplace(dict(proof.names)).xreplace(bare) for relation in taken]
    hypotheses += [sign for sign in signs if sign is not None]
    stated = sympy.Implies(sympy.And(*hypotheses), claim.bound.xreplace(dict(proof.names)).xreplace(bare))
    put = {named: symbol for symbol, named in bare.items()} | terms_for(stated, values or {}, claim.id)
    return Fact(f"{claim.id}: " + claim.statement, stated.xreplace(put), "lemma", "", None, put, claim)


def terms_for(stated: Boolean, values: Mapping[sympy.Symbol, object], of: str) -> dict[sympy.Symbol, sympy.Expr]:
    """The terms that `at` puts in the place of the symbols of what is stated, which are known by their names.

    Raises ValueError for a symbol of which it does not speak.
    """
    own = {symbol.name: symbol for symbol in stated.free_symbols}
    put = {str(symbol): sympy.sympify(value) for symbol, value in values.items()}
    unknown = sorted(put.keys() - own.keys())
    if unknown:
        raise ValueError(f"{of} has no symbol {unknown[0]!r}; it speaks of {', '.join(sorted(own))}")
    return {own[name]: value for name, value in put.items()}


@dataclass(frozen=True)
class Transition:
    """One kind of round in a proof by induction.

    steps:    the claim's steps that hold in such a round. `holds` adds lines in words. Both say what the learner does,
              so its code must show them.
    assuming: what a hypothesis of the theorem says about such a round.
    means:    facts about what the round's quantities are: 0 ≤ f ≤ 1 for a fraction.
    sets:     counters with their new values: {M: M + 1}.
    keeps:    quantities that do not change.
    using:    facts about a single round.
    when:     tells whether a played round is of this kind.
    """

    steps: tuple[Step, ...] = ()
    holds: Words = field(default_factory=dict)
    assuming: Hypotheses = field(default_factory=dict)
    means: Words = field(default_factory=dict)
    sets: Expressions = field(default_factory=dict)
    keeps: tuple[sympy.Symbol, ...] = ()
    using: tuple[Fact, ...] = ()
    when: Callable[[Round], bool] | None = None

    def __post_init__(self) -> None:
        worded(self, "holds", "means")

    @property
    def shown(self) -> dict[str, Boolean]:
        """What the learner does in such a round, by its words: the steps, then what `holds`."""
        return {**{step.words: step.relation for step in self.steps}, **self.holds}


def granted(part: "Transition | CodePath | Induction | Chain") -> dict[str, Boolean]:
    """What a part takes for granted, by its words: what is given, then what is meant."""
    return {**{premise.words: relation for premise, relation in part.assuming.items()}, **part.means}


@dataclass(frozen=True)
class CodePath:
    """One path through a learner's own predict and update, run on formal quantities.

    kind:       the kind of round.
    hypotheses: the path's comparisons, and the values of its formal quantities.
    assuming:   what the theorem's hypotheses say of them.
    quantities: the proof's quantities, before and after the round, as expressions in formal ones.
    due:        the obligations besides the lines of its kind (no division by 0, weights stay non-negative).
    means:      those of the hypotheses that say what formal quantities are.
    """

    kind: str
    hypotheses: Words
    quantities: Expressions
    assuming: Hypotheses = field(default_factory=dict)
    due: Words = field(default_factory=dict)
    means: Words = field(default_factory=dict)

    def __post_init__(self) -> None:
        worded(self, "kind", "hypotheses", "due", "means")


@dataclass(frozen=True)
class CodeStart:
    """What the learner's constructor made: the parameters' values, and the proof's quantities, exactly.

    holds: whether it also satisfies what the runs of rounds assume (weights ≥ 0, for example).
    """

    words: str
    parameters: Mapping[sympy.Symbol, object]
    quantities: Mapping[sympy.Symbol, object]
    holds: bool = True


@dataclass(frozen=True, eq=False)
class Proof:
    """What a proof says, with or without rounds.

    assuming:   what the proof uses of each hypothesis: a mapping from `Premise` to a relation.
    means:      facts about what the quantities are: a number of experts is at least 1.
    using:      facts from elsewhere, such as instances of lemmas; with rounds, used at the start and in the conclusion.
    names:      symbols for terms that are no polynomials: P for 2**M, q for exp(-2γ²).
    lines:      lines that lead to the bound, each from what is given, the facts, and the lines before it.
    concludes:  what follows from these, if that is not yet the bound.
    logarithms: whether the proof continues with the logarithms of both sides of `concludes`.
    reading:    a remark for the reader of the proof.
    matched:    why its quantities, or rounds, are compared with played ones instead; then no formal run is tried.
    """

    assuming: Hypotheses = field(default_factory=dict)
    means: Words = field(default_factory=dict)
    using: tuple[Fact, ...] = ()
    names: Expressions = field(default_factory=dict)
    lines: Words = field(default_factory=dict)
    concludes: Boolean | None = None
    logarithms: bool = False
    reading: str = ""
    matched: str = ""

    def __post_init__(self) -> None:
        for part in fields(self):
            value = getattr(self, part.name)
            if part.default_factory is dict and not isinstance(value, Mapping):
                fault = f"{part.name}={value!r} is not a dictionary"
                raise TypeError(f"{fault}; write invariant={{'in words': M <= a}}, start={{M: 0}} and the like")
        worded(self, "means", "lines", "reading", "matched")

    @property
    def used(self) -> tuple[Step, ...]:
        """The claim's steps that the proof starts from, in its order."""
        return ()


@dataclass(frozen=True, eq=False)
class Induction(Proof):
    """A proof by induction on rounds; its `lines` follow from the invariant.

    Whatever is missing of `start`, `rounds` and `invariant` is derived from the claim's steps and from played games,
    shown as derived, and checked like the rest. `Induction()` derives all of it.

    start:      the quantities before the first round.
    rounds:     every kind of round, by name. Together they cover all that can happen.
    invariant:  what holds before and after every round, in words and as relations.
    ends:       relations that hold when the game is over, such as the value of a rate that is tuned to T.
    code:       a function that makes what runs the learner's code on formal quantities, called when somebody proves.
                By default such a run is tried automatically.
    """

    start: Expressions = field(default_factory=dict)
    rounds: Mapping[str, Transition] = field(default_factory=dict)
    invariant: Words = field(default_factory=dict)
    ends: Words = field(default_factory=dict)
    code: "Callable[[], Runs] | None" = None

    def __post_init__(self) -> None:
        super().__post_init__()
        worded(self, "rounds", "invariant", "ends")
        if not (self.code is None or callable(self.code)):
            raise TypeError(f"code={self.code!r} is not a function; write code=lambda: vector_rounds(…) and the like")

    @property
    def runs(self) -> "Runs | None":
        """What `code` makes, made once."""
        return None if self.code is None else _runs_of(self.code)

    @property
    def used(self) -> tuple[Step, ...]:
        return tuple(dict.fromkeys(step for transition in self.rounds.values() for step in transition.steps))


@cache
def _runs_of(code: "Callable[[], Runs]") -> "Runs":
    return code()


@dataclass(frozen=True, eq=False)
class Chain(Proof):
    """A proof without rounds: each line follows from what is given and from the lines before it.

    steps: the claim's steps that the lines start from; they are checked on every trace.
    """

    steps: tuple[Step, ...] = ()

    @property
    def used(self) -> tuple[Step, ...]:
        return self.steps
