"""Search for the certificates of proofs, which are then stored with the claims: those of the catalogue in
theorems/certificates, and those of each installed package that has such a folder in its own.

python tests/record_certificates.py [CLAIM ...]      search for what is missing or refused, and rewrite the files

Needs z3. Certificates that still fit are kept as they are, so that a change of a claim shows as a change of its lines.
"""

import sys
from pathlib import Path

from learncheck.oracle.files import write_text
from learncheck.oracle.prover.certificates import Certificates, text_of
from learncheck.oracle.prover.prove import prove
from learncheck.theorems.language.registry import with_packages
from learncheck.theorems.recorded import folders


def main(names: list[str]) -> None:
    """Rewrite the files of these claims, or of all."""
    places = {name: folder / "certificates" for name, folder in folders().items()}
    places = {name: place for name, place in places.items() if place.is_dir()}
    claims = {
        claim.id: (claim, places[package])
        for claim, package in with_packages()
        if claim.proof is not None and package in places
    }
    if unknown := [name for name in names if name not in claims]:
        sys.exit(f"{unknown[0]} is no claim with a proof; name one that `learncheck list` shows, or none for all")
    for name in names or claims:
        claim, place = claims[name]
        own = Certificates(name, stored=place, folder=Path("build") / "none")
        own.stored = {digest: line for digest, line in own.stored.items() if line is not None}  # those are tried again
        report = prove(claim, certificates=own)
        write_text(place / f"{name}.json", text_of(own.used))
        for trouble in own.troubles:
            print(trouble)
        print(f"{name}: {report.words}", flush=True)
        for line in report.open:
            print(f"  {line.status}: {line.obligation.words}: {line.note}", flush=True)
    for place in places.values():
        for file in place.glob("*.json"):
            if file.stem not in claims or claims[file.stem][1] != place:
                file.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
