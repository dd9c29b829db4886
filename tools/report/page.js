"use strict";
// The data: see Packer in page.py. Everything that comes from it is put into the page as text, pictures of models excepted, which
// page.py has drawn.
const DATA = JSON.parse(document.getElementById("data").textContent);
const SIGNS = {passed: "✓", failed: "✗", differs: "≈", skipped: "–"};
const WORDS = {passed: "passed", failed: "failed", differs: "differ (survey)", skipped: "skipped"};
const FILTERS = ["backend", "area", "rule", "outcome", "tier", "text"];
const ANY = "any failure";
const PAGE = 100; // rows of a long table at first, and more at a time
const areaOf = (path) => path.split("/")[0];
const number = (n) => n.toLocaleString("en");
const plural = (n, word) => `${number(n)} ${word}${n === 1 ? "" : "s"}`;

const runsOfGroup = DATA.groups.map(() => []);
for (const [group, name, entries] of DATA.runs) runsOfGroup[group].push({group, name, entries, path: DATA.groups[group][0]});

// --- Elements -------------------------------------------------------------------------------------------------------------------
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat(3).filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}
const unseen = (text) => make("span", {class: "unseen"}, text);
const broken = (text) => text.split(/(?<=\/|__)/).flatMap((part) => [part, make("wbr")]); // lines may end behind / and __
const link = (text, ...to) => make("a", {href: address(...to)}, text);
const head = (text, scope = "col", more = {}) => make("th", {scope, ...more}, text);

// A table that may be wider than the page, below its caption, which may not.
function table(kind, caption, heads, bodies) {
  return make("div", {class: kind}, make("p", {class: "soft", "aria-hidden": "true"}, caption),
    make("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": caption},
      make("table", {"aria-label": caption}, make("thead", {}, make("tr", {}, heads.map((text) => head(text)))), bodies)));
}

// --- The address: #/VIEW/ID?backend=...&text=... --------------------------------------------------------------------------------
let view = "", id = "", filters = {};

function address(toView, toId = "", changes = {}) {
  const asked = new URLSearchParams(Object.entries({...filters, ...changes}).filter(([, value]) => value)).toString();
  const path = toId.split("/").map(encodeURIComponent).join("/");
  return "#/" + toView + (path ? "/" + path : "") + (asked ? "?" + asked : "");
}

function readAddress() {
  const [path, asked = ""] = location.hash.slice(1).split(/\?(.*)/s);
  const [, first = "", ...rest] = path.split("/");
  const given = new URLSearchParams(asked);
  const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
  [view, id] = [first, rest.map(decoded).join("/")];
  filters = Object.fromEntries(FILTERS.map((name) => [name, given.get(name) || ""]));
}

// --- Choosing and counting ------------------------------------------------------------------------------------------------------
const backends = () => DATA.backends.map((_, k) => k).filter((k) => !filters.backend || DATA.backends[k].label === filters.backend);
const words = () => filters.text.toLowerCase().split(/\s+/).filter(Boolean);
const hasWords = (text) => words().every((word) => text.includes(word));
const textOfCase = (path) => (path + " " + (DATA.cases[path].title || "")).toLowerCase();
const hits = (outcome, kind) => !filters.outcome || (filters.outcome === ANY ? kind === 1 : DATA.outcomes[outcome] === filters.outcome);

function fits([path, survey, rules]) {
  return (!filters.area || areaOf(path) === filters.area) && (!filters.rule || rules.includes(filters.rule)) &&
    (!filters.tier || (filters.tier === "survey") === Boolean(survey));
}

function hasText(run) {
  if (!words().length) return true;
  const details = run.entries.map(([, , , detail]) => detail === null ? "" : DATA.details[detail].text).join(" ");
  return hasWords(textOfCase(run.path) + "/" + (run.name + " " + details).toLowerCase());
}

