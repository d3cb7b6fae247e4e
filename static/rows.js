// The words of a figure of rows: a button a row, over its bars. The buttons stay while their words change.
const rows = element.querySelector(".rows");

function newRow() {
  const row = document.createElement("button");
  row.type = "button";
  row.append(...["label", "number", "number"].map((name) => {
    const part = document.createElement("span");
    part.className = name;
    return part;
  }));
  return row;
}

function place(part, text, end) {
  part.textContent = text;
  part.style.setProperty("--end", end);
  part.classList.toggle("inside", end > 0.5);
}

function decorate({ rows: words }) {
  const { scale } = chosen;
  while (rows.children.length < words.length) rows.append(newRow());
  while (rows.children.length > words.length) rows.lastChild.remove();
  words.forEach((each, index) => {
    const row = rows.children[index];
    const [label, before, after] = row.children;
    row.dataset.id = each.id;
    row.dataset.state = each.state;
    row.dataset.words = each.words;
    label.textContent = each.label;
    place(before, each.numbers[0], each.ends[scale][0]);
    place(after, each.numbers[1], each.ends[scale][1]);
  });
}

rows.addEventListener("click", (event) => {
  const row = event.target.closest("[data-id]");
  if (row) trigger("pick", { id: Number(row.dataset.id) });
});
for (const [enters, leaves] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
  rows.addEventListener(enters, (event) => point(event.target.closest("[data-words]")?.dataset.words ?? NOTE));
  rows.addEventListener(leaves, () => point(NOTE));
}
