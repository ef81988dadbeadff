"""What a submission's process may take, and how much of a traceback is shown."""

MAX_FILE_BYTES = 1 << 20
MAX_OPEN_FILES = 64
MAX_THREADS = 64
MAX_FRAMES = 6
