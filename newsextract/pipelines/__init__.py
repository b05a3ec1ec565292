"""Item pipelines in the order of the flow; each hands the page to one stage and counts what happened."""
