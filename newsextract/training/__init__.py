"""Makes the model of ``fusion`` from labelled pages.

``sites`` says which pages are of one site, ``labels`` which rows are the article, ``examples`` puts evidence
and labels together, ``fit`` fits a network, ``calibration`` its confidence, ``making`` does it all.
"""
