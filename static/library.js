// A window over the page, opened by a button of the header and filled by the server when it first is.
const block = element.closest("#lessons, #gallery");
const dialog = document.createElement("dialog");
dialog.className = "library";
dialog.setAttribute("aria-labelledby", `${block.id}-title`);
block.replaceWith(dialog);
dialog.append(block);

let moved = false;

document.addEventListener("click", (event) => {
  if (!event.target.closest(`[data-library="${block.id}"]`)) return;
  dialog.showModal();
  if (!element.querySelector(".library-head")) trigger("open", { id: 1 });
});

dialog.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (event.target === dialog || button?.matches("[data-close]")) dialog.close();
  if (button?.matches("[data-choose]")) {
    dialog.close();
    trigger("choose", { id: button.dataset.choose });
  }
  if (button?.matches("[data-open]")) {
    moved = true;
    trigger("open", { id: Number(button.dataset.open) });
  }
});

// A number that is left empty arrives as null, which the server answers in words.
dialog.addEventListener("change", (event) => {
  const form = event.target.closest("[data-reckon]");
  if (!form) return;
  const numbers = [...form.elements].map((field) => [field.name, Number.isNaN(field.valueAsNumber) ? null : field.valueAsNumber]);
  trigger("reckon", Object.fromEntries(numbers));
});
dialog.addEventListener("submit", (event) => event.preventDefault());

// Another lesson begins at its top, folded, and a screen reader goes on from its title.
watch("value", () => requestAnimationFrame(() => {
  if (!moved) return;
  moved = false;
  for (const folded of element.querySelectorAll("details")) folded.open = false;
  dialog.scrollTop = 0;
  element.querySelector("h3[tabindex]")?.focus();
}));
