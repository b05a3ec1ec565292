"""Pages read in processes of their own, each with a deadline."""
