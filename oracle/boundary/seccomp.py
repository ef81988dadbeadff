"""The system calls that a submission may not make, and the filter that the kernel applies to all that it makes.

Written by hand as a Berkeley packet filter, so that no library is needed. A forbidden call fails with EPERM, which
Python reports as PermissionError; one that is newer than this table does not exist (ENOSYS). Runs in the child, so it
imports the standard library alone. 64-bit Linux on x86_64 and aarch64.
"""

import ctypes
import platform
import sys
from collections.abc import Sequence

# Name, number on x86_64, number on aarch64 ("-" where it does not exist).
_TABLE = """
# the network, and every other way to reach a process by an address
socket 41 198, connect 42 203, accept 43 202, sendto 44 206, recvfrom 45 207, sendmsg 46 211, recvmsg 47 212
bind 49 200, listen 50 201, socketpair 53 199, accept4 288 242, recvmmsg 299 243, sendmmsg 307 269
# processes and programs
fork 57 -, vfork 58 -, execve 59 221, execveat 322 281, unshare 272 97, setns 308 268
# other processes
rt_sigqueueinfo 129 138, rt_tgsigqueueinfo 297 240, pidfd_send_signal 424 424, pidfd_open 434 434
pidfd_getfd 438 438, ptrace 101 117, kcmp 312 272, process_vm_readv 310 270, process_vm_writev 311 271
process_madvise 440 440, process_mrelease 448 448, move_pages 279 239, migrate_pages 256 238
# memory that outlives the process or escapes its limits
shmget 29 194, shmat 30 196, shmctl 31 195, semget 64 190, semop 65 193, semctl 66 191, semtimedop 220 192
msgget 68 186, msgsnd 69 189, msgrcv 70 188, msgctl 71 187, mq_open 240 180, mq_unlink 241 181
memfd_secret 447 447
# a thread's own table of open files, with a limit of its own
close_range 436 436
# the file system's shape
mount 165 40, umount2 166 39, pivot_root 155 41, chroot 161 51, open_tree 428 428, move_mount 429 429
fsopen 430 430, fsconfig 431 431, fsmount 432 432, fspick 433 433, mount_setattr 442 442, statmount 457 457
listmount 458 458, name_to_handle_at 303 264, open_by_handle_at 304 265, fanotify_init 300 262
fanotify_mark 301 263, inotify_init 253 -, inotify_init1 294 26
quotactl 179 60, quotactl_fd 443 443, swapon 167 224, swapoff 168 225
# the disk, and what of it is kept in memory for all
sync 162 81, syncfs 306 267, fsync 74 82, fdatasync 75 83, sync_file_range 277 84, msync 26 227, fadvise64 221 223
flock 73 32
# the machine
reboot 169 142, sethostname 170 161, setdomainname 171 162, init_module 175 105, finit_module 313 273
delete_module 176 106, kexec_load 246 104, kexec_file_load 320 294, acct 163 89, settimeofday 164 170
clock_settime 227 112, clock_adjtime 305 266, adjtimex 159 171, syslog 103 116, vhangup 153 58, iopl 172 -
ioperm 173 -, modify_ldt 154 -, personality 135 92
# wide doors into the kernel
bpf 321 280, perf_event_open 298 241, userfaultfd 323 282, keyctl 250 219, add_key 248 217, request_key 249 218
io_uring_setup 425 425, io_uring_enter 426 426, io_uring_register 427 427, io_setup 206 0, lookup_dcookie 212 18
seccomp 317 277, landlock_create_ruleset 444 444, landlock_add_rule 445 445, landlock_restrict_self 446 446
# how processes are scheduled
setpriority 141 140, ioprio_set 251 30, sched_setaffinity 203 122, sched_setscheduler 144 119
sched_setparam 142 118, sched_setattr 314 274
"""

# Besides, where a process shares files and users with others: whatever changes a file.
_SHARED_TABLE = """
# files: their making, names, owners, rights, times and length
creat 85 -, openat2 437 437, mkdir 83 -, mkdirat 258 34, rmdir 84 -, mknod 133 -, mknodat 259 33
unlink 87 -, unlinkat 263 35, rename 82 -, renameat 264 38, renameat2 316 276, link 86 -, linkat 265 37
symlink 88 -, symlinkat 266 36, truncate 76 45, chmod 90 -, fchmod 91 52, fchmodat 268 53, fchmodat2 452 452
chown 92 -, fchown 93 55, lchown 94 -, fchownat 260 54, utime 132 -, utimes 235 -, futimesat 261 -
utimensat 280 88, setxattr 188 5, lsetxattr 189 6, fsetxattr 190 7, removexattr 197 14, lremovexattr 198 15
fremovexattr 199 16
"""

Numbers = tuple[int | None, int | None]


def _read(table: str) -> dict[str, Numbers]:
    return {
        name: (int(x86_64) if x86_64 != "-" else None, int(aarch64) if aarch64 != "-" else None)
        for line in table.splitlines()
        if line and not line.startswith("#")
        for name, x86_64, aarch64 in (entry.split() for entry in line.split(", "))
    }


