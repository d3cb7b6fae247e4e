// What is on the screen at each frame of a run, or at one frame when `run` is false: the words of every row,
// and where the two bars stand that are drawn at its height. One call, so that nothing is drawn between two
// readings of a frame.
(run) =>
  new Promise((resolve) => {
    const bars = document.querySelector("#bars .plot");
    const middle = (part) => {
      const box = part.getBoundingClientRect();
      return (box.top + box.bottom) / 2;
    };
    const bar = (path) => (path.getBoundingClientRect().width ? middle(path) : null); // none for a probability of 0
    const row = (button) => ({ words: [...button.children].map((part) => part.textContent), height: middle(button) });
    const frames = new Map();
    let hasBegun = false;
    const look = () => {
      const frame = {
        step: Number(bars.dataset.step),
        rows: [...document.querySelectorAll("#bars .rows button")].map(row),
        bars: [...bars.querySelectorAll(".barlayer .trace")].map((trace) => [...trace.querySelectorAll("path")].map(bar)),
      };
      frames.set(JSON.stringify(frame), frame);
      const text = document.querySelector("#text section").dataset;
      const isRunning = text.state === "running";
      hasBegun ||= isRunning || text.state === "length";
      if (run ? hasBegun && !isRunning && frame.step === Number(text.now) : true) resolve([...frames.values()]);
      else requestAnimationFrame(look);
    };
    if (run) document.querySelector("#run").click();
    requestAnimationFrame(look);
  });
