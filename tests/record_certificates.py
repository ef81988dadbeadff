"""Search for the certificates of the catalogue's proofs, which are then stored with the claims (theorems/certificates).

python tests/record_certificates.py [CLAIM ...]      search for what is missing or refused, and rewrite the files

Needs z3. Certificates that still fit are kept as they are, so that a change of a claim shows as a change of its lines.
"""

import sys
from pathlib import Path

from learncheck.oracle.files import write_text
from learncheck.oracle.prover.certificates import STORED, Certificates, text_of
from learncheck.oracle.prover.prove import prove
from learncheck.theorems.language.registry import all_claims


def main(names: list[str]) -> None:
    """Rewrite the files of these claims, or of all."""
    claims = {claim.id: claim for claim in all_claims() if claim.proof is not None}
    for name in names or claims:
        own = Certificates(name, kept=Path("build") / "none")
        own.stored = {digest: line for digest, line in own.stored.items() if line is not None}  # those are tried again
        report = prove(claims[name], certificates=own)
        write_text(STORED / f"{name}.json", text_of(own.used))
        for each in own.troubles:
            print(each)
        print(f"{name}: {report.words}", flush=True)
        for line in report.open:
            print(f"  {line.status}: {line.obligation.words}: {line.note}", flush=True)
    for file in STORED.glob("*.json"):
        if file.stem not in claims:
            file.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
