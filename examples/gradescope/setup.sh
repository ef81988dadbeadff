#!/usr/bin/env bash
# Run once when the image of an autograder is built: by Gradescope with the uploaded archive, which holds this folder's
# files and a checkout of learncheck (as the folder learncheck/), and by the Dockerfiles.
set -euo pipefail
root=${AUTOGRADER:-/autograder}

# Gradescope's default image is Ubuntu 22.04, whose python3 is 3.10; its updates have 3.11.
apt-get update
python=python3
if ! apt-cache show --no-all-versions python3 | grep -qE '^Version: 3\.(1[1-9]|[2-9][0-9])'; then
    python=python3.11
fi
apt-get install -y --no-install-recommends "$python" "$python-venv"

"$python" -m venv "$root/venv"
"$root/venv/bin/pip" install --quiet "$root/source/learncheck"

# Submissions may run as another user, who must not be able to read the reference learners.
site=$("$root/venv/bin/python" -c 'import learncheck, pathlib; print(pathlib.Path(learncheck.__file__).parent)')
chmod -R go-rwx "$site" "$root/source"
"$root/venv/bin/learncheck" doctor || true # the build's log then says how submissions are confined
