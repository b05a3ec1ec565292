"""What the pages of one site have in common."""
