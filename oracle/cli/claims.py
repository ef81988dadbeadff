"""The claims themselves, and the learners: `learncheck list`, `show` and `new`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

import click

from learncheck.oracle.boundary.names import near
from learncheck.oracle.cli import arguments
from learncheck.oracle.cli.group import UNFINISHED
from learncheck.oracle.cli.messages import Wrong, tell, writing
from learncheck.oracle.cli.verifying import status
from learncheck.oracle.report.progress import Watch, watching

if TYPE_CHECKING:
    from learncheck.oracle.engine.verdicts import Evidence
    from learncheck.theorems.language.claim import Claim


@click.command("list")
@click.argument("words", nargs=-1, metavar="[WORD|FILE.py ...]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_claims(words: tuple[str, ...], as_json: bool) -> None:
    """List claims. With WORDs, only those matching all of them; with FILE.py, the claims defined there."""
    from learncheck.oracle.report.listing import listing

    files = [word for word in words if word.partition("::")[0].endswith(".py")]
    wanted = [word.lower() for word in words if word not in files]
    with watching(), redirect_stdout(sys.stderr):  # what a file or a package prints is no part of the list
        listed = listing(files)
    texts = [json.dumps(entry, ensure_ascii=False).lower() for entry in listed]
    entries = [entry for entry, text in zip(listed, texts, strict=True) if all(word in text for word in wanted)]
    if wanted and not entries:
        ids = [entry["id"] for entry in (listing() if files else listed)]
        misspelt = [word for word in wanted if not any(word in text for text in texts)]
        raise Wrong(f"no claim matches {' and '.join(wanted)}{_meant(misspelt, ids)}")
    if as_json:
        click.echo(json.dumps(entries, indent=1, ensure_ascii=False))
        return
    from learncheck.oracle.report.listing import print_listing

    print_listing(entries)


def _meant(words: Sequence[str], ids: Sequence[str]) -> str:
    """Return what the misspelt words may have been meant to be, as the end of a message."""
    from learncheck.learners import LEARNERS

    names = [*LEARNERS, *ids]
    return next(filter(None, (near(word, names) for word in words)), "; `learncheck list` shows all claims")


@click.command()
@click.argument("targets", nargs=-1, required=True, metavar="CLAIM|LEARNER|FILE.py|FILE.py::ID ...")
@click.option(
    "--profile",
    type=click.Choice(["quick", "full", "deep"]),
    help="Attack the claims again, this hard, and print their proofs line by line. Without it, the evidence on record "
    "is shown, if there is any.",
)
@click.option("--rocq", is_flag=True, help="Print the proof of one claim as a file that Rocq checks.")
@click.option("--format", "form", type=click.Choice(["text", "latex"]), default="text", show_default=True,
              help="LaTeX is for citing.")  # fmt: skip
def show(targets: tuple[str, ...], profile: str | None, rocq: bool, form: str) -> int:
    """Show claims: statement, source, bound, steps of the proof, attacks, and evidence.

    For a LEARNER, show the interface that a class needs, its claims, and a skeleton to start from.
    """
    if form == "text" and not (rocq or profile) and _show_recorded(targets):
        return 0
    # the learners alone begin with a capital letter
    arguments.refuse_unknown(name for name in targets if not name[:1].isupper())
    from learncheck.learners import LEARNERS

    learners = all(name in LEARNERS for name in targets)
    if rocq and (form != "text" or profile):
        raise Wrong("--rocq prints a proof and nothing else; leave out --format and --profile, or --rocq")
    if learners and (rocq or profile or form != "text"):
        raise Wrong("--rocq, --format and --profile are for claims; leave them out, or name a claim")
    if learners:
        return _show_learners(targets)
    if among := [name for name in targets if name in LEARNERS]:
        raise Wrong(f"{among[0]} is a learner, and other names are those of claims; show claims and learners apart")
    for name in targets:
        if name[:1].isupper() and ".py" not in name and name not in LEARNERS and (meant := near(name, list(LEARNERS))):
            raise Wrong(f"no learner is called {name}{meant}")
    with writing() as unwritten, watching() as watch:
        if rocq:
            return _print_for_rocq(targets, watch)
        if form != "text":
            return _cite(arguments.claims(targets), profile or "quick", watch)
        evidence = _show_claims(arguments.claims(targets), profile or "quick", watch)
    return status(evidence, unwritten)


def _show_recorded(names: Sequence[str]) -> bool:
    """Print the claims as they are on record, and return True, if all of them are."""
    from learncheck.oracle.report.lines import console, say
    from learncheck.theorems.recorded import shown

    records = [shown(name) for name in names]
    if not all(records):
        return False
    out = console()
    for index, lines in enumerate(records):
        for line in ["", "─" * 40, "", *lines] if index else lines:
            say(out, line, hang=True)
    say(out, "")
    say(out, f"attack again, and print every line of a proof: learncheck show {' '.join(names)} --profile quick")
    return True


def _show_claims(chosen: Sequence[tuple[Claim, Path | None]], profile: str, watch: Watch) -> list[Evidence]:
    """Print the claims, each with the evidence of a fresh attack, which is returned."""
    from learncheck.oracle.engine.profiles import PROFILES
    from learncheck.oracle.engine.verify import keep
    from learncheck.oracle.engine.verify import verify as run
    from learncheck.oracle.report import lines, verified

    out = lines.console()
    gathered: list[Evidence] = []
    watch.begin("claims", len(chosen))
    for index, (claim, file) in enumerate(chosen):
        with watch.aside():
            if index:
                out.print("\n" + "─" * 40 + "\n")
            for line in verified.show_claim(claim):
                lines.say(out, line, hang=True)
        for evidence in run([claim], PROFILES[profile], tick=watch.tick):
            keep(evidence, file)
            gathered.append(evidence)
            with watch.aside():
                _show_evidence(evidence)
        watch.reached(index + 1, watch.games + evidence.games, [watch.worst], 0)
    return gathered


def _show_evidence(evidence: Evidence) -> None:
    """Print the evidence, the proof line by line, and a counterexample."""
    from learncheck.oracle.prover import proof_text
    from learncheck.oracle.report import lines, verified
    from learncheck.oracle.report.evidence import in_words

    out = lines.console()
    out.print()
    if evidence.verdict == "oracle-error":
        lines.say(out, f"evidence: {in_words(evidence)}: {evidence.message}")
        return
    for line in verified.show_evidence(evidence):
        lines.say(out, line, hang=True)
    if evidence.proof is not None:
        for line in ["", *proof_text.text(evidence.proof)]:
            lines.say(out, line)
    if evidence.counterexample is not None:
        from learncheck.oracle.report import fallen

        fallen.print_counterexample(out, evidence.claim, evidence.counterexample)


def _show_learners(names: Sequence[str]) -> int:
    from learncheck.oracle.report.learner import show_learner
    from learncheck.oracle.report.lines import console, say

    out = console()
    for number, name in enumerate(names):
        say(out, f"{'' if not number else chr(10)}{name}", style="bold")
        for line in show_learner(name):
            say(out, line, hang=True)
    return 0


def _cite(chosen: Sequence[tuple[Claim, Path | None]], profile: str, watch: Watch) -> int:
    """Print the claims with their evidence in LaTeX."""
    from learncheck.oracle.engine.profiles import PROFILES
    from learncheck.oracle.engine.verify import verify as run
    from learncheck.oracle.report.citation import latex

    watch.begin("claims", len(chosen))
    cited = {claim.id: (claim, list(run([claim], PROFILES[profile], tick=watch.tick))) for claim, _ in chosen}
    with watch.aside():
        click.echo(latex(list(cited.values())))
    return status([finding for _, evidence in cited.values() for finding in evidence], {})


@click.command()
@click.argument("name", metavar="NAME")
def new(name: str) -> int:
    """Write NAME.py, a template to start from: a claim that passes, with its learner, its cases and its bound."""
    from learncheck.oracle.files import write_text
    from learncheck.oracle.report.template import claim_file, module_name

    path = Path(f"{module_name(name)}.py")
    if path.exists():
        raise Wrong(f"{path} already exists; choose another name, or move the file away")
    write_text(path, claim_file(path.stem))
    click.echo(f"wrote {path}: a claim that stands, with its learner, its cases and its bound")
    click.echo(f"try it: learncheck verify {path}")
    return 0


def _print_for_rocq(targets: tuple[str, ...], watch: Watch) -> int:
    """Print the proof of the one claim that is named, as a file for Rocq."""
    from learncheck.oracle.engine.faults import raised
    from learncheck.oracle.files import Unusable
    from learncheck.oracle.prover.rocq import text
    from learncheck.theorems.language.chapters import topic

    chosen = [claim for claim, file in arguments.claims(targets) if file is not None or claim.id in targets]
    chosen = [claim for claim in chosen if claim.proof is not None] or chosen  # those with a proof, if any
    if len(chosen) > 1:
        raise Wrong(f"--rocq prints the proof of one claim, not of {len(chosen)}; name one of them")
    try:
        file = text(chosen[0])
    except (Unusable, OSError):
        raise
    except Exception as error:  # whatever the claim's own functions raise
        if topic(chosen[0]):  # a claim of the notes, so it is an error of ours
            raise
        tell(f"{chosen[0].id} has no proof to write: {raised(error, chosen[0])}; mend the claim")
        return UNFINISHED
    with watch.aside():
        click.echo(file, nl=False)
    return 0
