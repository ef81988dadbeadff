(function () {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const player of document.querySelectorAll(".learncheck .player:not([data-ready])")) {
    player.dataset.ready = "";
    const steps = [...player.querySelectorAll("input.step")], button = player.querySelector("button.play");
    let timer = 0, begun = false;
    const at = () => steps.findIndex(step => step.checked);
    function pause() { clearInterval(timer); timer = 0; button.textContent = "play"; }
    function forward() {
      if (at() === steps.length - 1) return pause();
      steps[at() + 1].checked = true;
    }
    function play() {
      if (at() === steps.length - 1) steps[0].checked = true;
      timer = setInterval(forward, 1600);
      button.textContent = "pause";
    }
    button.hidden = false;
    button.addEventListener("click", () => { begun = true; timer ? pause() : play(); });
    player.addEventListener("input", pause);
    player.addEventListener("keydown", () => { begun = true; });
    if (still) continue;
    const seen = new IntersectionObserver(entries => {
      const visible = entries.some(entry => entry.isIntersecting);
      if (visible && !begun) { begun = true; play(); } else if (!visible && timer) pause();
    }, {threshold: 0.6});
    seen.observe(player.querySelector(".frames"));
  }
})();
