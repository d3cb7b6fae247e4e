// The timeline as a slider over the steps: dragged, or moved by keys. The server draws each step from what it knows.
const slider = element.querySelector("[role=slider]");
const MOVES = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
const ENDS = { Home: 0, End: Infinity };
const PATIENCE = 2000; // milliseconds

let words = [];
let place = null; // from the left of the chart to a step
let shown = 0;
let wanted = 0;
let asked = null; // the step that is on its way, one at a time: a drag passes more than can be drawn
let since = 0;

function decorate(meta, layout) {
  words = meta.words;
  const [low, high] = layout.xaxis.range;
  place = (x, width) => low + ((x - layout.margin.l) / (width - layout.margin.l - layout.margin.r)) * (high - low);
  shown = meta.step;
  if (asked === shown) {
    asked = null;
    if (wanted !== shown) ask();
  }
  slider.setAttribute("aria-valuemax", words.length - 1);
  slider.setAttribute("aria-valuenow", shown);
  slider.setAttribute("aria-valuetext", words[shown]);
  const key = element.querySelector("[data-choice=line] .key");
  key.textContent = meta.keys[chosen.line];
}

// No longer when it was refused: then nothing is drawn.
const isUnderWay = () => asked !== null && performance.now() - since < PATIENCE;

function ask() {
  asked = wanted = Math.min(wanted, words.length - 1);
  since = performance.now();
  trigger("pick", { id: asked });
}

function go(step) {
  wanted = within(step);
  if (!isUnderWay() && wanted !== shown) ask();
}

const within = (step) => Math.min(Math.max(step, 0), words.length - 1);

function stepAt(event) {
  const box = slider.getBoundingClientRect();
  return within(Math.round(place(event.clientX - box.left, box.width)));
}

slider.addEventListener("pointerdown", (event) => {
  if (event.button || !place) return;
  slider.setPointerCapture(event.pointerId);
  go(stepAt(event));
});
slider.addEventListener("pointermove", (event) => {
  if (!place) return;
  point(words[stepAt(event)]);
  if (slider.hasPointerCapture(event.pointerId)) go(stepAt(event));
});
slider.addEventListener("pointerleave", () => point(NOTE));
slider.addEventListener("focus", () => slider.matches(":focus-visible") && point(words[shown]));
slider.addEventListener("blur", () => point(NOTE));
slider.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in MOVES || event.key in ENDS)) return;
  event.preventDefault();
  go(ENDS[event.key] ?? (isUnderWay() ? wanted : shown) + MOVES[event.key]);
  point(words[wanted]);
});
