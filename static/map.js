// The vocabulary as one picture. Its data comes while it is open, the names of the tokens once.
const toggle = element.querySelector(".map-toggle");
const map = element.querySelector(".map");
const canvas = element.querySelector("canvas");
const note = element.querySelector(".note");
const NOTE = "Brighter is more probable, grey is masked · click to find it in the table";
const HEIGHT = 205; // pixels, as far as the cells can be so small
const SMALLEST = 1;
const LARGEST = 18;
const STEP = 0.25; // between the sizes of cells
const FEW = 2000;
const DOT = 3; // pixels of an allowed token's cell, at least, where few are allowed
const HALF_SECOND = 500;

let tokens = null; // names, first bytes
let shown = null; // levels, offsets, and what came with them
let order = "bytes";
let places = []; // a token id a cell, -1 for a gap
let cell = 0;
let columns = 0;

function fetchTokens() {
  tokens ??= fetch("page/vocabulary.json").then((answer) => answer.json());
  return tokens;
}

async function inflate(packed) {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const data = new Uint8Array(await new Response(stream).arrayBuffer());
  return [data.subarray(0, data.length / 2), data.subarray(data.length / 2)];
}

// In the order of first bytes, a gap parts one byte's tokens from the next one's.
function arrange(first) {
  const ids = first.map((_, id) => id);
  if (order === "id") return ids;
  ids.sort((one, other) => first[one] - first[other] || one - other);
  return ids.flatMap((id, index) => (index && first[id] !== first[ids[index - 1]] ? [-1, id] : [id]));
}

async function draw() {
  const value = props.value;
  if (map.hidden || !value) return;
  const late = setTimeout(() => (note.textContent = "working…"), HALF_SECOND);
  const news = JSON.parse(value);
  const { names, first } = await fetchTokens();
  const [levels, offsets] = news.data ? await inflate(news.data) : [[], []];
  clearTimeout(late);
  if (value !== props.value) return; // a newer one is on its way
  shown = { ...news, names, masks: levels, offsets };
  places = arrange(first);
  note.textContent = NOTE;
  canvas.setAttribute("aria-label", news.words);
  paint();
  map.dataset.step = news.step;
}

function paint() {
  const width = map.clientWidth;
  if (!shown || !width) return;
  cell = Math.min(LARGEST, Math.max(SMALLEST, STEP * Math.floor(Math.sqrt((width * HEIGHT) / places.length) / STEP)));
  columns = Math.floor(width / cell);
  Object.assign(map.dataset, { cell, columns, order });
  const scale = window.devicePixelRatio;
  const height = Math.ceil(places.length / columns) * cell;
  canvas.style.height = `${height}px`;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  const style = getComputedStyle(element);
  const [masked, allowed, ring] = ["--map-masked", "--map-allowed", "--map-ring"].map((name) => style.getPropertyValue(name));
  const size = cell > 4 ? cell - 1 : cell;
  const dot = shown.masks.filter(Boolean).length < FEW ? Math.max(size, DOT) : size;
  const square = (index, side) => [(index % columns) * cell, Math.floor(index / columns) * cell, side, side];
  pen.fillStyle = masked;
  // Where cells are smaller than pixels, the edges between them would make a pattern of their own.
  const side = cell > 4 ? size : size + 0.5;
  places.forEach((id, index) => id >= 0 && !shown.masks[id] && pen.fillRect(...square(index, side)));
  pen.fillStyle = allowed;
  places.forEach((id, index) => {
    if (id < 0 || !shown.masks[id]) return;
    pen.globalAlpha = 0.25 + (0.75 * shown.masks[id]) / shown.levels;
    pen.fillRect(...square(index, dot));
  });
  pen.globalAlpha = 1;
  const chosen = places.indexOf(shown.chosen ?? -2);
  if (chosen < 0) return;
  const [x, y] = square(chosen, dot);
  pen.strokeStyle = ring;
  pen.lineWidth = 2;
  pen.strokeRect(x - 3, y - 3, dot + 6, dot + 6);
}

function tokenAt(event) {
  const box = canvas.getBoundingClientRect();
  const column = Math.floor((event.clientX - box.left) / cell);
  return (column < columns && places[column + columns * Math.floor((event.clientY - box.top) / cell)]) ?? -1;
}

function words(id) {
  const level = shown.masks[id];
  const offset = shown.offsets[id];
  const place = offset === 255 ? "masked" : offset ? `masked at character ${offset}` : "masked at its first character";
  const after = (10 ** (((level - shown.levels) * shown.decades) / (shown.levels - 1))).toPrecision(1);
  const verdict = level ? `allowed, about ${after} after the mask` : place;
  return `${shown.names[id]}   id ${id}, ${verdict}${id === shown.chosen ? ", chosen here" : ""}`;
}

canvas.addEventListener("pointermove", (event) => {
  const id = shown ? tokenAt(event) : -1;
  note.textContent = id >= 0 ? words(id) : NOTE;
});
canvas.addEventListener("pointerleave", () => (note.textContent = NOTE));
canvas.addEventListener("click", (event) => {
  const id = shown ? tokenAt(event) : -1;
  if (id < 0) return;
  open(false);
  const search = document.querySelector("#search :is(input, textarea)");
  search.value = id;
  search.dispatchEvent(new Event("input", { bubbles: true }));
  search.focus();
});

function open(isOpen) {
  map.hidden = !isOpen;
  toggle.setAttribute("aria-pressed", String(isOpen));
  trigger("show", { id: Number(isOpen) });
}

toggle.addEventListener("click", () => open(map.hidden));
for (const button of element.querySelectorAll("[data-order]")) {
  button.addEventListener("click", () => {
    order = button.dataset.order;
    for (const each of element.querySelectorAll("[data-order]")) each.setAttribute("aria-pressed", String(each === button));
    draw();
  });
}
watch("value", draw);
new MutationObserver(paint).observe(document.body, { attributeFilter: ["class"] });
new ResizeObserver(paint).observe(map);
