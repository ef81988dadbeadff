"""What a claim is: one definition, in one place, from which everything else derives."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import sympy
from sympy.logic.boolalg import Boolean

from learncheck.exact.decide import conjuncts
from learncheck.strategies.play.batch import Batch
from learncheck.strategies.play.case import Case, Round, Snapshot, Trace
from learncheck.strategies.play.choices import Choices, drawn_from, is_strategy
from learncheck.theorems.language.definitions import demand, known
from learncheck.theorems.language.floats import Enclosing
from learncheck.theorems.language.latex import latex
from learncheck.theorems.language.limits import AsLimits, Limits
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Chain, Induction
from learncheck.theorems.language.quantities import quantities
from learncheck.theorems.language.sentence import Sentence, worded
from learncheck.theorems.language.step import Step

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Kind = Literal["game", "adversary", "batch", "probability", "counting", "identity"]
Reading = Literal["as-printed", "corrected", "ours"]
Values = Mapping[sympy.Symbol, Any]
"""Quantities: symbols with their numbers."""


@dataclass(frozen=True)
class Source:
    """Where the notes say it: the name of the notes, and the place there, "Theorem 9.1" for example."""

    notes: str
    place: str

    def __str__(self) -> str:
        return f"{self.notes}, {self.place}"


def LEC(place: str) -> Source:
    """Shalev-Shwartz, Introduction to Machine Learning (67577), Lecture 1: Online Learning."""
    return Source("LEC", place)


def VEM(place: str) -> Source:
    """Vempala, CS 7545 Machine Learning Theory, Lecture 8: Supervised Learning."""
    return Source("VEM", place)


def UML(place: str) -> Source:
    """Shalev-Shwartz and Ben-David, Understanding Machine Learning, chapters 8 to 11."""
    return Source("UML", place)


def JAI(place: str) -> Source:
    """Jaiswal, COL866 Foundations of Data Science: online learning and boosting."""
    return Source("JAI", place)


def LIN(place: str) -> Source:
    """Lin, Machine Learning Foundations, Lecture 2: Learning to Answer Yes/No."""
    return Source("LIN", place)


class NotExposed(Exception):
    """The learner exposes no state of the kind that a claim about its state needs; raised by `measure`."""


Build = Callable[..., Case]


@dataclass(frozen=True)
class Family:
    """The cases that a claim quantifies over, and how each attack draws them.

    build:   `build(choices, **limits)` decodes choices into a case; a Hypothesis strategy of cases does as well, which
             needs no limits and cannot be exhausted.
    search:  its limits for Hypothesis, for small cases; `scout` those for the scout, for larger ones.
    exhaust: the decoder that is enumerated to its end, with the limits `quick` and `full` for these profiles.
    extent:  says in words what "exhausted" then covers ({...} takes the limits). All that the words say is played; what
             is left out, as negatives of instances or other orders of a sample, they name.
    most:    to what the limits of the scout can be raised for large games, where that is not any size; `beyond` says
             why no limit can be raised to the largest sizes, where that is so.
    ladder:  makes cases that every profile plays, whatever its seed: small margins, great lengths and sizes, which
             draws seldom reach.
    keeps:   whether a case that is made small by dropping parts of it is still one of the family.
    """

    build: "Build | SearchStrategy[Any]"
    search: AsLimits = AsLimits()  # noqa: RUF009 (a descriptor)
    scout: AsLimits = AsLimits()  # noqa: RUF009 (a descriptor)
    exhaust: Build | None = None
    quick: AsLimits = AsLimits()  # noqa: RUF009 (a descriptor)
    full: AsLimits = AsLimits()  # noqa: RUF009 (a descriptor)
    extent: str = ""
    most: AsLimits = AsLimits()  # noqa: RUF009 (a descriptor)
    beyond: str = ""
    ladder: Callable[[], Iterable[Case]] = tuple
    keeps: Callable[[Any], bool] = bool

    def __post_init__(self) -> None:
        if is_strategy(self.build):
            object.__setattr__(self, "build", drawn_from(self.build))

    def covers(self, limits: Limits) -> str:
        """What is exhausted with these limits."""
        return limits.put_into(self.extent)

    def briefly(self, limits: Limits) -> str:
        """The sizes of it, as in "d = 2, ≤ 3 rounds"; in full where it has none."""
        return limits.sizes_in(self.extent) or self.covers(limits)


def no_state(state: Snapshot, values: Values, trace: Trace) -> Values:
    """No state quantities."""
    return {}


@dataclass(frozen=True)
class Claim:
    """A theorem of the notes as something that can be attacked.

    id, sources, kind, states: its name, where it stands, what kind of statement it is, and the statement in words, its
                 formulas in LaTeX between dollar signs (`language.sentence`). A source may be any text:
                 "Crammer et al. 2006, Theorem 2".
    bound:       the statement as a sympy relation, observed quantity on the left. `latex` is the same as one writes it,
                 where sympy's order of the terms is not that of the notes.
    label:       "tight" (a witness attains it exactly), "upper" or "lower" (nothing is said of attainment), or
                 "exact" (an equality, also where one half of it holds by definition: no stump errs less than the best).
    slack:       the inequalities of the bound without a claim to sharpness (`sharp`): what follows from a sharper one
                 beside it, or what a game meets with equality by its very length.
    learner:     the reference learner it is about; None where it speaks of no learner. `learners` adds others that
                 the claim is tried on.
    cases:       what it quantifies over: a family, or a Hypothesis strategy of cases.
    given:       the theorem's hypotheses. Decoders that can draw cases outside of them take their options.
    measure:     reads the quantities of the bound off a trace, exactly: a mapping from symbols to numbers. Ready games
                 bring theirs (`games.quantities`).
    floats:      how far a float that the measure gives may be from what the learner would have without rounding, a
                 number or a function of the trace. The float is then the ball of that radius. 0 where floats are exact;
                 without it a float is an error.
    watch:       the state attributes that the steps need; `state` turns them into the steps' quantities.
    during:      what the steps need of a round besides: its loss, for example.
    steps:       the lines of the notes' proof, checked on every trace.
    proof:       how the steps imply the bound, for `prover.prove` to check.
    attained_by: witnesses: the cases known to come closest, made when called.
    batch:       draws many of its games at once, as arrays (`play.batches`), for claims whose quantities depend
                 on nothing but the signature of a game.
    reading:     whether this is the statement "as-printed", a "corrected" one (`repairs` names the printed claim), or
                 one of "ours", which the notes do not make.
    refuted_by:  the counterexample where the printed statement falls: a case, or in the catalogue the name of a stored
                 one, and `flaw`, in a sentence, what is wrong with it. `worked` works the counterexample through in
                 three lines; {M} in them stands for the quantity M of the bound, as it is measured there.
    remark:      what is known of the sharpness: the best ratio, and why it is no higher.
    why:         what to say of a trace that falsifies the claim, where the two sides of the bound do not say it.
    in_words:    what is shown of a case beside its counterexample, by name: numbers and tables (H, u, w*, the sets);
                 without it what the case says of itself, by default its fields.
    judged:      whether submissions are judged on it.
    conformance: whether it says that the learner is the notes' algorithm, and nothing of a bound.
    needs_state: whether it speaks of the learner's state, so that a learner which exposes none is skipped.
    """

    id: str
    states: str
    sources: tuple[Source | str, ...] = ()
    kind: Kind = "game"
    label: Literal["tight", "upper", "lower", "exact"] = "upper"
    bound: Boolean = field(kw_only=True)
    cases: Family = field(kw_only=True)
    measure: Callable[[Trace], Values] = quantities
    floats: Any = None
    learner: type | None = None
    learners: tuple[type, ...] = ()
    given: tuple[Premise, ...] = ()
    watch: tuple[str, ...] = ()
    state: Callable[[Snapshot, Values, Trace], Values] = no_state
    during: Callable[[Round, Values, Trace], Values] | None = None
    steps: tuple[Step, ...] = ()
    slack: tuple[Boolean, ...] = ()
    proof: Induction | Chain | None = None
    attained_by: Callable[[], Iterable[Case]] = tuple
    batch: Callable[..., Batch] | None = None
    reading: Reading = "as-printed"
    repairs: str | None = None
    refuted_by: str | Case | None = None
    flaw: str = ""
    worked: tuple[str, ...] = ()
    latex: str = ""
    remark: str = ""
    why: Callable[[Trace], str] | None = None
    in_words: Callable[[Trace], Mapping[str, Any]] | None = None
    judged: bool = True
    conformance: bool = False
    needs_state: bool = False

    def __new__(cls, *given: Any, **told: Any) -> "Claim":
        if given or told:  # none, where it is copied
            known(cls, given, told)
        return object.__new__(cls)

    def __post_init__(self) -> None:
        if is_strategy(self.cases):
            object.__setattr__(self, "cases", Family(self.cases))
        if isinstance(self.sources, str):
            object.__setattr__(self, "sources", (self.sources,))
        demand(self)
        if self.floats is not None or self.measure is quantities:
            told = getattr(self.measure, "measure", self.measure)
            object.__setattr__(self, "measure", Enclosing(told, self.floats))
        worded(self, "remark", "flaw")

    def without(self, premise: Premise | str) -> "Claim":
        """The claim with one of its hypotheses dropped: the object, or one that a user names by its sentence.

        Raises ValueError where the claim has no such.
        """
        kept = tuple(each for each in self.given if each is not premise and each.words != premise)
        if len(kept) == len(self.given):
            known = ", ".join(map(str, self.given)) or "none"
            raise ValueError(f"{self.id} has no hypothesis {str(premise)!r}; its hypotheses are: {known}")
        return replace(self, given=kept)

    def with_step(self, step: Step, relation: Boolean, when: Callable[[Round], bool] | None = None) -> "Claim":
        """The claim with another relation in one of its steps, and so in its proof. Raises ValueError for no step."""
        if step not in self.steps:
            raise ValueError(f"{self.id} has no step {str(step)!r}; its steps are: {', '.join(map(str, self.steps))}")
        changed = Step(step.words, relation, when or step.when, step.floats)

        def swapped(steps: tuple[Step, ...]) -> tuple[Step, ...]:
            return tuple(changed if each is step else each for each in steps)

        proof = self.proof
        if isinstance(proof, Induction):
            rounds = {kind: replace(each, steps=swapped(each.steps)) for kind, each in proof.rounds.items()}
            proof = replace(proof, rounds=rounds)
        elif proof is not None:
            proof = replace(proof, steps=swapped(proof.steps))
        return replace(self, steps=swapped(self.steps), proof=proof)

    def with_bound(self, bound: Boolean) -> "Claim":
        """The claim with another bound, made tighter than true in tests, for example."""
        kept = tuple(each for each in self.slack if each in conjuncts(bound))
        return replace(self, bound=bound, slack=kept, latex="")

    def error(self, trace: Trace) -> Any:
        """How far a float may be off in the game, by `floats`."""
        return self.floats(trace) if callable(self.floats) else self.floats

    @property
    def rounded(self) -> bool:
        """Whether it says of floats how far they may be off, and that is more than nothing."""
        return bool(self.floats or any(step.floats for step in self.steps))

    @property
    def sharp(self) -> tuple[Boolean, ...]:
        """The inequalities of the bound that one game must meet with equality, all at once, to attain it.

        Equations are not among them, and an "exact" claim has none: what is equal by definition is attained by nothing.
        """
        if self.label == "exact":
            return ()
        return tuple(each for each in conjuncts(self.bound) if each.rel_op in ("<=", ">=") and each not in self.slack)

    @property
    def about(self) -> tuple[type, ...]:
        """The learners that the claim is verified on."""
        return (() if self.learner is None else (self.learner,)) + self.learners

    @property
    def statement(self) -> Sentence:
        """The statement as plain text, which remembers its LaTeX."""
        return Sentence(self.states)

    @property
    def formula(self) -> str:
        """The bound in LaTeX: as its author writes it, or as it is printed."""
        return self.latex or latex(self.bound)

    def build(self, limits: Limits, decoder: Build | None = None) -> Callable[[Choices], Case]:
        """The decoder with its limits and the options of the hypotheses filled in."""
        chosen: Any = decoder or self.cases.build
        filled = {**limits, **self.options(chosen)}
        return lambda choices: chosen(choices, **filled)

    def options(self, decoder: Callable[..., Any]) -> dict[str, bool]:
        """What the decoder is asked for on account of the hypotheses, of what it can be asked for."""
        taken = inspect.signature(decoder).parameters
        return {each.option: True for each in self.given if each.option in taken}
