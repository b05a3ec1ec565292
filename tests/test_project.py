"""The rules that hold for the project as a whole."""

from __future__ import annotations

import ast
import configparser
import importlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from scrapy.settings import default_settings
from scrapy.utils.misc import load_object

import newsextract
from newsextract.addon import COMPONENTS, GUARDED_HANDLER, GUARDED_RESOLVER
from newsextract.methods import get_method, method_names
from newsextract.settings import SETTINGS
from newsextract.states import STATES

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "newsextract"
MODULES = sorted(PACKAGE.rglob("*.py"))
SECONDS = 60

PUBLIC = ["Article", "Limits", "NewsExtractAddon", "PageItem", "extract", "learn", "methods", "records"]

LAYERS = [
    {"errors", "limits", "explanation", "states", "threads", "terminal", "addresses"},
    {"items"},
    {"text", "store"},
    {"page"},
    {"titles"},
    {"methods"},
    {"records", "metadata"},
    {"discovery", "site", "access"},
    {"reading", "schema"},
    {"teaching"},
    {"workers"},
    {"settings", "page_item"},
    {"addon"},
    {"newsextract"},
    {"extensions", "exporters"},
    {"middlewares"},
    {"pipelines"},
    {"spiders"},
    {"bench", "demo"},
    {"training"},
    {"commands"},
    {"scrapy_commands", "__main__"},
]
"""From the ground up. A module may import from its own layer and from those below; ``newsextract`` is the
package's own ``__init__``, the public names."""

LEVELS = {layer: level for level, layers in enumerate(LAYERS) for layer in layers}
SCRAPY_PARTS = {
    *("addon", "page_item", "extensions", "exporters", "middlewares", "pipelines", "spiders"),
    "scrapy_commands",
    # run inside of the crawls that the benchmark measures
    *("newsextract.bench.bare_spider", "newsextract.bench.pulse"),
}
FRAMEWORKS = {"scrapy", "twisted", "parsel", "itemadapter"}
HEAVY = {"scrapy", "twisted", "jieba", "rjieba", "numpy"}


