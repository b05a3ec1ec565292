"""Pages are grouped by how they are built, each site for itself."""

from __future__ import annotations

from typing import Any

from newsextract.pipelines.clustering import ClusteringPipeline

NEWS = tuple(range(100))
SPORT = tuple(range(1000, 1100))


def test_like_built_pages_of_one_site_share_a_group(make_pipeline: Any, make_page: Any, process: Any) -> None:
    pipeline = make_pipeline(ClusteringPipeline)
    structures = [NEWS, SPORT, NEWS, NEWS[:95], SPORT]
    pages = [
        process(pipeline, make_page(f"https://a.example/{number}", structure=structure))
        for number, structure in enumerate(structures)
    ]
    groups = [page.cluster for page in pages]
    assert groups[0] == groups[2] == groups[3] != groups[1] == groups[4]
    assert "" not in groups


def test_sites_do_not_share_groups(make_pipeline: Any, make_page: Any, process: Any) -> None:
    pipeline = make_pipeline(ClusteringPipeline)
    for host in ("a", "b"):
        process(pipeline, make_page(f"https://{host}.example/1", structure=NEWS))
    assert set(pipeline.sites) == {"a.example", "b.example"}


def test_a_page_that_could_not_be_read_has_no_group(make_pipeline: Any, make_page: Any, process: Any) -> None:
    assert process(make_pipeline(ClusteringPipeline), make_page(structure=())).cluster == ""
