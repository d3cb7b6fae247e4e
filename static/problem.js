// A problem with a field is brought into view: its section may only just have been unfolded.
watch("value", () => {
  if (element.querySelector(".alert")) setTimeout(() => element.scrollIntoView({ block: "nearest" }), 50);
});
