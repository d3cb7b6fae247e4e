"""What is handed over agrees with itself: pins, imports, README and flags."""

import ast
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from playground.settings import read_settings

ROOT = Path(__file__).parent.parent
PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s]+) +# \S.*")


def pins(file):
    lines = [line for line in (ROOT / file).read_text().splitlines() if line and not line.startswith("#")]
    matches = {line: PIN.fullmatch(line) for line in lines}
    assert [line for line, match in matches.items() if not match] == []
    return {normal(match["name"]): match["version"] for match in matches.values()}


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def imported(folder):
    """Names of the top-level modules that the Python files of a folder import."""
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                yield from (alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield node.module.partition(".")[0]


@pytest.mark.parametrize(
    ("folder", "files"),
    [("playground", ["requirements.txt"]), ("tests", ["requirements.txt", "tests/requirements.txt"])],
)
def test_every_import_is_pinned_with_a_reason(folder, files):
    pinned = {name for file in files for name in pins(file)}
    modules = set(imported(folder)) - sys.stdlib_module_names - {"app", "playground", "tests"}
    assert "numpy" in modules
    owners = packages_distributions()
    assert {module for module in modules if not pinned & {normal(name) for name in owners[module]}} == set()


def test_the_space_runs_the_pinned_gradio():
    front_matter = (ROOT / "README.md").read_text().split("---\n")[1]
    assert f"\nsdk_version: {pins('requirements.txt')['gradio']}\n" in front_matter
    assert "\napp_file: app.py\n" in front_matter


def test_the_readme_names_every_flag(capsys):
    with pytest.raises(SystemExit):
        read_settings(["--help"], {})
    flags = set(re.findall(r"(--[a-z-]+)\b", capsys.readouterr().out)) - {"--help"}
    readme = (ROOT / "README.md").read_text()
    assert flags == {"--host", "--port", "--model", "--self-test"}
    assert [flag for flag in flags if f"`{flag}`" not in readme] == []


def test_the_image_serves_as_another_user_with_its_model_inside_and_says_whether_it_is_well():
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    instructions = [line.split()[0] for line in lines if line[:1].isupper()]
    user = lines.index("USER playground")
    fetched = next(number for number, line in enumerate(lines) if "bundled_model()" in line)
    served = lines.index('CMD ["python", "app.py"]')
    assert user < fetched < served
    assert not [line for line in lines[user + 1 :] if line.startswith("USER")]
    assert instructions.count("HEALTHCHECK") == 1


def test_what_is_run_elsewhere_is_the_command_of_the_readme():
    assert "sh tests/run.sh" in (ROOT / ".ci" / "run").read_text().split("&&")[-1]
    assert "\nsh tests/run.sh\n" in (ROOT / "README.md").read_text()