// Every [backend, group, outcome, kind, count] that the filters leave. A case whose title has not the text counts by its runs that have.
function* entries() {
  const shown = new Set(backends());
  const whole = DATA.groups.map((group) => fits(group) && hasWords(textOfCase(group[0])));
  for (const entry of DATA.counts) if (shown.has(entry[0]) && whole[entry[1]]) yield entry;
  for (const [group, of] of DATA.groups.entries()) {
    if (whole[group] || !fits(of)) continue;
    for (const run of runsOfGroup[group].filter(hasText)) {
      for (const [backend, outcome, kind] of run.entries) if (shown.has(backend)) yield [backend, group, outcome, kind, 1];
    }
  }
}

// {key: by backend {runs, hits, passed, failed, differs, skipped}}, the keys being those of a group.
function count(keysOf) {
  const counts = new Map();
  for (const [backend, group, outcome, kind, n] of entries()) {
    for (const key of keysOf(DATA.groups[group])) {
      if (!counts.has(key)) counts.set(key, DATA.backends.map(() => ({runs: 0, hits: 0, passed: 0, failed: 0, differs: 0, skipped: 0})));
      const cell = counts.get(key)[backend];
      cell.runs += n;
      cell[DATA.kinds[kind]] += n;
      if (hits(outcome, kind)) cell.hits += n;
    }
  }
  return counts;
}

// Whether a line of counts has what the filters ask for.
const isAskedFor = (cells) => cells.some((cell) => (filters.outcome ? cell.hits : cell.runs) > 0);

// Runs that some backend did not pass, those that fail first.
function selectRuns(path) {
  const shown = new Set(backends());
  const runs = runsOfGroup.filter((_, k) => fits(DATA.groups[k]) && (!path || DATA.groups[k][0] === path)).flat();
  const worst = (run) => Math.min(...run.entries.map(([backend, , kind]) => shown.has(backend) && kind ? kind : DATA.kinds.length));
  return runs.filter((run) => hasText(run) && run.entries.some(([backend, outcome, kind]) => shown.has(backend) && outcome && hits(outcome, kind)))
    .sort((a, b) => worst(a) - worst(b));
}

// --- Parts of pages -------------------------------------------------------------------------------------------------------------
function countCell(cell, what, ...to) {
  if (!cell.runs) return make("td", {}, make("span", {class: "soft"}, unseen("no run")));
  const kind = ["failed", "differs"].find((name) => cell[name]) || (cell.skipped === cell.runs ? "skipped" : "passed");
  const n = filters.outcome ? cell.hits : cell[kind];
  const rest = n === cell.runs ? "" : ` of ${number(cell.runs)}`;
  const said = filters.outcome ? filters.outcome : WORDS[kind];
  return make("td", {}, make("a", {class: "cell " + kind, href: address(...to), "aria-label": `${what}: ${n}${rest}: ${said}`},
    SIGNS[kind] + " " + number(n), make("small", {}, rest)));
}

const labels = () => backends().map((k) => DATA.backends[k].label);

function countLine(title, cells, ...to) {
  return make("tr", {}, head(title, "row"), backends().map((k) => {
    const label = DATA.backends[k].label;
    return countCell(cells[k], `${to[1]}, ${label}`, to[0], to[1], {...to[2], backend: label});
  }));
}

