"""What a page says of itself for machines: dates, authors, section, language."""
