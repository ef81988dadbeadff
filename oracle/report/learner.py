"""What `learncheck show LEARNER` prints: the interface of a class that can be judged, and a skeleton to start from."""

import inspect

from learncheck.learners import LEARNERS
from learncheck.theorems.recorded import recorded, unrecorded

BODIES = {"update": ["pass"], "fit": ["return self"], "probabilities": ["return np.full(self.n, 1 / self.n)"]}
"""What a skeleton's methods do, but for `__init__` and `predict`."""


def show_learner(name: str) -> list[str]:
    """Return the learner's constructor, methods and state, its claims and a skeleton that runs, as lines."""
    learner = LEARNERS[name]
    about = judging(name)
    width = max(map(len, about), default=0)
    return [
        *inspect.cleandoc(learner.__doc__ or name).splitlines(),
        "",
        "A label is +1 or −1; a prediction may be 0 at a tie, which counts as a mistake. Instances are "
        "numpy arrays unless said otherwise. The state is optional: with it, the steps of the proofs are checked too.",
        "",
        f"constructor  {name}({', '.join(parameters(learner, '__init__'))})",
        *(f"method       {method}({', '.join(parameters(learner, method))})" for method in methods(learner)),
        "",
        "A class of this name is judged by these claims (learncheck show CLAIM explains one):",
        *(f"  {claim_id.ljust(width)}  {statement}" for claim_id, statement in about.items()),
        "",
        "A skeleton that runs, but learns nothing yet:",
        "",
        *(f"    {line}".rstrip() for line in skeleton(name).splitlines()),
        "",
        f"Save it as mine.py, and run: learncheck grade mine.py. A class of another name: --learner {name}=CLASS.",
    ]


def judging(name: str) -> dict[str, str]:
    """Return the statements of the claims that judge submissions of this learner, by id."""
    if not unrecorded():
        listed = [record["listed"] for record in recorded().values()]
        return {claim["id"]: claim["statement"] for claim in listed if claim["judged"] and claim["learners"][0] == name}
    from learncheck.theorems.language.registry import claims_judging  # takes seconds

    return {claim.id: str(claim.statement) for claim in claims_judging(name)}


def methods(learner: type) -> list[str]:
    """Return the methods that a submission needs, in the order in which they are called."""
    return [name for name in ("fit", "probabilities", "predict", "update") if hasattr(learner, name)]


def parameters(learner: type, method: str) -> list[str]:
    """Return the method's positional parameters after `self`, with their defaults."""
    if getattr(learner, method) is object.__init__:
        return []
    arguments = inspect.signature(getattr(learner, method)).parameters.values()
    return [
        argument.name if argument.default is argument.empty else f"{argument.name}={argument.default!r}"
        for argument in list(arguments)[1:]
        if argument.kind is argument.POSITIONAL_OR_KEYWORD
    ]


def skeleton(name: str) -> str:
    """Return a class with the learner's interface: it always answers +1."""
    learner = LEARNERS[name]
    batch = "fit" in methods(learner)
    bodies = BODIES | {"predict": ["return np.ones(len(X), dtype=int)" if batch else "return 1"]}
    lines = ["import numpy as np", "", "", f"class {name}:"]
    if taken := parameters(learner, "__init__"):
        bodies["__init__"] = [f"self.{argument} = {argument}" for argument in taken]
    for method in (["__init__"] if taken else []) + methods(learner):
        lines.append(f"    def {method}({', '.join(['self', *parameters(learner, method)])}):")
        lines += [*(f"        {line}" for line in bodies[method]), ""]
    return "\n".join(lines[:-1]) + "\n"
