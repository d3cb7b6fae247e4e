// One server and one form of the request at a time; the choice stays when a new session is started.
const chosen = { server: "vllm", form: "json" };

function show() {
  for (const tab of element.querySelectorAll("[data-pick]")) {
    tab.setAttribute("aria-pressed", String(chosen[tab.dataset.pick] === tab.dataset.value));
  }
  for (const part of element.querySelectorAll("[data-server]")) part.hidden = part.dataset.server !== chosen.server;
  for (const part of element.querySelectorAll("[data-form]")) part.hidden = part.dataset.form !== chosen.form;
}

element.addEventListener("click", (event) => {
  const tab = event.target.closest("[data-pick]");
  if (tab) {
    chosen[tab.dataset.pick] = tab.dataset.value;
    show();
  }
});

show();
watch("value", () => requestAnimationFrame(show));
