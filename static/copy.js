// A button that copies the code beside it.
// A page that is not served securely has no clipboard of its own: select the text and copy that.
async function copy(code) {
  if (navigator.clipboard) return navigator.clipboard.writeText(code.textContent);
  getSelection().selectAllChildren(code);
  if (!document.execCommand("copy")) throw new Error("not copied");
}

element.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const code = button.parentElement.querySelector("pre");
  button.textContent = await copy(code).then(() => "Copied", () => "Select and copy it by hand");
});

