// Keys for the whole page. Which key presses which control stands in the list that `?` opens.
const list = element.querySelector("dialog");
const presses = new Map([...list.querySelectorAll("[data-press]")].map((key) => [key.dataset.key, key.dataset.press]));
const FIELD = "textarea, select, [contenteditable=true], input:not([type=radio], [type=checkbox], [type=range])";
// What has a use of its own for a key keeps it.
const KEEPS = {
  " ": "button, a, summary, input, [role=slider], [role=button]",
  ArrowLeft: "input, [role=slider], [role=region]",
  ArrowRight: "input, [role=slider], [role=region]",
};

const text = () => document.querySelector("#text section");

function lookAt(step) {
  const { now } = text().dataset;
  if (step < 0 || step > Number(now)) return;
  const chip = document.querySelector(`#text .chips [data-id="${step}"]`);
  (chip ?? document.querySelector("#text [data-action=now]"))?.click();
}

const others = {
  ArrowLeft: () => lookAt(Number(text().dataset.step) - 1),
  ArrowRight: () => lookAt(Number(text().dataset.step) + 1),
  "/": () => document.querySelector("#search :is(input, textarea)").focus(),
  "?": () => (list.open ? list.close() : list.showModal()),
  Escape: () => document.querySelector("#text [data-action=now]")?.click(),
};

// A control that was clicked has the focus, and yet Space is to step: only one that was reached by keys keeps it.
let isPointed = false;
let taken = "";
addEventListener("pointerdown", () => (isPointed = true), true);

function take(event) {
  const { key, target } = event;
  if (key === "Tab") isPointed = false;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return false;
  if (target.closest(FIELD)) {
    if (key === "Escape") target.blur();
    return false;
  }
  const open = document.querySelector("dialog[open]");
  if (open && !(open === list && key === "?")) return false;
  if (target.matches(KEEPS[key] ?? "none") && !(key === " " && isPointed)) return false;
  const press = presses.get(key);
  if (press) document.getElementById(press).click();
  else others[key]?.();
  return Boolean(press || others[key]);
}

addEventListener("keydown", (event) => {
  taken = take(event) ? event.key : "";
  if (taken) event.preventDefault();
});
// A button is pressed when Space is let go.
addEventListener("keyup", (event) => {
  if (event.key === taken) event.preventDefault();
});

element.addEventListener("click", (event) => {
  if (event.target.closest("#help")) list.showModal();
  if (event.target === list) list.close(); // beside the list
});
