"""What this machine has to confine a process with: its system calls, if they are known, and users that are nobody's.

`sandbox` asks, and so do `confine` and `seccomp` in the child, so it imports the standard library alone.
"""

import ctypes
import sys
from platform import machine

MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
"""The kernel's name of the machine (AUDIT_ARCH_...), and the column of the table of system calls."""

NOBODY = 65534


def supported_machine() -> bool:
    """Whether the numbers of this machine's system calls are in the table of `seccomp`."""
    return sys.platform == "linux" and machine() in MACHINES and ctypes.sizeof(ctypes.c_void_p) == 8


def exists(user: int) -> bool:
    """Whether there is such a user here; a container may have few."""
    with open("/proc/self/uid_map") as users, open("/proc/self/gid_map") as groups:
        return all(
            any(int(first) <= user < int(first) + int(count) for first, _, count in map(str.split, ranges))
            for ranges in (users, groups)
        )
