#!/usr/bin/env bash
# Run once by Gradescope when the autograder's image is built. Zip this folder's files together with a checkout of
# learncheck (as the folder learncheck/) and upload the archive.
set -euo pipefail

apt-get update
apt-get install -y --no-install-recommends bubblewrap python3 python3-venv python3-pip

python3 -m venv /autograder/venv
/autograder/venv/bin/pip install --quiet /autograder/source/learncheck
/autograder/venv/bin/learncheck doctor || true # the build's log then says how submissions are confined
