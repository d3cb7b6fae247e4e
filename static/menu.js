// The list of examples: says what was chosen, and that what is filled in is no example any more.
const shown = () => element.querySelector("select");

element.addEventListener("change", (event) => {
  event.stopPropagation();
  trigger("choose", { id: event.target.value });
});

document.getElementById("ask").addEventListener("input", (event) => {
  if (event.target.closest("#kind, #constraint, #prompt, #trigger")) shown().value = "";
});

watch("value", () => {
  shown().value = shown().dataset.current;
});
