#!/usr/bin/env bash
# Run once by Gradescope when the autograder's image is built. Zip this folder's files together with a checkout of
# learncheck (as the folder learncheck/) and upload the archive.
set -euo pipefail

# Gradescope's default image is Ubuntu 22.04, whose python3 is 3.10; its updates have 3.11.
python=python3
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    python=python3.11
fi
apt-get update
apt-get install -y --no-install-recommends "$python" "$python-venv"

"$python" -m venv /autograder/venv
/autograder/venv/bin/pip install --quiet /autograder/source/learncheck

# Submissions run as another user, who is not to read the reference learners.
site=$(/autograder/venv/bin/python -c 'import learncheck, pathlib; print(pathlib.Path(learncheck.__file__).parent)')
chmod -R go-rwx "$site" /autograder/source
/autograder/venv/bin/learncheck doctor || true # the build's log then says how submissions are confined
