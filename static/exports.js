// One server and one form of the request at a time; the choice stays when a new session is started.
const chosen = { server: "vllm", form: "json" };

function show() {
  for (const tab of element.querySelectorAll("[data-pick]")) {
    tab.setAttribute("aria-pressed", String(chosen[tab.dataset.pick] === tab.dataset.value));
  }
  for (const part of element.querySelectorAll("[data-server]")) part.hidden = part.dataset.server !== chosen.server;
  for (const part of element.querySelectorAll("[data-form]")) part.hidden = part.dataset.form !== chosen.form;
}

// A page that is not served securely has no clipboard of its own: select the text and copy that.
async function copy(code) {
  if (navigator.clipboard) return navigator.clipboard.writeText(code.textContent);
  getSelection().selectAllChildren(code);
  if (!document.execCommand("copy")) throw new Error("not copied");
}

element.addEventListener("click", async (event) => {
  const tab = event.target.closest("[data-pick]");
  if (tab) {
    chosen[tab.dataset.pick] = tab.dataset.value;
    show();
  }
  const button = event.target.closest("[data-copy]");
  if (button) {
    const code = button.parentElement.querySelector("pre");
    button.textContent = await copy(code).then(() => "Copied", () => "Select and copy it by hand");
  }
});

show();
watch("value", () => requestAnimationFrame(show));