FORBIDDEN = _read(_TABLE)
FORBIDDEN_WHERE_SHARED = _read(_SHARED_TABLE)
TO_ITSELF_ALONE = {"kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131)}
LIMITS_OF = (302, 261)  # prlimit64, whose first argument is 0 for the process itself
OPENS: dict[str, tuple[Numbers, int]] = {"open": ((2, None), 1), "openat": ((257, 56), 2)}
"""The calls that open files, and which of their arguments are the flags."""
WRITING = 0o3 | 0o100 | 0o1000  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC
PRCTL, PR_SET_PDEATHSIG = (157, 167), 1
"""It ends with its parent, whatever it does."""
FCNTL, SIGNALS_BY_FCNTL, OTHERS_BY_FCNTL = (72, 25), (8, 10, 15), (6, 7, 37, 38, 1024, 1026, 1031)
"""F_SETOWN, F_SETSIG, F_SETOWN_EX: a pipe that is written to sends any signal to any process of the same user.

F_SETLK, F_SETLKW and their F_OFD_ forms, F_SETLEASE, F_NOTIFY, F_SETPIPE_SZ: locks on files that others read, leases
for which whoever writes to them waits, news of who reads in a folder, and memory that is on no account.
"""
IOCTL, HARMLESS = (16, 29), (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX and FIOCLEX. Others type into a terminal, or change files that are
open for reading: their attributes, or that they can never be written to again (fs-verity).
"""
CLONE, CLONE3, CLONE_THREAD, CLONE_FILES = (56, 220), (435, 435), 0x00010000, 0x00000400
"""Threads alone, and none with open files of its own, which would have a limit of their own."""
NEWEST = 462  # mseal, of Linux 6.10; what came later has not been considered

# The kernel's name of the machine (AUDIT_ARCH_...), and the column above.
MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}

# Berkeley packet filters: <linux/bpf_common.h>, <linux/seccomp.h>
LOAD, JUMP_IF_EQUAL, JUMP_IF_GREATER, JUMP_IF_BITS, RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
ALLOW, KILL, FAIL = 0x7FFF0000, 0x80000000, 0x00050000
NUMBER, MACHINE, FIRST_ARGUMENT = 0, 4, 16
EPERM, ENOSYS = 1, 38

Instruction = tuple[int, int, int, int]


def known_machine() -> bool:
    """Whether the numbers of this machine's system calls are in the table."""
    return sys.platform == "linux" and platform.machine() in MACHINES and ctypes.sizeof(ctypes.c_void_p) == 8


def filter_program(machine: str, pid: int, *, shared: bool = False) -> list[Instruction]:
    """The instructions (code, jump if true, jump if false, value) that forbid system calls to the process `pid`.

    shared: whether it shares the file system and perhaps its user with others, and so may not write to any file.
    """
    name, column = MACHINES[machine]

    def verdict(number: int | None, action: int) -> list[Instruction]:
        return [] if number is None else [(JUMP_IF_EQUAL, 0, 1, number), (RETURN, 0, 0, action)]

    program = [
        (LOAD, 0, 0, MACHINE),
        (JUMP_IF_EQUAL, 1, 0, name),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        (JUMP_IF_GREATER, 0, 1, NEWEST),
        (RETURN, 0, 0, FAIL | ENOSYS),
        # The C library asks for clone3 first, whose flags cannot be seen from here, and then for clone.
        *verdict(CLONE3[column], FAIL | ENOSYS),
    ]
    for numbers in (FORBIDDEN | (FORBIDDEN_WHERE_SHARED if shared else {})).values():
        program += verdict(numbers[column], FAIL | EPERM)

    def guarded(number: int | None, argument: int, condition: int, value: int, *met: int) -> list[Instruction]:
        if number is None:
            return []
        return [
            (JUMP_IF_EQUAL, 0, 4, number),
            (LOAD, 0, 0, FIRST_ARGUMENT + 8 * argument),
            (condition, 0, 1, value),
            *((RETURN, 0, 0, action) for action in met),
        ]

    def among(number: int, argument: int, values: Sequence[int], met: int, otherwise: int) -> list[Instruction]:
        looks = [each for value in values for each in ((JUMP_IF_EQUAL, 0, 1, value), (RETURN, 0, 0, met))]
        body = [(LOAD, 0, 0, FIRST_ARGUMENT + 8 * argument), *looks, (RETURN, 0, 0, otherwise)]
        return [(JUMP_IF_EQUAL, 0, len(body), number), *body]

    refuse = FAIL | EPERM
    program += [
        (JUMP_IF_EQUAL, 0, 5, CLONE[column]),
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (JUMP_IF_BITS, 0, 1, CLONE_THREAD),
        (JUMP_IF_BITS, 1, 0, CLONE_FILES),
        (RETURN, 0, 0, refuse),
        (RETURN, 0, 0, ALLOW),
    ]
    program += guarded(PRCTL[column], 0, JUMP_IF_EQUAL, PR_SET_PDEATHSIG, refuse, ALLOW)
    program += among(FCNTL[column], 1, SIGNALS_BY_FCNTL + OTHERS_BY_FCNTL, refuse, ALLOW)
    program += among(IOCTL[column], 1, HARMLESS, ALLOW, refuse)
    for itself in TO_ITSELF_ALONE.values():
        program += guarded(itself[column], 0, JUMP_IF_EQUAL, pid, ALLOW, refuse)
    program += guarded(LIMITS_OF[column], 0, JUMP_IF_EQUAL, 0, ALLOW, refuse)
    if shared:
        for numbers, flags in OPENS.values():
            program += guarded(numbers[column], flags, JUMP_IF_BITS, WRITING, refuse, ALLOW)
    return [*program, (RETURN, 0, 0, ALLOW)]


def number(name: str) -> int:
    """The number of a system call of the table on this machine."""
    found = FORBIDDEN[name][MACHINES[platform.machine()][1]]
    assert found is not None
    return found
