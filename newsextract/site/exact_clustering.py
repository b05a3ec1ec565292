"""Page clustering by comparing all pages of a site with each other: what ``clustering`` is held to.

Both forms are quadratic. ``paper_classes`` depends on the order of the pages, ``linked_classes`` does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from newsextract.site.structure import SAME_CLASS_ABOVE, alike, similarity


def paper_classes(structures: Sequence[AbstractSet[int]]) -> list[list[int]]:
    """The paper's ``getClasses``: the first page left opens a class, which takes all pages left that are
    similar to it. Gives the numbers of the pages; classes of fewer than six pages are not left out."""
    left = list(range(len(structures)))
    classes = []
    while left:
        first, *others = left
        taken = {
            other for other in others if similarity(structures[first], structures[other]) > SAME_CLASS_ABOVE
        }
        classes.append([first, *sorted(taken)])
        left = [other for other in others if other not in taken]
    return classes


def linked_classes(structures: Sequence[AbstractSet[int]]) -> list[list[int]]:
    """Single linkage: pages that a chain of pages joins, each alike the next, are of one class."""
    left = set(range(len(structures)))
    classes = []
    while left:
        reached = [min(left)]
        left.remove(reached[0])
        for page in reached:
            near = [other for other in left if alike(structures[page], structures[other])]
            left.difference_update(near)
            reached += near
        classes.append(sorted(reached))
    return classes


def pages_in_common(left: Sequence[Sequence[int]], right: Sequence[Sequence[int]]) -> int:
    """Pages that two ways to part the same pages put into the same class.

    Each class has one counterpart at most, the pairs with the most common pages first.
    """
    class_of = {page: number for number, pages in enumerate(right) for page in pages}
    shared = Counter((number, class_of[page]) for number, pages in enumerate(left) for page in pages)
    paired_left: set[int] = set()
    paired_right: set[int] = set()
    common = 0
    for (one, other), pages in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if one not in paired_left and other not in paired_right:
            paired_left.add(one)
            paired_right.add(other)
            common += pages
    return common