function scoreboard() {
  const counts = count(() => ["all"]).get("all") || DATA.backends.map(() => ({runs: 0, passed: 0, failed: 0, differs: 0, skipped: 0}));
  const outcomes = new Map();
  for (const [backend, , outcome, , n] of entries()) {
    if (!outcomes.has(outcome)) outcomes.set(outcome, DATA.backends.map(() => 0));
    outcomes.get(outcome)[backend] += n;
  }
  const line = (title, of, kind) => make("tr", {}, head(title, "row", {class: kind}), backends().map((k) => make("td", {}, of(counts[k], DATA.backends[k], k))));
  const share = (cell) => make("span", {class: "share", "aria-hidden": "true"},
    DATA.kinds.map((kind) => make("i", {class: kind, style: `flex:${cell[kind]}`})));
  const percent = ({passed, runs, skipped}) => runs > skipped ? (Math.floor(1000 * passed / (runs - skipped)) / 10).toFixed(1) + " %" : "";
  const outcomeLine = ([outcome, of]) => line(DATA.outcomes[outcome], (_, backend, k) =>
    of[k] ? link(number(of[k]), "runs", "", {backend: backend.label, outcome: DATA.outcomes[outcome]}) : unseen("0"));
  return table("number", "Scoreboard: runs by backend", ["", ...labels()], [
    make("tbody", {}, line("version", (_, backend) => make("small", {}, backend.version)), line("runs", (cell, backend) => number(cell.runs) + (backend.complete ? "" : " (not whole)")),
      line(unseen("shares"), share), line("passed, of those not skipped", percent),
      DATA.kinds.map((kind) => line(SIGNS[kind] + " " + WORDS[kind], (cell) => number(cell[kind])))),
    make("tbody", {}, make("tr", {}, head("By outcome", "rowgroup", {colspan: labels().length + 1})),
      [...outcomes].filter(([outcome]) => outcome).sort(([a], [b]) => a - b).map(outcomeLine))]);
}

function ruleMatrix() {
  const counts = count(([, , rules]) => filters.rule ? [filters.rule] : rules);
  const chapters = new Map();
  for (const [rule, {chapter}] of Object.entries(DATA.rules)) {
    if (counts.has(rule) && isAskedFor(counts.get(rule))) chapters.set(chapter, [...(chapters.get(chapter) || []), rule]);
  }
  const line = (rule) => countLine([link(rule, "rule", rule), " ", make("small", {}, DATA.rules[rule].sentence)], counts.get(rule), "rule", rule);
  const bodies = [...chapters].map(([chapter, rules]) => make("tbody", {},
    make("tr", {}, head((chapter || "other").replaceAll("_", " "), "rowgroup", {colspan: labels().length + 1})), rules.map(line)));
  const said = filters.outcome ? `runs with outcome ${filters.outcome}` : "runs that failed, of all that touch the rule";
  return bodies.length ? table("matrix", `Rules by backend: ${said}`, ["Rule", ...labels()], bodies) : make("p", {}, "No run fits these filters.");
}

// Runs, a line each, the first hundred at first.
function runTable(runs, caption, withCase) {
  if (!runs.length) return make("p", {}, "Every run that fits these filters has passed, or none fits.");
  const line = (run) => make("tr", {}, head(link(broken(withCase ? `${run.path}/${run.name}` : run.name), "run", `${run.path}/${run.name}`), "row"), backends().map((k) => {
    const entry = run.entries.find(([backend]) => backend === k);
    if (!entry) return make("td", {}, unseen("no result"));
    const kind = DATA.kinds[entry[2]];
    return make("td", {}, make("span", {class: "cell " + kind}, `${SIGNS[kind]} ${DATA.outcomes[entry[1]]}`));
  }));
  const body = make("tbody", {}, runs.slice(0, PAGE).map(line));
  const more = make("button", {onclick: () => {
    const done = body.children.length;
    body.append(...runs.slice(done, done + PAGE).map(line));
    more.textContent = moreText();
    more.hidden = body.children.length === runs.length;
    body.children[done].querySelector("a").focus();
  }});
  const moreText = () => `Show more: ${number(body.children.length)} of ${number(runs.length)} are shown`;
  more.textContent = moreText();
  more.hidden = body.children.length === runs.length;
  return [table("matrix runs", caption, ["Run", ...labels()], body), make("p", {}, more)];
}

function placeOf(shape, position) {
  const place = [];
  for (const dim of [...shape].reverse()) {
    place.unshift(position % dim);
    position = Math.floor(position / dim);
  }
  return place;
}

const signature = ([type, shape]) => `${type}[${shape.join(",")}]`;

