"""The page in a browser: from the app's start to its first answer, and from a click to its paint."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator

from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS, serving

STEPS = 30
CLICK = """
async () => {
  const step = Number(document.querySelector("#text section").dataset.now) + 1;
  const panels = ["#text section", "#bars .plot", "#timeline .plot"];
  const shown = panels.map((each) => document.querySelector(each));
  const began = performance.now();
  document.querySelector("#step").click();
  await new Promise((resolve) => {
    const look = () => {
      const all = shown.every((each) => Number(each.dataset.step) === step);
      // The frame after is painted when the next task runs.
      requestAnimationFrame(all ? () => setTimeout(resolve) : look);
    };
    look();
  });
  return performance.now() - began;
}
"""
FORWARD = "1000 * Number(document.querySelector('#times data').value)"


def measure() -> Iterator[tuple[str, float, str, float]]:
    """What is measured, its value and unit, and the most that it may be."""
    began = time.perf_counter()
    with serving("smollm2") as url, sync_playwright() as playwright:
        yield "start of the app, its model cached", time.perf_counter() - began, "s", 10
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("PLAYGROUND_CHROMIUM", "/usr/bin/chromium"), args=FLAGS
        )
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(url)
        page.wait_for_selector("#bars .plot[data-step='0'] .main-svg")
        page.wait_for_selector("#timeline .plot[data-step='0'] .main-svg")
        beyond = []
        for _ in range(STEPS):
            if page.get_attribute("#text section", "data-state") != "waiting":
                page.click("#reset")
                page.wait_for_selector("#text section[data-step='0']")
                page.wait_for_selector("#bars .plot[data-step='0']")
            painted = page.evaluate(CLICK)
            beyond.append(painted - float(page.evaluate(FORWARD)))
        browser.close()
    yield (
        "click on Step to painted page, beyond the forward pass, median",
        statistics.median(beyond),
        "ms",
        120,
    )