def dotted_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> str:
    """``newsextract.page.walk`` lies in ``page``, ``newsextract`` in itself."""
    _, _, below = module.partition(".")
    return below.partition(".")[0] or module


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def imported_modules(source: str, importer: str) -> Iterator[str]:
    """Every module that a source imports anywhere in it, by full name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = importer.split(".")
            base = parents[: len(parents) - node.level] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                yield inner if is_module(inner) and not is_public_name(inner) else module


def is_public_name(name: str) -> bool:
    """``from newsextract import methods`` gives the function, not the folder of that name."""
    package, _, last = name.rpartition(".")
    return package == "newsextract" and last in newsextract.__all__


def wrong_imports(source: str, importer: str) -> list[str]:
    """The imports that do not point down."""
    own = layer_of(importer)
    inside = [name for name in imported_modules(source, importer) if name.split(".")[0] == "newsextract"]
    return [name for name in inside if layer_of(name) != own and LEVELS[layer_of(name)] >= LEVELS[own]]


def test_every_module_lies_in_a_layer() -> None:
    assert {layer_of(dotted_name(path)) for path in MODULES} <= set(LEVELS)


@pytest.mark.parametrize("path", MODULES, ids=dotted_name)
def test_imports_point_down(path: Path) -> None:
    assert wrong_imports(path.read_text(encoding="utf-8"), dotted_name(path)) == []


@pytest.mark.parametrize(
    ("importer", "source", "wrong"),
    [
        ("newsextract.page.walk", "from newsextract.text.measure import clean", []),
        ("newsextract.page.walk", "from newsextract.page import paths", []),
        ("newsextract.page.walk", "from newsextract.methods import twcem", ["newsextract.methods.twcem"]),
        ("newsextract.page.walk", "from newsextract import titles", ["newsextract.titles"]),
        ("newsextract.page.walk", "def f():\n import newsextract.titles", ["newsextract.titles"]),
        ("newsextract.page.walk", "from newsextract import extract", ["newsextract"]),
        ("newsextract.page.walk", "from newsextract import methods", ["newsextract"]),
        ("newsextract.page.walk", "from ..methods import twcem", ["newsextract.methods.twcem"]),
        ("newsextract.page.walk", "from .tokens import COMMENT", []),
        ("newsextract.errors", "from newsextract.limits import Limits", ["newsextract.limits"]),
        ("newsextract.demo", "import newsextract.bench", ["newsextract.bench"]),
        ("newsextract.commands.demo", "import newsextract", []),
    ],
)
def test_the_check_of_imports_can_fail(importer: str, source: str, wrong: list[str]) -> None:
    assert wrong_imports(source, importer) == wrong


@pytest.mark.parametrize("path", MODULES, ids=dotted_name)
def test_nothing_but_the_scrapy_parts_knows_scrapy(path: Path) -> None:
    imported = imported_modules(path.read_text(encoding="utf-8"), dotted_name(path))
    known = FRAMEWORKS & {name.split(".")[0] for name in imported}
    assert not known or {layer_of(dotted_name(path)), dotted_name(path)} & SCRAPY_PARTS


@pytest.mark.parametrize("path", MODULES, ids=dotted_name)
def test_every_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", MODULES, ids=dotted_name)
def test_nothing_is_deserialised_or_run_from_data(path: Path) -> None:
    assert not re.search(r"\b(pickle|marshal|eval|exec)\b", path.read_text(encoding="utf-8"))


def test_importing_the_package_loads_nothing_heavy() -> None:
    loaded = run_python("-c", "import sys, newsextract; print(*sys.modules)").split()
    assert "newsextract.reading" in loaded
    assert not HEAVY & set(loaded)


def test_the_public_names_are_exactly_those_meant() -> None:
    assert sorted(newsextract.__all__) == PUBLIC
    values = {name for name, value in vars(newsextract).items() if not isinstance(value, ModuleType)}
    assert {name for name in values if not name.startswith("_")} == set(PUBLIC)


@pytest.mark.parametrize("name", method_names())
def test_every_registered_method_can_be_loaded(name: str) -> None:
    assert callable(get_method(name))


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert newsextract.__version__ == project["version"]


def profiles() -> dict[str, str]:
    parser = configparser.ConfigParser()
    parser.read(ROOT / "scrapy.cfg", encoding="utf-8")
    return dict(parser["settings"])


def test_every_profile_module_is_named_in_scrapy_cfg_and_the_other_way_round() -> None:
    modules = {path.stem for path in (ROOT / "settings_profiles").glob("*.py")} - {"__init__"}
    assert profiles() == {name: f"settings_profiles.{name}" for name in modules}


@pytest.mark.parametrize("profile", profiles())
def test_profiles_hold_only_settings_that_exist(profile: str) -> None:
    module = importlib.import_module(f"settings_profiles.{profile}")
    names = {name for name in vars(module) if name.isupper()}
    assert names
    assert names <= set(vars(default_settings)) | {setting.name for setting in SETTINGS}


@pytest.mark.parametrize("profile", sorted(set(profiles()) - {"default"}))
def test_a_profile_is_the_default_and_a_few_settings(profile: str) -> None:
    default, other = (
        vars(importlib.import_module(f"settings_profiles.{name}")) for name in ("default", profile)
    )
    names = {name for name in default if name.isupper()}
    assert names <= set(other)
    changed = [name for name in other if name.isupper() and other[name] != default.get(name)]
    assert 1 <= len(changed) <= 8


PROJECT_SETTINGS = """
import json
from scrapy.utils.project import get_project_settings
settings = get_project_settings()
own = {name: settings.get(name) for name in settings if settings.getpriority(name) == 20}
print(json.dumps(own, default=dict))
"""


def test_scrapy_loads_the_default_profile() -> None:
    settings = json.loads(run_python("-c", PROJECT_SETTINGS))
    assert settings["SETTINGS_MODULE"] == "settings_profiles.default"
    safe = {
        "ROBOTSTXT_OBEY": True,
        "REMOTE_CONTROL_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "DOWNLOAD_VERIFY_CERTIFICATES": True,
        "FEED_EXPORT_ENCODING": "utf-8",
        "USER_AGENT": f"newsextract/{newsextract.__version__} (news text corpora; Scrapy)",
    }
    assert {name: settings[name] for name in safe} == safe


def test_scrapy_lists_the_spiders() -> None:
    assert run_python("-m", "scrapy", "list").split() == ["news"]


def test_every_component_of_the_addon_can_be_loaded() -> None:
    paths = [path for components in COMPONENTS.values() for path in components]
    assert all(isinstance(load_object(path), type) for path in [*paths, GUARDED_HANDLER, GUARDED_RESOLVER])


def test_the_readme_has_every_setting_with_its_default() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    missing = [setting.name for setting in SETTINGS if f"| `{setting.name}` |" not in readme]
    assert missing == []


def test_the_readme_has_every_state() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [state for state, meaning in STATES.items() if f"| `{state}` | {meaning} |" not in readme] == []


def test_the_ci_script_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def run_python(*arguments: str) -> str:
    """What a fresh interpreter prints, started in the project's folder with no profile chosen."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("SCRAPY_")}
    return subprocess.run(  # noqa: S603  our own interpreter
        [sys.executable, *arguments],
        cwd=ROOT,
        env=clean,
        capture_output=True,
        text=True,
        check=True,
        timeout=SECONDS,
    ).stdout
