// Says that what is filled in is not what the session runs on, from a change until the next start.
const MARK = "data-changed";

document.getElementById("ask").addEventListener("input", (event) => {
  if (!event.target.closest("#example, #paste, #breakpoints")) document.body.setAttribute(MARK, "");
});

watch("value", () => {
  if (element.querySelector(".compiled")) document.body.removeAttribute(MARK);
});
