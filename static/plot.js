// Draws a Plotly figure and keeps it in place: the figure changes, its element never does.
const plot = element.querySelector(".plot");
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

let listening = false;

async function draw() {
  if (!props.value) return;
  await loadPlotly();
  const { data, layout } = themed(JSON.parse(props.value), "", getComputedStyle(plot));
  await Plotly.react(plot, data, layout, { displayModeBar: false });
  if (listening) return;
  listening = true;
  plot.on("plotly_click", (event) => trigger("pick", { id: event.points[0].customdata }));
  new ResizeObserver(() => Plotly.Plots.resize(plot)).observe(plot);
}

watch("value", draw);
new MutationObserver(draw).observe(document.body, { attributeFilter: ["class"] });
draw();
