// Asks the server for what is to be shared, and hands it to the clipboard or to the browser's downloads.
element.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share]");
  if (button) trigger("take", { what: button.dataset.share });
});

element.addEventListener("change", async (event) => {
  const [file] = event.target.files ?? [];
  if (!file) return;
  event.stopPropagation();
  event.target.value = "";
  trigger("open_file", { text: await file.text() });
});

async function copyLink(field) {
  field.value = new URL(field.dataset.link, location.origin + location.pathname).href;
  field.select();
  const copied = await (navigator.clipboard?.writeText(field.value) ?? Promise.reject()).then(
    () => "Copied.",
    () => "Copy it from here.",
  );
  element.querySelector("[data-copied]").prepend(`${copied} `);
}

function saveFile({ name, type, text }) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

watch("value", () =>
  requestAnimationFrame(() => {
    const field = element.querySelector("[data-link]");
    const file = element.querySelector("template[data-text]");
    if (field) copyLink(field);
    if (file) saveFile(file.dataset);
  }),
);
