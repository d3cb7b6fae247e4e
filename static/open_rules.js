// The stack panel marks the rules that are open among the diagrams.
function markOpenRules() {
  const section = element.querySelector("[data-open]");
  const open = new Set(section ? JSON.parse(section.dataset.open) : []);
  for (const figure of document.querySelectorAll("#rules figure[data-rule]")) {
    const isOpen = open.has(figure.dataset.rule);
    figure.classList.toggle("open", isOpen);
    figure.querySelector("svg")?.classList.toggle("open", isOpen);
    const state = figure.querySelector(".state");
    if (state) state.textContent = isOpen ? "open" : "";
  }
}

// A new grammar's diagrams are drawn together with the stack: wait until both are there.
watch("value", () => requestAnimationFrame(() => setTimeout(markOpenRules)));
