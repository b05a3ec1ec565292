"""``fusion``: all evidence on a page's rows, weighed by a small network that was trained on labelled pages.

``rows`` and ``parts`` measure the page's lines and elements, ``hints`` reads what names and short lines say,
``landmarks`` finds title and description, ``features`` puts it all side by side, ``network`` weighs it (the
weights are in ``model.npz``), ``verdict`` keeps rows and says how sure it is, ``reasons`` tells what spoke
for and against each row. ``newsextract.training`` makes the model.

What belongs to an article is what the gold of the sets agrees on; no rule in the code decides it. Of the rows
between the first and the last gold one (for lines and comments also 15 rows behind it), this share is gold:

========================================  ======  ======  =======  =====  ====
kind of row                               daniel  fundus  dragnet  chaos  wcxb
========================================  ======  ======  =======  =====  ====
caption (``figcaption``, or named so)        .44     .07      .14    .06   .08
byline or date (named so, short)             .16     .06      .34    .02   .21
share bar (named so, short)                  .05     .04      .16    .02   .28
line that starts with "read also" ...        .04     .06      .14    .02   .21
comment (in a part named so)                 .03     .00      .14    .06   .30
subheading (``h2`` to ``h4``)                .28     .71      .34    .31   .84
list item that is no link                    .35     .30      .73    .71   .89
quotation (``blockquote``)                   .93     .34      .82    .35   .92
correction or update line                    .40       -      .42    .38   .58
========================================  ======  ======  =======  =====  ====

So captions, bylines, share bars, "read also" lines and comments are left out: all sets agree, but for the
captions of `daniel`. Quotations, lists and subheadings inside the run are mostly kept; those that are not are
teasers and tweets, which the network has to tell by their surroundings. On corrections the sets do not agree,
and there are 153 of them in all; nothing is done about them.
"""

from __future__ import annotations

import numpy as np

from newsextract.methods.extraction import Context, Extraction
from newsextract.methods.fusion.judging import judge
from newsextract.methods.fusion.model import packaged_network
from newsextract.methods.fusion.network import Network
from newsextract.page import Page


def fusion(page: Page, context: Context, network: Network | None = None) -> Extraction:
    """The rows that are more likely content than not; ``network`` is the package's own if none is given."""
    judged = judge(page, context.title, network or packaged_network())
    if judged is None:
        return Extraction((), ())
    nodes = judged.evidence.nodes
    chosen = np.flatnonzero(np.repeat(judged.verdict.kept, nodes))
    values = np.zeros(len(page.walk.texts))  # rows beyond those that are judged keep 0
    values[: nodes.sum()] = np.repeat(judged.verdict.chances, nodes)
    return Extraction(tuple(chosen.tolist()), tuple(values.tolist()), True, judged.confidence)
