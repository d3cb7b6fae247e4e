// A panel made of HTML: what is clicked says by data-action and data-id what to do.
const ACTIONS = ["look", "now", "rewind", "force", "turn", "tree", "retry", "search"];

element.addEventListener("click", (event) => {
  const target = event.target.closest("[data-action]");
  if (target && !target.disabled && ACTIONS.includes(target.dataset.action)) {
    trigger(target.dataset.action, { id: Number(target.dataset.id ?? 0) });
  }
});

// A list that grows stays at its end, unless the visitor looks at something earlier in it.
function follow() {
  const list = element.querySelector("[data-follow='1']");
  if (list) list.scrollTop = list.scrollHeight;
}

// A run goes on drawing when it hears that the last drawing is on the screen.
function report() {
  const running = element.querySelector("[data-state=running]");
  if (running) requestAnimationFrame(() => setTimeout(() => trigger("drawn", { id: Number(running.dataset.now) })));
}

watch("value", () => {
  follow();
  report();
});
