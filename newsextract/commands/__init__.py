"""The command line. One module a command, each with ``NAME``, ``HELP``, ``add_arguments`` and ``run``."""