// The values of one tensor, or of two side by side, a line for each run along a short last axis.
function valueTable(caption, columns, positions) {
  const [, shape, from, values] = columns[0][1];
  const across = shape.length > 1 && shape.at(-1) <= 12 ? shape.at(-1) : 1;
  const differ = new Set(positions);
  const wide = Math.min(20, Math.max(1, ...columns.flatMap(([, tensor]) => tensor[3].map((value) => String(value).length))));
  const cell = (tensor, begin) => make("td", {}, Array.from({length: across}, (_, k) => begin + k).filter((p) => p - from in tensor[3]).map((p) => {
    const text = String(tensor[3][p - from]);
    return make("span", {}, differ.has(p) ? make("mark", {}, text, unseen(" differs")) : text);
  }));
  const rows = [];
  for (let begin = from - from % across; begin < from + values.length; begin += across) {
    const first = positions.length && positions[0] >= begin && positions[0] < begin + across;
    const place = placeOf(shape, begin).map((k, axis) => across > 1 && axis === shape.length - 1 ? ":" : k);
    rows.push(make("tr", {class: first ? "first" : undefined}, head(`[${place.join(",")}]`, "row"),
      columns.map(([, tensor]) => cell(tensor, begin)), make("td", {class: "nowrap"}, first ? "◀ first" : "")));
  }
  const at = Math.max(0, rows.findIndex((row) => row.className === "first") - 8);
  const shown = make("tbody", {}, rows.slice(at, at + 24));
  const all = rows.length > shown.children.length && make("button", {onclick: (event) => {
    shown.replaceChildren(...rows);
    event.target.remove();
  }}, `Show all ${rows.length} lines`);
  const element = table("values", caption, ["index", ...columns.map(([name]) => name), ""], shown);
  element.style.setProperty("--wide", wide + "ch");
  return [element, all];
}

function wrongOutput(wrong) {
  const [expected, actual] = [DATA.tensors[wrong.expected], DATA.tensors[wrong.actual]];
  const title = make("h3", {}, `Output ${wrong.output}${wrong.name ? ` “${wrong.name}”` : ""}`);
  if (!wrong.positions.length) {
    return [title, ...[["expected", expected], ["actual", actual]].map(([name, tensor]) => valueTable(`${name}: ${signature(tensor)}`, [[name, tensor]], []))];
  }
  const place = placeOf(actual[1], wrong.positions[0]).join(",");
  const where = wrong.iteration === null ? "" : `; it begins in iteration ${wrong.iteration}`;
  const caption = `${signature(actual)}, compared by ${wrong.compare}: ${plural(wrong.differ, "element")} of ${number(actual[1].reduce((a, b) => a * b, 1))} differ, first at [${place}]${where}`;
  return [title, valueTable(caption, [["expected", expected], ["actual", actual]], wrong.positions)];
}

function loopTable({title, rows}) {
  return table("", title, ["role", "from", "to", "slicing"], make("tbody", {}, rows.map(([role, ...rest]) =>
    make("tr", {}, head(role, "row"), rest.map((text) => make("td", {}, text))))));
}

function drawing(path) {
  const {picture, loops = [], model_of: run} = DATA.cases[path];
  const note = run && make("p", {class: "soft"}, `As it is in the run ${run}.`);
  if (!loops.length && !picture) return [make("h2", {}, "Model"), make("p", {}, "It has no loop, or is not to be read; see model.xml.")];
  const frame = make("div", {class: "picture", tabindex: 0, role: "img", "aria-label": `The model of ${path}; the port maps below say the same of its loops`});
  frame.innerHTML = picture || "";
  return [make("h2", {}, "Model"), note, picture ? frame : make("p", {class: "soft"}, "No picture: the model is too large, or Graphviz was missing."),
    make("details", {}, make("summary", {}, "Port maps and back edges"), loops.map(loopTable))];
}

