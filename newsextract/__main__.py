"""``python -m newsextract``: the same as the console command."""

import sys

from newsextract.commands.main import main

if __name__ == "__main__":
    sys.exit(main())
