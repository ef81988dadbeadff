(function () {
  const form = document.querySelector("form.filter");
  const rows = [...document.querySelectorAll("tr[data-of]")];
  const articles = new Map([...document.querySelectorAll("article")].map(each => [each.dataset.of, each]));
  const count = document.getElementById("count");
  function apply() {
    const asked = Object.fromEntries([...new FormData(form)].filter(([, value]) => value.trim()));
    const words = (asked.find || "").toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const fits = words.every(word => row.dataset.text.includes(word)) &&
        Object.entries(asked).every(([name, value]) =>
          name === "find" || row.dataset[name].split("|").includes(value));
      row.hidden = articles.get(row.dataset.of).hidden = !fits;
      shown += fits;
    }
    count.textContent = shown === rows.length ? `${shown} claims` : `${shown} of ${rows.length} claims`;
    const kept = new URLSearchParams(asked).toString();
    if (location.hash.startsWith("#?") || kept) history.replaceState(null, "", kept ? "#?" + kept : "#index");
  }
  if (location.hash.startsWith("#?")) {
    for (const [name, value] of new URLSearchParams(location.hash.slice(2)))
      if (form.elements[name]) form.elements[name].value = value;
  }
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("submit", event => event.preventDefault());
  addEventListener("hashchange", () => {
    const target = articles.get(location.hash.slice(1));
    if (target && target.hidden) { form.reset(); setTimeout(() => target.scrollIntoView()); }
  });
  if (location.hash.startsWith("#?")) apply();
})();
