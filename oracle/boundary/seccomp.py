"""The system calls that a submission may make, and the filter that the kernel applies to all that it makes.

Allowed is what Python, numpy and scipy need to compute: files that are there, to be read, memory, threads, clocks, and
signals to itself. Everything else fails with EPERM, which Python reports as PermissionError, or, if it is newer than
Linux 6.10, as if it did not exist (ENOSYS), so that a C library falls back on older calls.

Written by hand as a Berkeley packet filter, so that no library is needed. Runs in the child, so it imports no library
but Python's. 64-bit Linux on x86_64 and aarch64.
"""

from collections.abc import Sequence

from learncheck.oracle.boundary.host import MACHINES

# Name, number on x86_64, number on aarch64 ("-" if it does not exist).
_TABLE = """
# files that are there, and pipes
read 0 63, write 1 64, readv 19 65, writev 20 66, pread64 17 67, lseek 8 62, close 3 57, dup 32 23, dup2 33 -
dup3 292 24, pipe 22 -, pipe2 293 59, stat 4 -, fstat 5 80, lstat 6 -, newfstatat 262 79, statx 332 291, statfs 137 43
fstatfs 138 44, access 21 -, faccessat 269 48, faccessat2 439 439, readlink 89 -, readlinkat 267 78, getdents 78 -
getdents64 217 61, getcwd 79 17, chdir 80 49, fchdir 81 50, umask 95 166
poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72
# memory of its own
brk 12 214, mmap 9 222, munmap 11 215, mprotect 10 226, mremap 25 216, madvise 28 233, mbind 237 235
# threads, and what they wait for
futex 202 98, set_robust_list 273 99, rseq 334 293, set_tid_address 218 96, sched_yield 24 124
sched_getaffinity 204 123, getcpu 309 168, exit 60 93, exit_group 231 94
# what happens on a signal
rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigpending 127 136, rt_sigsuspend 130 133
rt_sigtimedwait 128 137, sigaltstack 131 132, restart_syscall 219 128, pause 34 -, alarm 37 -, setitimer 38 103
getitimer 36 102
# clocks
clock_gettime 228 113, clock_getres 229 114, clock_nanosleep 230 115, nanosleep 35 101, gettimeofday 96 169, time 201 -
times 100 153, getrusage 98 165
# who and where it is
getpid 39 172, gettid 186 178, getppid 110 173, getuid 102 174, geteuid 107 175, getgid 104 176, getegid 108 177
getgroups 115 158, getpgrp 111 -, getpgid 121 155, getpriority 140 141, getrlimit 97 163, uname 63 160, sysinfo 99 179
getrandom 318 278, arch_prctl 158 -
"""

Numbers = tuple[int | None, int | None]
ALLOWED: dict[str, Numbers] = {
    name: (None if x86_64 == "-" else int(x86_64), None if aarch64 == "-" else int(aarch64))
    for line in _TABLE.splitlines()
    if line and not line.startswith("#")
    for name, x86_64, aarch64 in (entry.split() for entry in line.split(", "))
}
"""The calls that are allowed with any arguments."""

OPENS: dict[str, tuple[Numbers, int]] = {"open": ((2, None), 1), "openat": ((257, 56), 2)}
"""The calls that open files, and which of their arguments are the flags. Files are opened to be read."""
WRITING = 0o3 | 0o100 | 0o1000  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC

CHOOSING: dict[str, tuple[Numbers, int, tuple[int, ...]]] = {
    "prlimit64": ((302, 261), 0, (0,)),
    "fcntl": ((72, 25), 1, (0, 1, 2, 3, 4, 1030, 1032)),
    "ioctl": ((16, 29), 1, (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)),
    "prctl": ((157, 167), 0, (15, 16, 51, 0x53564D41)),
}
"""The calls that are allowed for some values of one argument, which one, and which values.

prlimit64:  of no other process.
fcntl:      F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, F_GETPIPE_SZ. Others let a pipe that is
            written to signal any process of the same user, lock files that others read, and take leases on them.
ioctl:      TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX. Others type into a terminal, or change files that
            are open for reading: their attributes, or that they can never be written to again (fs-verity).
prctl:      PR_SET_NAME, PR_GET_NAME, PR_SVE_GET_VL, PR_SET_VMA. Not PR_SET_PDEATHSIG: it ends with its parent.
"""
TO_ITSELF: dict[str, Numbers] = {"kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131)}
CLONE, CLONE3, CLONE_THREAD, CLONE_FILES = (56, 220), (435, 435), 0x00010000, 0x00000400
"""Threads alone, and none with open files of its own, which would have a limit of their own."""
NEWEST = 462  # mseal, of Linux 6.10

# Berkeley packet filters: <linux/bpf_common.h>, <linux/seccomp.h>
LOAD, JUMP_IF_EQUAL, JUMP_IF_GREATER, JUMP_IF_BITS, RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
ALLOW, KILL, FAIL = 0x7FFF0000, 0x80000000, 0x00050000
NUMBER, MACHINE, FIRST_ARGUMENT = 0, 4, 16
EPERM, ENOSYS = 1, 38
REFUSE, UNKNOWN = FAIL | EPERM, FAIL | ENOSYS

Instruction = tuple[int, int, int, int]


def filter_program(machine: str, pid: int) -> list[Instruction]:
    """The filter of the process `pid`, as instructions: code, how far to jump if true and if false, value."""
    name, column = MACHINES[machine]

    def when(numbers: Numbers, *body: Instruction) -> list[Instruction]:
        """What to do for this call; `body` returns."""
        number = numbers[column]
        return [] if number is None else [(JUMP_IF_EQUAL, 0, len(body), number), *body]

    def chosen(argument: int, values: Sequence[int]) -> list[Instruction]:
        """Allow the call if the argument is one of the values."""
        tests = [code for value in values for code in ((JUMP_IF_EQUAL, 0, 1, value), (RETURN, 0, 0, ALLOW))]
        return [(LOAD, 0, 0, FIRST_ARGUMENT + 8 * argument), *tests, (RETURN, 0, 0, REFUSE)]

    program = [
        (LOAD, 0, 0, MACHINE),
        (JUMP_IF_EQUAL, 1, 0, name),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        (JUMP_IF_GREATER, 0, 1, NEWEST),
        (RETURN, 0, 0, UNKNOWN),
        # The C library asks for clone3 first, whose flags cannot be seen from here, and then for clone.
        *when(CLONE3, (RETURN, 0, 0, UNKNOWN)),
    ]
    for numbers in ALLOWED.values():
        program += when(numbers, (RETURN, 0, 0, ALLOW))
    for numbers, flags in OPENS.values():
        load = (LOAD, 0, 0, FIRST_ARGUMENT + 8 * flags)
        program += when(numbers, load, (JUMP_IF_BITS, 0, 1, WRITING), (RETURN, 0, 0, REFUSE), (RETURN, 0, 0, ALLOW))
    for numbers, argument, values in CHOOSING.values():
        program += when(numbers, *chosen(argument, values))
    for numbers in TO_ITSELF.values():
        program += when(numbers, *chosen(0, [pid]))
    program += when(
        CLONE,
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (JUMP_IF_BITS, 0, 1, CLONE_THREAD),
        (JUMP_IF_BITS, 1, 0, CLONE_FILES),
        (RETURN, 0, 0, REFUSE),
        (RETURN, 0, 0, ALLOW),
    )
    return [*program, (RETURN, 0, 0, REFUSE)]
