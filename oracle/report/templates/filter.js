(function () {
  const form = document.querySelector("form.filter");
  const rows = [...document.querySelectorAll("tr[data-of]")];
  const body = rows.length ? rows[0].parentNode : null;
  const articles = new Map([...document.querySelectorAll("article")].map(each => [each.dataset.of, each]));
  const count = document.getElementById("count");
  let order = "";
  function arrange(wanted) {
    const sign = wanted === "closest" ? -1 : 1;
    const ratio = row => Number.isFinite(+row.dataset.ratio) && +row.dataset.ratio >= 0 ? +row.dataset.ratio : sign * 1e9;
    const sorted = wanted ? [...rows].sort((one, other) => sign * (ratio(one) - ratio(other))) : rows;
    body.append(...sorted);
    order = wanted;
  }
  function apply() {
    const asked = Object.fromEntries([...new FormData(form)].filter(([, value]) => value.trim()));
    const words = (asked.find || "").toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const fits = words.every(word => row.dataset.text.includes(word)) &&
        Object.entries(asked).every(([name, value]) =>
          name === "find" || name === "order" || row.dataset[name].split("|").includes(value));
      row.hidden = articles.get(row.dataset.of).hidden = !fits;
      shown += fits;
    }
    if (body && (asked.order || "") !== order) arrange(asked.order || "");
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
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(each => { each.open = true; }));
  if (location.hash.startsWith("#?")) apply();
})();
