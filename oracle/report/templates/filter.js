(function () {
  const form = document.querySelector("form.filter"), more = form.querySelector("details.more");
  const index = document.getElementById("index").parentNode, count = document.getElementById("count");
  const rows = [...document.querySelectorAll("tr[data-of]")], parents = rows.map(row => row.parentNode);
  const topics = [...document.querySelectorAll("tr.topic")];
  const articles = new Map([...document.querySelectorAll("article")].map(article => [article.dataset.of, article]));
  let order = "";
  const ratio = (row, sign) => Number.isFinite(+row.dataset.ratio) && +row.dataset.ratio >= 0 ? +row.dataset.ratio : sign * 1e9;
  function arrange(wanted) {
    const sign = wanted === "closest" ? -1 : 1;
    if (wanted) parents[0].append(...[...rows].sort((a, b) => sign * (ratio(a, sign) - ratio(b, sign))));
    else rows.forEach((row, number) => parents[number].append(row));
    order = wanted;
  }
  function asked() {
    return Object.fromEntries([...new FormData(form)].filter(([, value]) => value.trim()));
  }
  function apply() {
    const wanted = asked(), words = (wanted.find || "").toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const fits = words.every(word => row.dataset.text.includes(word)) &&
        Object.entries(wanted).every(([name, value]) =>
          name === "find" || name === "order" || row.dataset[name].split("|").includes(value));
      row.hidden = !fits;
      shown += fits;
    }
    if (rows.length && (wanted.order || "") !== order) arrange(wanted.order || "");
    for (const topic of topics)
      topic.hidden = order !== "" || ![...topic.parentNode.querySelectorAll("tr[data-of]")].some(row => !row.hidden);
    const all = rows.length === 1 ? "1 claim" : `${rows.length} claims`;
    count.textContent = shown === rows.length ? all : `${shown} of ${all}`;
  }
  function changed() {
    apply();
    const query = new URLSearchParams(asked()).toString();
    history.replaceState(null, "", query ? "#?" + query : "#index");
  }
  function route() {
    const name = decodeURIComponent(location.hash.slice(1)), article = articles.get(name);
    for (const other of articles.values()) other.hidden = other !== article;
    index.hidden = Boolean(article);
    document.body.classList.toggle("one", index.hidden);
    if (!article) return;
    const folded = article.querySelector("noscript");
    if (folded) article.innerHTML = folded.textContent;
    article.scrollIntoView();
  }
  if (location.hash.startsWith("#?"))
    for (const [name, value] of new URLSearchParams(location.hash.slice(2)))
      if (form.elements[name]) form.elements[name].value = value;
  more.open = matchMedia("(min-width: 40.01rem)").matches;
  form.hidden = false;
  form.addEventListener("input", changed);
  form.addEventListener("reset", () => setTimeout(changed));
  form.addEventListener("submit", event => event.preventDefault());
  addEventListener("hashchange", route);
  addEventListener("beforeprint", () => document.querySelectorAll("body:not(.one) article details").forEach(details => { details.open = true; }));
  apply();
  route();
})();
