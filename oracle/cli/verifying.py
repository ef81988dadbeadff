"""`learncheck verify`."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from learncheck.oracle.cli import arguments
from learncheck.oracle.cli.group import UNFINISHED
from learncheck.oracle.cli.messages import tell, tell_written, writing
from learncheck.oracle.cli.options import JOBS, QUIET, outputs
from learncheck.oracle.report.progress import Watch, watching

if TYPE_CHECKING:
    from rich.console import Console

    from learncheck.oracle.engine.verdicts import Evidence
    from learncheck.theorems.language.claim import Claim

MANY = 1 << 20
"""More tasks than there are workers, whatever their number: the shards of a campaign."""


@click.command()
@click.argument("targets", nargs=-1, metavar="[CLAIM|FILE.py|FILE.py::ID ...]")
@click.option("--profile", type=click.Choice(["quick", "full", "deep"]), default="quick", show_default=True,
              help="How hard to attack.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of all attacks.")
@outputs(json="Write the evidence as JSON.", html="Write an HTML page.")
@JOBS
@click.option("--executor", type=click.Choice(["processes", "dask"]), default="processes", show_default=True,
              help="Where to run: on this machine, or on a cluster.")  # fmt: skip
@click.option("--scheduler", metavar="ADDRESS", help="The dask scheduler, tcp://host:8786 for example.")
@click.option("--resume", is_flag=True, help="Continue a campaign that was stopped.")
@click.option("--verbose", "-v", is_flag=True, help="Show every claim, and full tracebacks of a claim's own code.")
@QUIET
def verify(
    targets: tuple[str, ...], profile: str, seed: int, jobs: int | None, executor: str,
    scheduler: str | None, resume: bool, verbose: bool, quiet: bool, **files: Path | None,
) -> int:  # fmt: skip
    """Attack claims on the reference learners: all claims, those named, or those that a file of your own defines.

    With the profile deep, and with --executor dask or --resume, this runs as a campaign: the attack on each claim is
    cut into shards, and each shard is saved as soon as it is finished.
    """
    json_path, html_path = files["json"], files["html"]
    began = time.monotonic()
    arguments.outputs(files, map(Path, targets))
    with writing() as unwritten:
        with watching(quiet) as watch:
            from learncheck.oracle.engine import executors
            from learncheck.oracle.engine.player import unwatched
            from learncheck.oracle.engine.profiles import PROFILES
            from learncheck.oracle.engine.verify import run_all
            from learncheck.oracle.files import write_json, write_text
            from learncheck.oracle.report import lines, verified
            from learncheck.oracle.report.evidence import as_json

            out = lines.console()
            watch.say(arguments.loading(targets))
            chosen = arguments.claims(targets)
            in_shards = profile == "deep" or executor != "processes" or bool(scheduler or resume)
            watch.begin("claims", len(chosen))
            if in_shards:
                watch.say("waiting for the first shards of the campaign")
            tasks = MANY if in_shards or jobs else len(chosen) // executors.CLAIMS_A_WORKER
            start, workers = executors.workers(executor, scheduler, jobs, tasks)
            run = run_all(
                chosen, PROFILES[profile], seed=seed, start=start, workers=workers,
                resume=resume if in_shards else None, tick=unwatched if in_shards else watch.tick,
                tell=watch.campaign if in_shards else unwatched, say=tell,
            )  # fmt: skip
            streamed = not quiet and verified.is_streamed(out, chosen)
            evidence, stopped = _gathered(out, chosen, run, watch, counts=not in_shards, streamed=streamed)
        try:
            if not quiet and evidence:
                seconds, stopped_of = time.monotonic() - began, len(chosen) if stopped else 0
                verified.print_verified(out, evidence, seconds, stopped_of, streamed=streamed, verbose=verbose)
                verified.print_ungrown(out, [claim for claim, file in chosen if file is not None])
        finally:  # also where the reader of the output has closed the pipe
            if json_path is not None:
                claims_json = [as_json(finding) for finding in evidence]
                write_json(json_path, {"schema": 1, "profile": profile, "seed": seed, "claims": claims_json})
            if html_path is not None:
                with watching(quiet) as watch:
                    watch.say(f"writing {html_path}")
                    from learncheck.oracle.report.html import verify_page

                    write_text(html_path, verify_page(evidence))
        tell_written(quiet, json_path, html_path)
        if stopped:
            raise click.Abort
    for finding in evidence if verbose else ():
        click.echo(finding.traceback, nl=False, err=True)
    return status(evidence, unwritten)


def _gathered(
    out: Console, chosen: Sequence[tuple[Claim, Path | None]], run: Generator[list[Evidence]], watch: Watch, *,
    counts: bool, streamed: bool,
) -> tuple[list[Evidence], bool]:  # fmt: skip
    """Return the evidence and whether Ctrl-C stopped the run, which keeps what is finished.

    Print failures as they come, and with `streamed` all claims. counts: whether to count claims; a campaign reports its
    own progress.
    """
    from learncheck.oracle.engine.verify import keep
    from learncheck.oracle.report import verified

    gathered: list[Evidence] = []
    troubles: set[str] = set()
    with suppress(KeyboardInterrupt), closing(run):
        for number, ((_, file), evidence) in enumerate(zip(chosen, run, strict=True), start=1):
            for finding in evidence:
                keep(finding, file)
            _print_troubles(evidence, watch, troubles)
            if failed := _fallen(evidence):
                from learncheck.oracle.report import fallen

                with watch.aside():
                    fallen.print_fallen(out, failed, file, below=bool(_fallen(gathered)))
            gathered += evidence
            if streamed:
                width = max(len(claim.id) for claim, _ in chosen)
                verified.print_as_it_comes(out, verified.claim_rows(evidence), width)
            if counts:
                ratios = (finding.ratio for finding in gathered if finding.claim.refuted_by is None)
                watch.reached(number, sum(finding.games for finding in gathered), ratios, len(_fallen(gathered)))
        return gathered, False
    return gathered, True


def _print_troubles(evidence: Sequence[Evidence], watch: Watch, printed: set[str]) -> None:
    """Print once what was wrong with the stored certificates of complete proofs, or hinders that new ones are kept."""
    proofs = [finding.proof for finding in evidence if finding.proof is not None and finding.proof.complete]
    lines = dict.fromkeys(line for proof in proofs for line in proof.troubles if line not in printed)
    printed.update(lines)
    with watch.aside():
        for line in lines:
            click.echo(line, err=True)


def status(evidence: Sequence[Evidence], unwritten: Mapping[str, str]) -> int:
    """Return the exit status for the evidence."""
    if unwritten or any(finding.verdict in ("oracle-error", "undecided", "vacuous") for finding in evidence):
        return UNFINISHED
    return 1 if _fallen(evidence) else 0


def _fallen(evidence: Sequence[Evidence]) -> list[Evidence]:
    return [finding for finding in evidence if not finding.expected]