// --- Pages: [title, steps of the path, contents] --------------------------------------------------------------------------------
const known = (object, key) => Object.hasOwn(object, key);
const caseStep = (path) => [path, "case", path];
const ruleLink = (rule) => [make("span", {class: "nowrap"}, link(rule, "rule", rule)), " "];
const notes = (k) => DATA.backends[k].notes.map((note) => make("p", {class: "note"}, `${DATA.backends[k].label}: ${note}`));

const PAGES = {
  "": () => ["Conformance results", [], [DATA.notes.map((note) => make("p", {class: "note"}, note)), backends().map(notes), scoreboard(), make("h2", {}, "Rules"), ruleMatrix()]],

  runs: () => {
    const runs = selectRuns();
    return [filters.outcome ? `Runs: ${filters.outcome}` : "Runs that did not pass", [], [runTable(runs, plural(runs.length, "run"), true)]];
  },

  rule: () => {
    if (!known(DATA.rules, id)) return missing("rule");
    const {chapter, sentence, status, text} = DATA.rules[id];
    const file = `${chapter}.md#${id}`;
    const counts = count(([path, , rules]) => rules.includes(id) ? [path] : []);
    const line = ([path, cells]) => countLine([link(broken(path), "case", path), " ", make("small", {}, DATA.cases[path].title)], cells, "case", path, {rule: id});
    const lines = [...counts].filter(([, cells]) => isAskedFor(cells)).sort(([a], [b]) => a < b ? -1 : 1).map(line);
    return [id, [], [make("p", {}, sentence), make("dl", {}, make("dt", {}, "Status"), make("dd", {}, status), make("dt", {}, "Written in"),
      make("dd", {}, DATA.docs ? make("a", {href: `${DATA.docs}/spec/${file}`}, `docs/spec/${file}`) : `docs/spec/${file}`)),
      make("details", {}, make("summary", {}, "The whole rule"), make("pre", {}, text)), make("h2", {}, "Cases"),
      table("matrix", `Cases of ${id} by backend`, ["Case", ...labels()], make("tbody", {}, lines))]];
  },

  case: () => {
    if (!known(DATA.cases, id)) return missing("case");
    const about = DATA.cases[id];
    const runs = selectRuns(id);
    const counts = count(([path]) => path === id ? [id] : []).get(id);
    return [id, [], [make("p", {}, about.title), about.notes && make("p", {class: "soft"}, about.notes),
      make("dl", {}, make("dt", {}, "Rules"), make("dd", {}, about.rules.map(ruleLink)),
        make("dt", {}, "Dialect"), make("dd", {}, about.dialect), make("dt", {}, "Oracle"), make("dd", {}, about.oracle)),
      drawing(id), make("h2", {}, "Runs"),
      counts && table("matrix", "All its runs", ["", ...labels()], make("tbody", {}, countLine("all", counts, "case", id))),
      runTable(runs, `${plural(runs.length, "run")} that some backend did not pass`, false)]];
  },

  run: () => {
    const cut = id.lastIndexOf("/");
    const run = runsOfGroup.flat().find(({path, name}) => path === id.slice(0, cut) && name === id.slice(cut + 1));
    if (!run) return missing("run that some backend did not pass");
    const [, survey, rules] = DATA.groups[run.group];
    const steps = [caseStep(run.path)];
    return [run.name, steps, [make("p", {}, DATA.cases[run.path].title),
      make("dl", {}, make("dt", {}, "Case"), make("dd", {}, link(run.path, "case", run.path)), make("dt", {}, "Rules"),
        make("dd", {}, rules.map(ruleLink)), make("dt", {}, "Tier"), make("dd", {}, survey ? "survey" : "required")),
      run.entries.filter(([backend]) => backends().includes(backend)).sort(([a], [b]) => a - b).map((entry) => answer(entry, id))]];
  },
};

