// What is on the screen at each frame of a run, or at one frame when `run` is false: every label and number
// with the height of its middle. One call, so that nothing is drawn between two readings of a frame.
(run) =>
  new Promise((resolve) => {
    const middle = (text) => {
      const box = text.getBoundingClientRect();
      return [(box.top + box.bottom) / 2, text.textContent];
    };
    const numbers = (chart) => [...chart.querySelectorAll("text")].map(middle);
    const frames = new Map();
    let hasBegun = false;
    const look = () => {
      const frame = {
        step: Number(document.querySelector("#bars .plot").dataset.step),
        labels: [...document.querySelectorAll("#bars .yaxislayer-above text")].map(middle),
        numbers: [...document.querySelectorAll("#bars .scatterlayer")].map(numbers),
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
