"""Search for the certificates of the catalogue's proofs, which are then stored with the claims (theorems/certificates).

python tests/record_certificates.py [CLAIM ...]      search for what is missing, and rewrite the files

Needs z3. Certificates that still fit are kept as they are, so that a change of a claim shows as a change of its lines.
"""

import sys
from pathlib import Path

from learncheck.oracle.files import write_text
from learncheck.oracle.prover.certificates import MISSING, STORED, Certificates, text_of
from learncheck.oracle.prover.polynomials import system
from learncheck.oracle.prover.prove import obligations
from learncheck.oracle.prover.search import line_for
from learncheck.theorems.language.registry import all_claims


def main(names: list[str]) -> None:
    """Rewrite the files of these claims, or of all."""
    claims = {claim.id: claim for claim in all_claims() if claim.proof is not None}
    for name in names or claims:
        own = Certificates(name, kept=Path("build") / "none")
        lines = dict(own.stored)
        for each in obligations(claims[name]):
            asked = system(each)
            if own.get(asked.digest) in (MISSING, None):
                lines[asked.digest] = line_for(asked)
                if lines[asked.digest] is None:
                    print(f"{name}: no certificate was found of {str(each.words)!r}", flush=True)
        write_text(STORED / f"{name}.json", text_of(lines))


if __name__ == "__main__":
    main(sys.argv[1:])
