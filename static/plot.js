// Draws a Plotly figure and keeps it in place: the figure changes, its element never does.
const plot = element.querySelector(".plot");
const note = element.querySelector(".note");
const scales = element.querySelector(".scales");
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

let scale = scales.querySelector("[aria-pressed=true]").dataset.scale;
let width = 0;
let isHeard = false;
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
  const { rows: words, scales: axes, step } = layout.meta;
  if (words) drawRows(words, scale);
  await Plotly.react(plot, data, { ...layout, ...axes[scale], width }, { displayModeBar: false, staticPlot: !!words });
  if (!isHeard) listen();
  plot.dataset.scale = scale;
  plot.dataset.step = step;
}

function listen() {
  isHeard = true;
  plot.on("plotly_click", (event) => trigger("pick", { id: event.points[0].customdata }));
  plot.on("plotly_hover", (event) => point(event.points[0].hovertext));
  plot.on("plotly_unhover", () => point(NOTE));
}

// What the pointer is on stands in a line of its own, where it hides nothing.
function point(text) {
  note.textContent = text;
  note.title = text;
}

rows?.addEventListener("click", (event) => {
  const row = event.target.closest("[data-id]");
  if (row) trigger("pick", { id: Number(row.dataset.id) });
});
for (const [enters, leaves] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
  rows?.addEventListener(enters, (event) => point(event.target.closest("[data-words]")?.dataset.words ?? NOTE));
  rows?.addEventListener(leaves, () => point(NOTE));
}

scales.addEventListener("click", (event) => {
  const chosen = event.target.closest("[data-scale]");
  if (!chosen) return;
  scale = chosen.dataset.scale;
  for (const button of scales.children) button.setAttribute("aria-pressed", String(button === chosen));
  draw();
});

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
