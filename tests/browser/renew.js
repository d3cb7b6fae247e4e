// Brings a page back to what a first visitor sees: every field that differs from `first` gets its first value,
// and what is unfolded is folded. Without `first`, says what there is: some fields come and go with the kind.
(first) => {
  const value = (each) => (/radio|checkbox/.test(each.type) ? each.checked : each.value);
  const fields = new Map();
  for (const each of document.querySelectorAll("input, textarea")) {
    const panel = each.closest(".cm-editor, #menu") ? null : each.closest("[id]:not(input, textarea)");
    if (panel) fields.set(`${panel.id} ${each.type === "radio" ? each.value : ""}`, each);
  }
  if (!first) return Object.fromEntries([...fields].map(([name, each]) => [name, value(each)]));
  for (const [name, each] of fields) {
    if (!(name in first) || value(each) === first[name]) continue;
    if (each.type === "radio" && !first[name]) continue; // another one of its group is chosen
    if (/radio|checkbox/.test(each.type)) {
      each.click();
      continue;
    }
    each.value = first[name];
    for (const event of ["input", "change", "blur"]) each.dispatchEvent(new Event(event, { bubbles: true }));
  }
  document.querySelector("#timeline [data-scale=log]").click();
  document.querySelector("#timeline [data-line=depth]").click();
  for (const open of document.querySelectorAll("button.label-wrap.open")) open.click();
  document.querySelector("#ask").scrollTo(0, 0);
  window.scrollTo(0, 0);
};
