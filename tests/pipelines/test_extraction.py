"""Articles go on; other pages end in their state."""

from __future__ import annotations

from typing import Any

import pytest

from newsextract.extensions.states import PageDropped
from newsextract.pipelines.extraction import ExtractionPipeline
from newsextract.states import STATES


def test_an_article_goes_on(make_pipeline: Any, make_page: Any, process: Any) -> None:
    page = make_page(text="A story.")
    page.article = None
    assert process(make_pipeline(ExtractionPipeline), page).article.text == "A story."


@pytest.mark.parametrize("state", [state for state in STATES if state != "article"])
def test_other_pages_end_in_their_state(state: str, make_pipeline: Any, make_page: Any, process: Any) -> None:
    with pytest.raises(PageDropped) as caught:
        process(make_pipeline(ExtractionPipeline), make_page(page_state=state, state_reason="so it is"))
    assert (caught.value.state, caught.value.reason) == (state, "so it is")
