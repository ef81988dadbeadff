r"""What a claim is: one definition in one place, from which everything else is derived.

    M = quantity("M", "the mistakes")
    H = quantity("H", "the size of the class")
    V = sympy.Symbol("V", nonnegative=True)  # the hypotheses that are still alive
    REMOVES_HALF = Step("a mistake removes at least half of the hypotheses", Next(V) <= V / 2)
    ONE_STAYS = Step("the hypothesis that labels the sequence is never removed", Next(V) >= 1, always)

    HALVING = Claim(
        "halving-mistakes",
        r"Halving makes at most $\log_2|H|$ mistakes.",
        bound=M <= log(H, 2),
        assuming=(REALIZABLE,),
        cases=CLASSES,
        learner=Halving,
        measure=lambda trace: {M: trace.mistakes, H: len(trace.case.hypotheses)},
        watch=("alive",),
        state=lambda state, values, trace: {V: state["alive"].sum()},
        steps=(REMOVES_HALF, ONE_STAYS),
        proof=Induction(means={"a class is not empty": H >= 1}),
    )

A case of the `Family` is played on the learner, which gives a trace. Where the trace satisfies the hypotheses in
`assuming`, `measure` reads the symbols of the bound off it, and the bound must hold. The steps must hold in every round
of what `state` reads off the learner's attributes before and after it. `proof` derives the bound from them, for all
sizes.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal

import sympy
from sympy.logic.boolalg import Boolean

from learncheck.exact.decide import conjuncts
from learncheck.strategies.play.batch import Batch
from learncheck.strategies.play.case import Case, CaseT, Round, Snapshot, Trace
from learncheck.strategies.play.choices import Choices, drawn_from, is_strategy
from learncheck.theorems.language.definitions import Kind, Label, Reading, demand, demand_arguments
from learncheck.theorems.language.floats import Enclosing, Error, Tolerance
from learncheck.theorems.language.latex import latex
from learncheck.theorems.language.limits import AsLimits, Growth, Limits
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Chain, Induction, Proof
from learncheck.theorems.language.quantities import quantities
from learncheck.theorems.language.sentence import worded
from learncheck.theorems.language.step import Step
from learncheck.theorems.language.symbols import quantity as quantity

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Values = Mapping[sympy.Symbol, Any]
"""The values of a claim's quantities: a mapping from symbols to numbers."""


@dataclass(frozen=True)
class Source:
    """Where the notes state it: the name of the notes, and the place in them, such as "Theorem 9.1"."""

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
    """Raised by `measure` or `state`: the learner does not expose the state that the claim is about."""


Build = Callable[..., CaseT]


@dataclass(frozen=True)
class Family(Generic[CaseT]):
    """The cases that a claim quantifies over, and how each attack draws them.

    build:   `build(choices, **limits)` decodes `Choices` into a case. A Hypothesis strategy of cases also works, but
             takes no limits and cannot be exhausted.
    search:  the limits for Hypothesis: small cases. `scout` has those for random play, which may be larger.
    exhaust: the decoder to be enumerated, with the limits `quick` and `full` in the profiles of these names; by default
             `build`, if there are such limits.
    extent:  what "exhausted" then covers, in words, with the limits in braces, `up to {points:≤ _ points} points`. What
             stands after a colon is what is said beside the word *exhausted*. It must not promise more than is played.
    grows:   how the scout's limits are raised in the largest games, `dict(points=Wide(), rounds=Long())`; without it
             there are none larger. `beyond` says why they cannot be raised further.
    ladder:  returns cases that every profile plays whatever its seed: tiny margins, great lengths, extreme sizes.
    keeps:   tells whether a case that was shrunk by dropping parts still belongs to the family.
    """

    build: "Build[CaseT] | SearchStrategy[CaseT]"
    search: AsLimits = AsLimits()  # noqa: RUF009 (a descriptor)
    scout: AsLimits = AsLimits()  # noqa: RUF009 (a descriptor)
    exhaust: Build[CaseT] | None = None
    quick: AsLimits = AsLimits()  # noqa: RUF009 (a descriptor)
    full: AsLimits = AsLimits()  # noqa: RUF009 (a descriptor)
    extent: str = ""
    grows: Mapping[str, Growth] = field(default_factory=dict)
    beyond: str = ""
    ladder: Callable[[], Iterable[CaseT]] = tuple
    keeps: Callable[[CaseT], bool] = bool

    def __post_init__(self) -> None:
        if is_strategy(self.build):
            object.__setattr__(self, "build", drawn_from(self.build))
            if self.exhaust is None:  # a strategy itself is not enumerated
                vars(self).update(_quick=Limits(), _full=Limits())

    @property
    def enumerated(self) -> Build[CaseT] | None:
        """The decoder that is enumerated: `exhaust`, or `build` if there are limits for it; None if there is none."""
        if self.exhaust is None and (self.quick or self.full):
            return self.build  # type: ignore[return-value]  # a strategy has become a decoder
        return self.exhaust

    @property
    def never_grows(self) -> bool:
        """Whether it has limits on the games of random play, none larger, and no word about why."""
        return bool(self.scout) and not (self.grows or self.beyond or self.ladder is not tuple)

    def covers(self, limits: Limits) -> str:
        """The extent of an enumeration with these limits, in words."""
        return limits.put_into(self.extent)

    def briefly(self, limits: Limits) -> str:
        """Its sizes alone, as in "d = 2, ≤ 3 rounds", or all of it if it names none."""
        return limits.sizes_in(self.extent) or self.covers(limits)


