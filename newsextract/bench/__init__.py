"""The benchmark: methods and peers measured on labelled pages, page by page, in one run.

``corpus`` reads the pages and their gold; ``contestants`` and ``peers`` are what is measured; ``run``
measures and ``score`` counts; ``summary`` sums up a set, ``differences`` says what a page missed and added;
``report`` prints and ``record`` is the same for programs. ``held_out`` sees to it that no page is measured
with a model that has learned from its site, ``reliability`` says what confidences are worth, ``gate`` holds
floors.
"""
