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
function themed(value, key, style) {
  if (Array.isArray(value)) return value.map((item) => themed(item, key, style));
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, themed(item, name, style)]));
  }
  const name = THEMED.test(key) && typeof value === "string" && value.match(/^var\((--[\w-]+)\)$/);
  return name ? style.getPropertyValue(name[1]).trim() : value;
}

let figure = null;
let scale = scales?.querySelector("[aria-pressed=true]").dataset.scale;
let drawnWidth = 0;
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
  const width = plot.clientWidth;
  if (!props.value || !width) return;
  const begins = !figure;
  figure = JSON.parse(props.value);
  const { data, layout } = themed(figure, "", getComputedStyle(plot));
  const axes = layout.meta.scales?.[scale] ?? {};
  await Plotly.react(plot, data, { ...layout, ...axes, width }, { displayModeBar: false });
  drawnWidth = width;
  if (begins) listen();
  plot.dataset.scale = scale ?? "";
  plot.dataset.step = layout.meta.step;
}

function listen() {
  plot.on("plotly_click", (event) => trigger("pick", { id: event.points[0].customdata }));
  plot.on("plotly_hover", (event) => point(event.points[0].hovertext));
  plot.on("plotly_unhover", () => point(NOTE));
}

// What the pointer is on stands in a line of its own, where it hides nothing.
function point(text) {
  note.textContent = text;
  note.title = text;
}

// Plotly hears clicks between its axes only: the labels beside the rows are ours.
function rowAt(event) {
  if (!figure?.layout.meta.rows || !event.target.closest(".yaxislayer-above")) return -1;
  const area = plot.querySelector(".nsewdrag").getBoundingClientRect();
  return Math.floor(((event.clientY - area.top) / area.height) * figure.layout.meta.rows.length);
}

plot.addEventListener("click", (event) => {
  const id = figure?.layout.meta.rows?.[rowAt(event)];
  if (id !== undefined) trigger("pick", { id });
});
plot.addEventListener("mouseover", (event) => {
  const row = rowAt(event);
  if (row >= 0) point(figure.data[0].hovertext[row] ?? NOTE);
});
plot.addEventListener("mouseout", (event) => {
  if (rowAt(event) >= 0) point(NOTE);
});

scales?.addEventListener("click", (event) => {
  const chosen = event.target.closest("[data-scale]");
  if (!chosen) return;
  scale = chosen.dataset.scale;
  for (const button of scales.children) button.setAttribute("aria-pressed", String(button === chosen));
  draw();
});

watch("value", draw);
new MutationObserver(draw).observe(document.body, { attributeFilter: ["class"] });
new ResizeObserver(() => {
  if (plot.clientWidth !== drawnWidth) draw();
}).observe(plot);
draw();