def no_state(state: Snapshot, values: Values, trace: Trace) -> Values:
    """No state quantities."""
    return {}


class AsFamily(Generic[CaseT]):
    """A claim's field that takes a family, or a Hypothesis strategy of cases, and stores a family. No default."""

    def __get__(self, claim: object | None, owner: type) -> Family[CaseT]:
        if claim is None:
            raise AttributeError("cases")
        family: Family[CaseT] = claim.__dict__["_cases"]
        return family

    def __set__(self, claim: object, cases: "Family[CaseT] | SearchStrategy[CaseT]") -> None:
        claim.__dict__["_cases"] = Family(cases) if is_strategy(cases) else cases


class AsSources:
    """A claim's field that takes sources, or the text of one, and stores a tuple; empty by default."""

    def __get__(self, claim: object | None, owner: type) -> tuple[Source | str, ...]:
        sources: tuple[Source | str, ...] = () if claim is None else claim.__dict__["_sources"]
        return sources

    def __set__(self, claim: object, sources: str | tuple[Source | str, ...]) -> None:
        claim.__dict__["_sources"] = (sources,) if isinstance(sources, str) else sources


@dataclass(frozen=True, eq=False)  # compared, and hashed, by identity: it holds dictionaries
class Claim(Generic[CaseT]):
    """A theorem that can be attacked, proved, and checked against learners.

    Generic in its kind of case: a type checker sees that what measures a game fits the games of the family.

    What is claimed:

    id:          its name: letters, digits, and - _ . +
    statement:   the statement in a sentence, with formulas in LaTeX between dollar signs.
    sources:     where the theorem comes from: a `Source`, or any text, "Crammer et al. 2006, Theorem 2".
    kind:        what kind of statement it is: "batch" or "game" by default, as its learner is, and "counting" if it has
                 none.
    bound:       the statement as a sympy relation, with the observed quantity on the left.
    latex:       the bound in LaTeX, if sympy's rendering is not the one you want.
    assuming:    the hypotheses, a tuple of `Premise`s.

    Of what:

    cases:       what the theorem quantifies over: a ready family of `games`, a Hypothesis strategy of cases, or a
                 `Family`.
    batch:       draws many games at once as numpy arrays, for speed.
    learner:     the class that the theorem is about, or None. `learners` lists further classes to try it on.
    measure:     maps a trace to the exact values of the bound's symbols. Not needed for the symbols of `games`.
    tolerance:   how far a measured float may be from its value without rounding: a number, or a function of the trace.
                 The float is then a ball of that radius. 0 means that floats are exact; without
                 `tolerance`, a float is an error.

    Why:

    watch:       the attributes of the learner that the steps need.
    state:       maps a snapshot of these attributes, the measured values and the trace to the steps' quantities.
    during:      maps a round, the measured values and the trace to quantities of that round: its loss, for example.
    steps:       the lines of the proof, each checked in every round of every game; by default those that `proof` uses.
    proof:       how the steps imply the bound: an `Induction` or a `Chain`.

    How sharp it is:

    label:       "upper" or "lower" (no word about sharpness), "tight" (some case attains the bound; give it as
                 `attained_by`), or "exact" (an equality, also where one half holds by definition). By default "exact"
                 where the bound is made of equations, and otherwise "upper".
    slack:       the inequalities of the bound that need not be attained.
    attained_by: the witnesses: cases known to come closest to the bound, or a function that returns them.
    remark:      what is known about sharpness.

    What the notes say:

    reading:     "as-printed", "corrected" (as it is where `repairs` names the claim with the printed statement), or
                 "ours".
    refuted_by:  the case in which a printed statement fails; with a `flaw`, the stored one of its id by default. `flaw`
                 says in a sentence what is wrong with it, and `worked` works the case through, with {M} for the
                 measured value of M.

    How it is judged, and a failure is told:

    judged:      whether submissions are judged by the claim; a refuted one never judges them.
    conformance: whether the claim says that the learner is a particular algorithm, rather than a bound.
    needs_state: whether a learner that exposes no state is skipped.
    in_words:    maps a trace to what is shown of its case beside a counterexample: names with numbers, tuples or
                 tables. By default the case's own `in_words`.
    why:         maps a trace that falsifies the claim to a line that explains it, "" where the two sides explain it.

    Raises BadDefinition, with the file, the claim and the remedy in one line, if the definition is wrong.
    """

    id: str
    statement: str
    sources: AsSources = AsSources()
    kind: Kind | Literal[""] = ""
    label: Label | Literal[""] = ""
    bound: Boolean = field(kw_only=True)
    latex: str = ""
    assuming: tuple[Premise, ...] = ()

    batch: Callable[..., Batch] | None = None
    learner: type | None = None
    learners: tuple[type, ...] = ()
    measure: Callable[[Trace[CaseT, Any]], Values] = quantities
    tolerance: Tolerance = None

    watch: tuple[str, ...] = ()
    state: Callable[[Snapshot, Values, Trace[CaseT, Any]], Values] = no_state
    during: Callable[[Round, Values, Trace[CaseT, Any]], Values] | None = None
    steps: tuple[Step, ...] = None  # type: ignore[assignment]  # those of the proof
    proof: Induction | Chain | None = None

    slack: tuple[Boolean, ...] = ()
    attained_by: Iterable[CaseT] | Callable[[], Iterable[CaseT]] = ()
    remark: str = ""

    reading: Reading = "as-printed"
    repairs: str | None = None
    refuted_by: str | Case | None = None
    flaw: str = ""
    worked: tuple[str, ...] = ()

    judged: bool = True
    conformance: bool = False
    needs_state: bool = False
    in_words: Callable[[Trace[CaseT, Any]], Mapping[str, object]] | None = None
    why: Callable[[Trace[CaseT, Any]], str] | None = None

    _: KW_ONLY
    cases: AsFamily[CaseT] = AsFamily()

    def __new__(cls, *given: object, **named: object) -> "Claim":
        if given or named:  # none when it is copied; what the constructor does not take is said in one line
            demand_arguments(cls, given, named)
        return object.__new__(cls)

    def __post_init__(self) -> None:
        if self.repairs is not None and self.reading == "as-printed":
            object.__setattr__(self, "reading", "corrected")
        if not self.kind:
            kind = "counting" if self.learner is None else "batch" if hasattr(self.learner, "fit") else "game"
            object.__setattr__(self, "kind", kind)
        if not self.label:
            parts = self.bound.args if isinstance(self.bound, sympy.And) else (self.bound,)
            equations = all(isinstance(part, sympy.Eq) for part in parts)
            object.__setattr__(self, "label", "exact" if equations else "upper")
        if self.flaw and self.refuted_by is None:
            object.__setattr__(self, "refuted_by", f"{self.id}.json")
        if self.refuted_by is not None:
            object.__setattr__(self, "judged", False)
        if self.steps is None:
            object.__setattr__(self, "steps", self.proof.used if isinstance(self.proof, Proof) else ())
        demand(self)
        bare = getattr(self.measure, "measure", self.measure)  # where it is a claim with another error
        theirs = not getattr(bare, "__module__", "learncheck").startswith("learncheck")  # it may call `quantities`
        if self.tolerance is not None or bare is quantities or theirs:
            object.__setattr__(self, "measure", Enclosing(bare, self.tolerance))
        worded(self, "statement", "remark", "flaw")

    def without(self, premise: Premise | str) -> "Claim":
        """The claim without one of its hypotheses, given as the `Premise` or its sentence. Raises ValueError."""
        rest = tuple(stated for stated in self.assuming if stated is not premise and stated.words != premise)
        if len(rest) == len(self.assuming):
            hypotheses = ", ".join(map(str, self.assuming)) or "none"
            raise ValueError(f"{self.id} has no hypothesis {str(premise)!r}; its hypotheses are: {hypotheses}")
        return replace(self, assuming=rest)

    def with_step(self, step: Step, relation: Boolean, when: Callable[[Round], bool] | None = None) -> "Claim":
        """The claim with another relation for one of its steps, also in the proof. Raises ValueError."""
        if step not in self.steps:
            raise ValueError(f"{self.id} has no step {str(step)!r}; its steps are: {', '.join(map(str, self.steps))}")
        changed = Step(step.words, relation, when or step.when, step.tolerance)

        def swapped(steps: tuple[Step, ...]) -> tuple[Step, ...]:
            return tuple(changed if line is step else line for line in steps)

        proof = self.proof
        if isinstance(proof, Induction):
            kinds = proof.rounds.items()
            rounds = {kind: replace(transition, steps=swapped(transition.steps)) for kind, transition in kinds}
            proof = replace(proof, rounds=rounds)
        elif proof is not None:
            proof = replace(proof, steps=swapped(proof.steps))
        return replace(self, steps=swapped(self.steps), proof=proof)

    def with_bound(self, bound: Boolean) -> "Claim":
        """The claim with another bound: one that is too tight, in a test, say."""
        slack = tuple(part for part in self.slack if part in conjuncts(bound))
        return replace(self, bound=bound, slack=slack, latex="")

    def applies_to(self, trace: Trace) -> bool:
        """Whether the game meets all hypotheses."""
        return all(premise.holds(trace) for premise in self.assuming)

    def witnesses(self) -> Iterable[CaseT]:
        """The cases known to come closest to the bound."""
        return self.attained_by() if callable(self.attained_by) else self.attained_by

    def error(self, trace: Trace) -> Error | None:
        """The value of `tolerance` for this game."""
        return self.tolerance(trace) if callable(self.tolerance) else self.tolerance

    @property
    def rounded(self) -> bool:
        """Whether some float may be off by more than 0."""
        return bool(self.tolerance or any(step.tolerance for step in self.steps))

    @cached_property
    def sharp(self) -> tuple[Boolean, ...]:
        """The inequalities that a single game must meet with equality to attain the bound.

        Equations do not count, so an "exact" claim has none.
        """
        if self.label == "exact":
            return ()
        return tuple(part for part in conjuncts(self.bound) if part.rel_op in ("<=", ">=") and part not in self.slack)

    @property
    def about(self) -> tuple[type, ...]:
        """The learners on which the claim is verified."""
        return (() if self.learner is None else (self.learner,)) + self.learners

    def learner_named(self, name: str | None) -> type | None:
        """The learner of this name among those on which the claim is verified, or else the claim's own."""
        return next((learner for learner in self.about if learner.__name__ == name), self.learner)

    @property
    def formula(self) -> str:
        """The bound in LaTeX: the author's, or sympy's."""
        return self.latex or latex(self.bound)

    def build(self, limits: Limits, decoder: Build | None = None) -> Callable[[Choices], Case]:
        """The decoder with its limits and the hypotheses' options filled in."""
        chosen: Any = decoder or self.cases.build
        filled = {**limits, **self.options(chosen)}
        return lambda choices: chosen(choices, **filled)

    def options(self, decoder: Callable[..., object]) -> dict[str, bool]:
        """The options of the hypotheses that the decoder accepts, all True."""
        taken = inspect.signature(decoder).parameters
        return {premise.option: True for premise in self.assuming if premise.option in taken}


# `__new__` takes anything, to say what is wrong with it in one line; tools are shown what the constructor takes.
setattr(Claim, "__signature__", inspect.Signature([*inspect.signature(Claim.__init__).parameters.values()][1:]))  # noqa: B010

COMMON = ("sources", "kind", "cases", "assuming", "bound", "measure", "tolerance", "learner", "watch", "needs_state")
"""What a printed statement has in common with its repair, unless it says otherwise."""


def as_printed(repaired: Claim[CaseT], statement: str, *, flaw: str, **changes: Any) -> Claim[CaseT]:
    """The printed statement that this claim repairs. The counterexample stored under its id refutes it."""
    printed = f"{repaired.id}-as-printed"
    common = {name: getattr(repaired, name) for name in COMMON}
    label = "upper" if repaired.label == "tight" else repaired.label
    return Claim(printed, statement, **{**common, "label": label, "flaw": flaw, **changes})
