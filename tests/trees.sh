#!/usr/bin/env bash
# Makes the trees in which the autograders are tried (tests/oracle/grading/test_trees.py): Gradescope's, Ubuntu 22.04,
# and PrairieLearn's, Debian 12. As root, with debootstrap:
#
#     tests/trees.sh FOLDER && LEARNCHECK_TREES=FOLDER pytest -m slow tests/oracle/grading/test_trees.py
#
# In each of them the setup.sh of the autograder is run as its service runs it. With WHEELS, a folder of wheels, pip
# installs from there, and otherwise from its index.
set -euo pipefail
folder=$(realpath -m "$1")
cd "$(dirname "$0")/.."

# tree NAME SUITE MIRROR ROOT EXAMPLES...: a tree with an autograder of these examples below ROOT.
tree() {
    local tree=$folder/$1 root=$4 keys=()
    [ "$1" = debian ] || [ -e /usr/share/keyrings/ubuntu-archive-keyring.gpg ] || keys=(--no-check-gpg)
    if [ ! -e "$tree/etc/os-release" ]; then
        debootstrap "${keys[@]}" --variant=minbase --include=ca-certificates --components=main,universe \
            "$2" "$tree" "$3" 2>/dev/null || debootstrap "${keys[@]}" --variant=minbase --include=ca-certificates "$2" "$tree" "$3"
        [ "$1" = debian ] || printf 'deb %s %s main universe\n' "$3" "$2" "$3" "$2-updates" >"$tree/etc/apt/sources.list"
    fi
    cp /etc/resolv.conf "$tree/etc/resolv.conf"
    rm -rf "${tree:?}/$root" && mkdir -p "$tree/$root/source/learncheck" "$tree/wheels"
    cp -rL src pyproject.toml README.md LICENSE "$tree/$root/source/learncheck"
    cp "${@:5}" "$tree/$root/source"
    local pip=()
    if [ -n "${WHEELS:-}" ]; then
        cp -u "$WHEELS"/*.whl "$tree/wheels/"
        pip=(PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels)
    fi
    unshare --mount --pid --fork --kill-child sh -c 'mount -t proc proc "$0/proc" && exec chroot "$@"' "$tree" "$tree" \
        env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        AUTOGRADER="$root" "${pip[@]}" bash "$root/source/setup.sh"
}

tree ubuntu jammy http://archive.ubuntu.com/ubuntu /autograder examples/gradescope/{setup.sh,run_autograder}
tree debian bookworm http://deb.debian.org/debian /grader examples/gradescope/setup.sh examples/prairielearn/run_grader
