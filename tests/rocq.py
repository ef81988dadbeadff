"""Let Rocq check the proofs of the catalogue, one file after the other.

python tests/rocq.py [CLAIM ...]      what `learncheck show CLAIM --rocq` prints of these claims, or of all with a proof

Needs coqc (Debian's package coq, 8.16 or later). Says of each file whether it is accepted, with the processor time, and
ends with status 1 if one is not, or if one rests on an axiom other than those of Rocq's real numbers.
"""

import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from learncheck.oracle.files import Unusable
from learncheck.oracle.prover.rocq import text
from learncheck.theorems.language.registry import catalogue, select

AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec", "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep", "Classical_Prop.classic",
}  # fmt: skip
"""Those of Rocq's real numbers, their logarithms and exponentials."""


def refusal(proof: str, folder: Path) -> str:
    """Why Rocq does not accept the file, or nothing. Raises FileNotFoundError if coqc is not on PATH."""
    (folder / "proof.v").write_text(proof, encoding="utf-8")
    ran = subprocess.run(["coqc", "-q", "-noglob", "proof.v"], cwd=folder, capture_output=True, text=True)
    others = set(re.findall(r"^([\w.]+)(?=\s+:)", ran.stdout, re.MULTILINE)) - AXIOMS
    if ran.returncode:
        return ran.stderr
    return f"it rests on {', '.join(sorted(others))}" if others else ""


def main(names: list[str]) -> int:
    """Check these claims, or all that have a proof, and say how many are accepted."""
    chosen = [claim for claim in (select(names) if names else catalogue()) if claim.proof is not None]
    accepted, whole = 0, 0.0
    for claim in chosen:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        with tempfile.TemporaryDirectory() as folder:
            try:
                refused = refusal(text(claim), Path(folder))
            except Unusable as error:
                refused = str(error)
        spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        accepted, whole = accepted + (not refused), whole + spent
        print(f"{claim.id}: {f'refused: {refused}' if refused else 'accepted'} ({spent:.1f} s)", flush=True)
    print(f"{accepted} of {len(chosen)} files are accepted, in {whole:.0f} s of processor time")
    return 0 if accepted == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