function answer([k, outcome, kind, detailNumber], name) {
  const backend = DATA.backends[k];
  const {text, stderr, wrong = [], given = [], inference} = detailNumber === null ? {} : DATA.details[detailNumber];
  const quoted = /^[\w\/.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
  return make("section", {"aria-label": backend.label}, make("h2", {}, `${backend.label} ${backend.version} `,
    make("span", {class: "cell " + DATA.kinds[kind], style: "display:inline-block"}, `${SIGNS[DATA.kinds[kind]]} ${DATA.outcomes[outcome]}`)),
  inference && make("p", {}, `In inference ${inference}, counted from 0.`), text && make("pre", {}, text), wrong.map(wrongOutput),
  given.map((tensor, at) => [make("h3", {}, `Output ${at}, which it gave`), valueTable(signature(DATA.tensors[tensor]), [["actual", DATA.tensors[tensor]]], [])]),
  stderr && make("details", {}, make("summary", {}, "Standard error"), make("pre", {}, stderr)),
  outcome > 0 && [make("h3", {}, "Again"), make("pre", {class: "command"}, backend.again + quoted)]);
}

const missing = (what) => ["Not here", [], [make("p", {}, `These results have no such ${what}: ${id}`)]];

// --- Filters, and what happens --------------------------------------------------------------------------------------------------
const form = document.getElementById("filters");

function fillFilters() {
  const areas = [...new Set(Object.keys(DATA.cases).map(areaOf))];
  const outcomes = DATA.outcomes.filter((_, k) => k && DATA.counts.some(([, , outcome]) => outcome === k));
  const options = {backend: DATA.backends.map(({label}) => label), area: areas, rule: Object.keys(DATA.rules),
    outcome: [ANY, ...outcomes], tier: ["required", "survey"]};
  for (const [name, values] of Object.entries(options)) {
    form.elements[name].append(make("option", {value: ""}, "all"), ...values.map((value) => make("option", {value}, value)));
  }
  document.getElementById("filter-box").open = innerWidth > 700;
}

function render(moved) {
  readAddress();
  for (const name of FILTERS) if (form.elements[name].value !== filters[name]) form.elements[name].value = filters[name];
  const [title, steps, contents] = known(PAGES, view) ? PAGES[view]() : missing("page");
  const main = document.getElementById("main");
  const heading = make("h1", {tabindex: -1}, broken(title));
  main.replaceChildren(make("div", {}, heading, contents));
  const path = [["backedge results", ""], ...steps].map(([text, ...to]) => make("li", {}, link(broken(text), ...to)));
  document.getElementById("path").replaceChildren(make("ol", {}, path, view && make("li", {"aria-current": "page"}, broken(title))));
  document.title = `${title} · backedge results`;
  let [all, asked] = [0, 0];
  for (const [, , outcome, kind, n] of entries()) [all, asked] = [all + n, asked + ((filters.outcome ? hits(outcome, kind) : kind === 1) ? n : 0)];
  const set = FILTERS.filter((name) => filters[name]).length;
  document.getElementById("filter-summary").textContent = set ? `Filters (${set} set)` : "Filters";
  document.getElementById("status").textContent = `${plural(all, "run")}, of which ${number(asked)} ${filters.outcome || "failed"}`;
  if (moved) {
    heading.focus({preventScroll: true});
    scrollTo(0, 0);
  }
}

// A choice is a step of the browser's history; letters typed are not.
const chosen = () => address(view, id, Object.fromEntries(FILTERS.map((name) => [name, form.elements[name].value])));
form.addEventListener("change", (event) => { if (event.target.name !== "text") { history.pushState(null, "", chosen()); render(false); } });
form.addEventListener("input", (event) => { if (event.target.name === "text") { history.replaceState(null, "", chosen()); render(false); } });
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", (event) => {
  event.preventDefault();
  location.hash = address(view, id, Object.fromEntries(FILTERS.map((name) => [name, ""])));
});
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
});
addEventListener("hashchange", () => render(true));
fillFilters();
render(false);
