"""Asks the kernel for another root, other namespaces, a debugger and a new system call.

Verdict: falsified
Needs: confinement
"""

import ctypes
import os


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        libc = ctypes.CDLL(None, use_errno=True)
        done = [
            libc.chroot(b".."),
            libc.unshare(0x10000000),
            libc.mount(b"/", b"/private", None, 4096, None),
            libc.umount2(b"/private", 2),
            libc.ptrace(16, 1, 0, 0),
            libc.setuid(0) if os.getuid() else -1,  # to be who it is already is no way out
            libc.syscall(500, 0, 0, 0),
        ]
        assert all(each == -1 for each in done), done
        return 1

    def update(self, x, y):
        pass
