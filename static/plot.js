// Draws a Plotly figure and keeps it in place: the figure changes, its element never does.
const plot = element.querySelector(".plot");
const THEMED = /(color|family)$/;

const ready = window.Plotly
  ? Promise.resolve()
  : new Promise((resolve) => document.getElementById("plotly-js").addEventListener("load", resolve));

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
  await ready;
  if (!props.value) return;
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
