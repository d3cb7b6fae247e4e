// A line of the pasted schema is named in several panels: a click shows it in the editor.
document.addEventListener("click", (event) => {
  const named = event.target.closest("[data-line]");
  const line = named && document.querySelectorAll("#constraint .cm-line")[Number(named.dataset.line) - 1];
  if (!line) return;
  line.scrollIntoView({ block: "center", inline: "start" });
  // An animation leaves the editor's own elements as they are.
  line.animate([{ background: "var(--accent-soft)" }, { background: "transparent" }], { duration: 1500 });
});
