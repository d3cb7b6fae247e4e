// A problem with a field is brought into view when it appears: its section may only just have been unfolded.
new ResizeObserver(() => {
  if (element.offsetHeight && element.querySelector(".alert")) element.scrollIntoView({ block: "nearest" });
}).observe(element);
