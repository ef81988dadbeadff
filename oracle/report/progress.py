"""Progress on a terminal: what the command is doing, a bar, and how far it has got. A pipe shows nothing.

with watching() as watch:
    watch.begin("claims", 235)
    watch.tick(evidence)                          # after every game
    watch.reached(12, games, ratios, fell)        # whenever a claim, or a file, is finished
    with watch.aside():
        print("what stays")

It appears after a second, on standard error, and leaves nothing behind. Nothing heavy is imported before it appears, so
that it covers the imports too.
"""

import os
import stat
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from learncheck.oracle.interrupts import whole

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.live import Live
    from rich.text import Text

    from learncheck.oracle.engine.progress import Progress
    from learncheck.oracle.engine.verdicts import Evidence

DELAY = 1.0
"""Seconds before anything is shown."""

SURE = 3.0
"""Seconds before the time left is estimated."""

NARROWEST_BAR = 5


class Watch:
    """How far a command has got, and how a terminal shows it. Without a console, nothing is shown.

    Another thread draws it, so its fields are replaced and never mutated.
    """

    def __init__(self, console: "Console | None" = None) -> None:
        self.console = console
        self.head = "loading claims"
        self.unit, self.total, self.finished = "", 0, 0
        self.games, self.fell = 0, 0
        self.worst: float | None = None
        self._shards = ""
        self._seconds_left: float | None = None
        self._playing: list[Evidence] = []
        self._began, self._taken_over = time.monotonic(), 0
        self._live: Live | None = None
        self._lock = threading.Lock()

    def begin(self, unit: str, total: int = 0) -> None:
        """Start on `total` claims or files; without a total there is no bar yet."""
        self.unit, self.total = unit, total
        self.head, self._began = "working", time.monotonic()

    def say(self, head: str) -> None:
        """Set what the command is doing now, in a few words."""
        self.head = head

    def tick(self, evidence: "Evidence") -> None:
        """Count one more game of the claim under attack."""
        if not self._playing or self._playing[-1] is not evidence:
            self._playing = [*self._playing, evidence]

    def reached(self, done: int, games: int, ratios: Iterable[float | None], fell: int) -> None:
        """`done` claims or files are finished, after `games` games; with their ratios, and how many claims fell."""
        self.head = self.current()
        self._playing = []
        self.finished, self.total = done, max(done, self.total)
        self.games, self.fell = games, fell
        self.worst = max((each for each in ratios if each is not None), default=None)

    def campaign(self, progress: "Progress") -> None:
        """Follow a campaign; its bar counts shards."""
        if not self.total:
            self._began, self._taken_over = time.monotonic(), progress.shards_done
        self.unit, self.total, self.finished = "shards", progress.shards, progress.shards_done
        self.head = progress.words(self.console.width).strip() if self.console else ""
        self._shards = f"{progress.shards_done}/{progress.shards} shards"
        self._seconds_left = progress.seconds_left

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Hide the display for a while, so that results can be printed."""
        with self._lock:
            shown = self._live is not None
            self._stop()
            try:
                yield
            finally:
                if shown:
                    self._start()

    def appear(self) -> None:
        """Start the display."""
        with self._lock:
            self._start()

    def disappear(self) -> None:
        """Stop the display and leave the terminal as it was."""
        with self._lock:
            self._stop()

    def _start(self) -> None:
        from rich.live import Live

        # always a new one: restarting an old one would erase the lines above it
        self._live = Live(
            _Display(self), console=self.console, refresh_per_second=5, transient=True, redirect_stdout=False
        )
        self._live.start()

    def _stop(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def current(self) -> str:
        """The claim under attack, its games, and how close they came to its bound."""
        playing = self._playing
        if not playing:
            return self.head
        from learncheck.oracle.report.evidence import ratio

        now = playing[-1]
        near = "" if now.ratio is None else f", {ratio(now.ratio)} of the bound"
        return f"{now.claim.id}: {now.games:,} games{near}"

    def so_far(self) -> str:
        """How much of the whole is done, the games, the worst ratio, and the time left."""
        if self._shards:
            return "  ".join(filter(None, [self._shards, self.left()]))
        from learncheck.oracle.report.evidence import ratio

        playing = self._playing
        games = self.games + sum(each.games for each in playing)
        ratios = [self.worst, *(each.ratio for each in playing if each.claim.refuted_by is None)]
        worst = max((each for each in ratios if each is not None), default=None)
        words = [f"{self.finished}/{self.total} {self.unit}", f"{games:,} games"]
        words += [f"worst {ratio(worst)}"] if worst is not None else []
        return "  ".join(filter(None, [*words, self.left()]))

    def share(self) -> float:
        """The share done, between 0 and 1."""
        return min(self.finished / self.total, 1.0) if self.total else 0.0

    def left(self) -> str:
        """The time left: a campaign's own estimate, or one from the speed so far."""
        if self._seconds_left is not None:
            return _as_clock(self._seconds_left)
        passed = time.monotonic() - self._began
        before = self._taken_over / self.total if self.total else 0.0
        share = self.share()
        if passed < SURE or share <= before:
            return ""
        return _as_clock(passed * (1 - share) / (share - before))


def _as_clock(left: float) -> str:
    minutes, seconds = divmod(round(left), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02} left" if hours else f"{minutes}:{seconds:02} left"


class _Display:
    """Draws a watch: a line with the current claim, and the bar."""

    def __init__(self, watch: Watch) -> None:
        from rich.spinner import Spinner

        self._watch = watch
        self._spinner = Spinner("dots")

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "Iterator[RenderableType]":
        watch, width = self._watch, options.max_width
        fallen = f"{watch.fell} FAILED; " if watch.fell else ""
        self._spinner.update(text=_one_line(fallen + watch.current(), width - 3))
        yield self._spinner
        if watch.total:
            yield self._bar(width)

    def _bar(self, width: int) -> "RenderableType":
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        told = _one_line(self._watch.so_far(), width - 1)
        room = width - len(told) - 3
        if room < NARROWEST_BAR:
            return told
        line = Table.grid(padding=(0, 2, 0, 0))
        line.add_row(ProgressBar(total=1.0, completed=self._watch.share(), width=room), told)
        return line


def _one_line(text: str, width: int) -> "Text":
    from rich.text import Text

    line = Text(text, no_wrap=True)
    line.truncate(max(width, 1), overflow="ellipsis")
    return line


@contextmanager
def watching(quiet: bool = False) -> Iterator[Watch]:
    """A watch, shown while the block runs, on a terminal and unless `quiet`."""
    if quiet or not _somebody_watches():
        yield Watch()
        return
    from rich.console import Console

    console = Console(stderr=True, highlight=False, emoji=False)
    if not console.is_interactive:  # TERM=dumb, for example
        yield Watch()
        return
    watch = Watch(console)
    later = threading.Timer(DELAY, watch.appear)
    later.daemon = True
    later.start()
    try:
        yield watch
    finally:
        with whole():
            later.cancel()
            later.join()
            watch.disappear()


def _somebody_watches() -> bool:
    """Return whether standard error is a terminal and standard output not a pipe.

    The reader of a pipe may use the same terminal.
    """
    try:
        return sys.stderr.isatty() and not stat.S_ISFIFO(os.fstat(sys.stdout.fileno()).st_mode)
    except (AttributeError, OSError, ValueError):
        return False  # a stream is closed, or is not a file of the system
