// Draws a Plotly figure and keeps it in place: the figure changes, its element never does. What Plotly does not
// draw, and what the visitor does with the figure, is for the script before this one: its `decorate` gets `meta`.
const plot = element.querySelector(".plot");
const note = element.querySelector(".note");
const NOTE = note.textContent;
const THEMED = /(color|family)$/;

// Plotly is large: it is read when there is something to draw, after the panels of text are on the screen.
function loadPlotly() {
  window.plotlyLoading ??= new Promise((resolve) => {
    const tag = document.createElement("script");
    tag.src = "page/plotly.min.js";
    tag.addEventListener("load", resolve);
    requestAnimationFrame(() => setTimeout(() => document.head.append(tag)));
  });
  return window.plotlyLoading;
}

// Colours and fonts come as names of CSS variables. Only their keys are read: a token may say anything.
function themed(value, key) {
  if (Array.isArray(value)) return value.map((item) => themed(item, key));
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, themed(item, name)]));
  }
  const name = THEMED.test(key) && typeof value === "string" && value.match(/^var\((--[\w-]+)\)$/);
  return name ? valueOf(name[1]) : value;
}

// Kept until the theme changes: to look one up, the browser first brings the whole page's style up to date.
const theme = new Map();

function valueOf(variable) {
  if (!theme.has(variable)) theme.set(variable, getComputedStyle(plot).getPropertyValue(variable).trim());
  return theme.get(variable);
}

// What the visitor has chosen of each group of buttons, by its name.
const chosen = {};
for (const group of element.querySelectorAll("[data-choice]")) {
  const { choice } = group.dataset;
  chosen[choice] = group.querySelector("[aria-pressed=true]").dataset[choice];
  group.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    chosen[choice] = button.dataset[choice];
    for (const each of group.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each === button));
    draw();
  });
}

let width = 0;
let isDrawing = false;
let isStale = false;

// One drawing at a time, since two that overlap would share rows: what changes meanwhile is drawn next.
async function draw() {
  isStale = true;
  if (isDrawing) return;
  isDrawing = true;
  try {
    await loadPlotly();
    while (isStale) {
      isStale = false;
      await drawLatest();
    }
  } finally {
    isDrawing = false;
  }
}

async function drawLatest() {
  if (!props.value || !width) return;
  const { data, layout } = themed(JSON.parse(props.value), "");
  const { meta } = layout;
  for (const [choice, value] of Object.entries(chosen)) {
    Object.assign(layout, meta[choice][value]);
    for (const trace of data) if (trace.meta && choice in trace.meta) trace.visible = trace.meta[choice] === value;
  }
  decorate(meta, layout);
  await Plotly.react(plot, data, { ...layout, width }, { displayModeBar: false, staticPlot: true });
  Object.assign(plot.dataset, chosen);
  plot.dataset.step = meta.step;
}

// What the pointer is on stands in a line of its own, where it hides nothing.
function point(text) {
  note.textContent = text;
  note.title = text;
}

watch("value", draw);
new MutationObserver(() => {
  theme.clear();
  draw();
}).observe(document.body, { attributeFilter: ["class"] });
new ResizeObserver(() => {
  if (plot.clientWidth === width) return;
  width = plot.clientWidth;
  draw();
}).observe(plot);
