"use strict";
// The data are Packer's, in page.py. All is put into the page as text, but for the pictures of models: picture.py drew them.
const DATA = JSON.parse(document.getElementById("data").textContent);
const {backends: BACKENDS, cases: CASES, rules: RULES, tensors: TENSORS} = DATA;
const SIGNS = {passed: "✓", failed: "✗", differs: "≈", skipped: "–"};
const WORDS = {passed: "passed", failed: "failed", differs: "differ (survey)", skipped: "skipped"};
const FILTERS = ["backend", "area", "rule", "outcome", "tier", "text"];
const ANY = "any failure";
const PAGE = 100; // lines of a long table at first, and more at a time

const GROUPS = DATA.groups.map(([path, survey, rules]) => ({path, survey: Boolean(survey), rules, runs: []}));
const COUNTS = DATA.counts.map(([backend, group, outcome, kind, n]) =>
  ({backend, group: GROUPS[group], outcome: DATA.outcomes[outcome], kind: DATA.kinds[kind], n}));
for (const [group, name, answers] of DATA.runs) {
  const {path} = GROUPS[group];
  GROUPS[group].runs.push({group: GROUPS[group], path, name, full: `${path}/${name}`,
    answers: answers.map(([backend, outcome, kind, detail]) =>
      ({backend, outcome: DATA.outcomes[outcome], kind: DATA.kinds[kind], detail: DATA.details[detail] || {}}))});
}

const areaOf = (path) => path.split("/")[0];
const number = (n) => n.toLocaleString("en");
const plural = (n, word) => `${number(n)} ${word}${n === 1 ? "" : "s"}`;
const known = (object, key) => Object.hasOwn(object, key);

// --- Elements ---------------------------------------------------------------------------------------------------
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(3).filter((child) => child !== undefined && child !== "" && child !== false));
  return element;
}

const text = (tag, kind, ...children) => make(tag, {class: kind}, ...children);
const unseen = (words) => text("span", "unseen", words);
const broken = (name) => name.split(/(?<=\/|__)/).flatMap((part) => [part, make("wbr", {})]); // lines may end there
const link = (words, ...to) => make("a", {href: address(...to)}, words);
const ruleLink = (rule) => [text("span", "nowrap", link(rule, "rule", rule)), " "];
const facts = (...pairs) => make("dl", {}, pairs.map(([name, ...words]) => [make("dt", {}, name), make("dd", {}, words)]));
const more = (title, ...children) => make("details", {}, make("summary", {}, title), children);
const badge = ({kind, outcome}) => text("span", "cell " + kind, `${SIGNS[kind]} ${outcome}`);

const row = (title, cells, attributes = {}) => make("tr", attributes, make("th", {scope: "row"}, title), cells);
const cell = (...children) => make("td", {}, children);
const group = (title, columns, rows) =>
  make("tbody", {}, make("tr", {}, make("th", {scope: "rowgroup", colspan: columns}, title)), rows);

// A table that may be wider than the page, below its caption, which may not.
function table(kind, caption, heads, ...bodies) {
  const names = make("thead", {}, make("tr", {}, heads.map((name) => make("th", {scope: "col"}, name))));
  const scrolls = make("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": caption},
    make("table", {"aria-label": caption}, names, bodies));
  return text("div", kind, make("p", {class: "soft", "aria-hidden": "true"}, caption), scrolls);
}

// --- The address: #/VIEW/ID?backend=...&text=... ------------------------------------------------------------------
let view = "", id = "", filters = {};

function address(toView, toId = "", changes = {}) {
  const asked = Object.entries({...filters, ...changes}).filter(([, value]) => value);
  const path = [toView, ...(toId ? toId.split("/") : [])].map(encodeURIComponent).join("/");
  return `#/${path}${asked.length ? "?" + new URLSearchParams(asked) : ""}`;
}

function readAddress() {
  const decoded = (part) => { try { return decodeURIComponent(part); } catch { return part; } };
  const [path, asked = ""] = location.hash.slice(1).split(/\?(.*)/s);
  const [, first = "", ...rest] = path.split("/");
  [view, id] = [first, rest.map(decoded).join("/")];
  const given = new URLSearchParams(asked);
  filters = Object.fromEntries(FILTERS.map((name) => [name, given.get(name) || ""]));
}

// --- Choosing and counting ----------------------------------------------------------------------------------------
const isShown = (backend) => !filters.backend || BACKENDS[backend].label === filters.backend;
const shown = () => BACKENDS.map((_, k) => k).filter(isShown);
const labels = () => shown().map((k) => BACKENDS[k].label);
const isHit = ({outcome, kind}) => filters.outcome === ANY ? kind === "failed" : !filters.outcome || outcome === filters.outcome;

function fits({path, survey, rules}) {
  return (!filters.area || areaOf(path) === filters.area) && (!filters.rule || rules.includes(filters.rule)) &&
    (!filters.tier || (filters.tier === "survey") === survey);
}

const hasWords = (words) => filters.text.toLowerCase().split(/\s+/).every((word) => words.toLowerCase().includes(word));
const caseHasWords = (path) => hasWords(`${path} ${CASES[path].title}`);
const runHasWords = (run) =>
  hasWords([run.full, CASES[run.path].title, ...run.answers.map(({detail}) => detail.text || "")].join(" "));

// What the filters leave of COUNTS. Of a case without the words, the runs that have them.
function* chosenCounts() {
  const whole = new Set(GROUPS.filter((of) => fits(of) && caseHasWords(of.path)));
  for (const count of COUNTS) if (isShown(count.backend) && whole.has(count.group)) yield count;
  for (const of of GROUPS) {
    if (whole.has(of) || !fits(of)) continue;
    for (const run of of.runs.filter(runHasWords))
      for (const answer of run.answers) if (isShown(answer.backend)) yield {...answer, group: of, n: 1};
  }
}

const noCounts = () => BACKENDS.map(() => ({runs: 0, hits: 0, passed: 0, failed: 0, differs: 0, skipped: 0}));

// Map of keys to counts by backend; the keys are those of a group.
function countBy(keysOf) {
  const counts = new Map();
  for (const count of chosenCounts()) {
    for (const key of keysOf(count.group)) {
      if (!counts.has(key)) counts.set(key, noCounts());
      const of = counts.get(key)[count.backend];
      of.runs += count.n;
      of[count.kind] += count.n;
      if (isHit(count)) of.hits += count.n;
    }
  }
  return counts;
}

const isAskedFor = (counts) => counts.some(({runs, hits}) => (filters.outcome ? hits : runs) > 0);

// Runs that some backend did not pass, or passed against its list, those that fail first.
function chooseRuns(path) {
  const isTold = ({outcome, detail}) => outcome !== "passed" || detail.surprise;
  const isAsked = (answer) => isShown(answer.backend) && isTold(answer) && isHit(answer);
  const rank = (run) => Math.min(...run.answers.filter(isAsked).map(({kind}) => DATA.kinds.indexOf(kind)));
  const groups = GROUPS.filter((of) => fits(of) && (!path || of.path === path));
  const runs = groups.flatMap((of) => of.runs).filter((run) => run.answers.some(isAsked) && runHasWords(run));
  return runs.sort((a, b) => rank(a) - rank(b));
}

// --- Tables -------------------------------------------------------------------------------------------------------
// Of how many runs how many failed, as a link to what is behind it.
function countCell(counts, what, href) {
  if (!counts.runs) return cell(unseen("no run"));
  const kind = ["failed", "differs"].find((name) => counts[name]) || (counts.skipped === counts.runs ? "skipped" : "passed");
  const n = filters.outcome ? counts.hits : counts[kind];
  const rest = n === counts.runs ? "" : ` of ${number(counts.runs)}`;
  const said = `${what}: ${n}${rest}: ${filters.outcome || WORDS[kind]}`;
  const words = [`${SIGNS[kind]} ${number(n)}`, make("small", {}, rest)];
  return cell(make("a", {class: "cell " + kind, href, "aria-label": said}, words));
}

function countRow(title, counts, toView, toId, changes = {}) {
  return row(title, shown().map((k) => {
    const {label} = BACKENDS[k];
    return countCell(counts[k], `${toId}, ${label}`, address(toView, toId, {...changes, backend: label}));
  }));
}

function scoreboard() {
  const all = countBy(() => ["all"]).get("all") || noCounts();
  const byOutcome = new Map(DATA.outcomes.slice(1).map((outcome) => [outcome, BACKENDS.map(() => 0)]));
  for (const {backend, outcome, n} of chosenCounts()) if (outcome !== "passed") byOutcome.get(outcome)[backend] += n;
  const line = (title, of) => row(title, shown().map((k) => cell(of(all[k], BACKENDS[k], k))));
  const share = (counts) => make("span", {class: "share", "aria-hidden": "true"},
    DATA.kinds.map((kind) => make("i", {class: kind, style: `flex: ${counts[kind]}`})));
  const percent = ({passed, runs, skipped}) =>
    runs > skipped ? (Math.floor(1000 * passed / (runs - skipped)) / 10).toFixed(1) + " %" : "";
  const outcomeLine = ([outcome, of]) => line(outcome, (_, {label}, k) =>
    of[k] ? link(number(of[k]), "runs", "", {backend: label, outcome}) : unseen("0"));
  return table("number", "Scoreboard: runs by backend", ["", ...labels()],
    make("tbody", {}, line("version", (_, {version}) => make("small", {}, version)),
      line("runs", ({runs}, {complete}) => number(runs) + (complete ? "" : " (not whole)")),
      line(unseen("shares"), share), line("passed, of those not skipped", percent),
      DATA.kinds.map((kind) => line(`${SIGNS[kind]} ${WORDS[kind]}`, (counts) => number(counts[kind]))),
      shown().some((k) => BACKENDS[k].surprises !== null) && line("unlike its list", (_, {surprises}) => surprises ?? "")),
    group("By outcome", shown().length + 1, [...byOutcome].filter(([, of]) => of.some(Boolean)).map(outcomeLine)));
}

function ruleMatrix() {
  const counts = countBy(({rules}) => filters.rule ? [filters.rule] : rules);
  const chapters = new Map();
  for (const [rule, {chapter, sentence}] of Object.entries(RULES)) {
    if (!counts.has(rule) || !isAskedFor(counts.get(rule))) continue;
    const title = [link(rule, "rule", rule), " ", make("small", {}, sentence)];
    chapters.set(chapter, [...chapters.get(chapter) || [], countRow(title, counts.get(rule), "rule", rule)]);
  }
  if (!chapters.size) return make("p", {}, "No run fits these filters.");
  const said = filters.outcome ? `runs with outcome ${filters.outcome}` : "runs that failed, of all that touch the rule";
  const title = (chapter) => (chapter || "other").replaceAll("_", " ");
  return table("matrix", `Rules by backend: ${said}`, ["Rule", ...labels()],
    [...chapters].map(([chapter, rows]) => group(title(chapter), shown().length + 1, rows)));
}

// A line for each run, the first hundred at first.
function runTable(runs, caption, title) {
  if (!runs.length) return make("p", {}, "Every run that fits these filters has passed, or none fits.");
  const line = (run) => row(link(broken(title(run)), "run", run.full), shown().map((k) => {
    const answer = run.answers.find(({backend}) => backend === k);
    return cell(answer ? badge(answer) : unseen("no result"));
  }));
  const body = make("tbody", {}), button = make("button", {onclick: () => {
    const done = body.children.length;
    showMore();
    body.children[done].querySelector("a").focus();
  }});
  function showMore() {
    body.append(...runs.slice(body.children.length, body.children.length + PAGE).map(line));
    button.textContent = `Show more: ${number(body.children.length)} of ${number(runs.length)} are shown`;
    button.hidden = body.children.length === runs.length;
  }
  showMore();
  return [table("matrix runs", caption, ["Run", ...labels()], body), make("p", {}, button)];
}

// --- Values -------------------------------------------------------------------------------------------------------
const signature = ([type, shape]) => `${type}[${shape.join(",")}]`;

function indexOf(shape, position) {
  const index = [];
  for (const dim of [...shape].reverse()) {
    index.unshift(position % dim);
    position = Math.floor(position / dim);
  }
  return index;
}

// The values of one tensor, or of two side by side, those along a short last axis in one line.
function valueTable(caption, names, tensors, positions) {
  const [, shape, from, values] = tensors[0];
  const across = shape.length > 1 && shape.at(-1) <= 12 ? shape.at(-1) : 1;
  const differ = new Set(positions);
  const width = Math.max(1, ...tensors.flatMap((tensor) => tensor[3].map((value) => String(value).length)));
  const value = (words, position) => make("span", {}, differ.has(position) ? make("mark", {}, words, unseen(" differs")) : words);
  const line = (begin) => {
    const isFirst = positions.length > 0 && begin <= positions[0] && positions[0] < begin + across;
    const index = indexOf(shape, begin).map((k, axis) => across > 1 && axis === shape.length - 1 ? ":" : k);
    const there = Array.from({length: across}, (_, k) => begin + k).filter((position) => position - from in values);
    const sides = tensors.map((tensor) => cell(there.map((position) => value(String(tensor[3][position - from]), position))));
    const cells = [sides, text("td", "nowrap", isFirst ? "◀ first" : "")];
    return row(`[${index.join(",")}]`, cells, {class: isFirst ? "first" : undefined});
  };
  const rows = [], start = from - from % across;
  for (let begin = start; begin < from + values.length; begin += across) rows.push(line(begin));
  const at = Math.max(0, rows.findIndex((tr) => tr.className === "first") - 8);
  const body = make("tbody", {}, rows.slice(at, at + 24));
  const showAll = (event) => {
    body.replaceChildren(...rows);
    event.target.remove();
  };
  const element = table("values", caption, ["index", ...names, ""], body);
  element.style.setProperty("--wide", Math.min(20, width) + "ch");
  return [element, rows.length > body.children.length && make("button", {onclick: showAll}, `Show all ${rows.length} lines`)];
}

function wrongOutput({output, name, compare, differ, positions, iteration, ...sides}, names) {
  const [expected, actual] = [TENSORS[sides.expected], TENSORS[sides.actual]];
  const title = make("h3", {}, `Output ${output}${name ? ` “${name}”` : ""}`);
  const alone = (tensor, k) => valueTable(`${names[k]}: ${signature(tensor)}`, [names[k]], [tensor], []);
  if (!positions.length) return [title, [expected, actual].map(alone)];
  const all = actual[1].reduce((product, dim) => product * dim, 1);
  const begins = iteration === null ? "" : `; it begins in iteration ${iteration}`;
  const caption = `${signature(actual)}, compared by ${compare}: ${plural(differ, "element")} of ${number(all)} differ, ` +
    `first at [${indexOf(actual[1], positions[0]).join(",")}]${begins}`;
  return [title, valueTable(caption, names, [expected, actual], positions)];
}

// What one backend answered to a run.
function section({backend, outcome, kind, detail}, run) {
  const {label, version, commands} = BACKENDS[backend];
  const {text: why = "", stderr, wrong = [], given = [], inference, listed, surprise} = detail;
  const names = why.startsWith("another answer") ? ["first answer", "later answer"] : ["expected", "actual"];
  const instead = (tensor, k) =>
    [make("h3", {}, `Output ${k}, which it gave`), valueTable(signature(TENSORS[tensor]), ["actual"], [TENSORS[tensor]], [])];
  const quoted = /^[\w/.-]+$/.test(run) ? run : `'${run.replaceAll("'", "'\\''")}'`;
  return make("section", {"aria-label": label}, make("h2", {}, `${label} ${version} `, badge({kind, outcome})),
    surprise && note(surprise), listed && make("p", {}, `Listed as ${listed}.`),
    inference && make("p", {}, `In inference ${inference}, counted from 0.`), why && make("pre", {}, why),
    wrong.map((output) => wrongOutput(output, names)), given.map(instead),
    stderr && more("Standard error", make("pre", {}, stderr)),
    outcome !== "passed" && [make("h3", {}, "Again, explained, and made small"),
      commands.map((command) => text("pre", "command", command.replace("RUN", () => quoted)))]);
}

function modelOf(path) {
  const {picture, loops = [], model_of: run} = CASES[path];
  if (!loops.length && !picture) return make("p", {}, "It has no loop, or is not to be read; see model.xml.");
  const said = `The model of ${path}; the port maps below say the same of its loops`;
  const frame = make("div", {class: "picture", tabindex: 0, role: "img", "aria-label": said});
  frame.innerHTML = picture || "";
  const none = text("p", "soft", "No picture: the model is too large, or Graphviz was missing.");
  const port = ([role, ...words]) => row(role, words.map((word) => cell(word)));
  return [run && text("p", "soft", "As it is in the run ", broken(run)), picture ? frame : none,
    more("Port maps and back edges", loops.map(({title, rows}) =>
      table("", title, ["role", "from", "to", "slicing"], make("tbody", {}, rows.map(port)))))];
}

// --- Views: [title, what leads to it, contents] -------------------------------------------------------------------
const missing = (what) => ["Not here", [], make("p", {}, `These results have no such ${what}: ${id}`)];
const note = (words) => text("p", "note", words);

const VIEWS = {
  "": () => ["Conformance results", [], [DATA.notes.map(note),
    shown().flatMap((k) => BACKENDS[k].notes.map((words) => note(`${BACKENDS[k].label}: ${words}`))),
    scoreboard(), make("h2", {}, "Rules"), ruleMatrix()]],

  runs() {
    const runs = chooseRuns();
    return [filters.outcome ? `Runs: ${filters.outcome}` : "Runs that did not pass", [],
      runTable(runs, plural(runs.length, "run"), ({full}) => full)];
  },

  rule() {
    if (!known(RULES, id)) return missing("rule");
    const {chapter, sentence, status, text: whole} = RULES[id];
    const file = `docs/spec/${chapter}.md#${id}`;
    const counts = [...countBy(({path, rules}) => rules.includes(id) ? [path] : [])].filter(([, of]) => isAskedFor(of));
    const rows = counts.sort(([a], [b]) => a < b ? -1 : 1).map(([path, of]) =>
      countRow([link(broken(path), "case", path), " ", make("small", {}, CASES[path].title)], of, "case", path, {rule: id}));
    return [id, [], [make("p", {}, sentence),
      facts(["Status", status], ["Written in", DATA.docs ? make("a", {href: file.replace("docs", DATA.docs)}, file) : file]),
      more("The whole rule", make("pre", {}, whole)), make("h2", {}, "Cases"),
      table("matrix", `Cases of ${id} by backend`, ["Case", ...labels()], make("tbody", {}, rows))]];
  },

  case() {
    if (!known(CASES, id)) return missing("case");
    const {title, notes, rules, dialect, oracle} = CASES[id];
    const runs = chooseRuns(id), counts = countBy(({path}) => path === id ? [id] : []).get(id);
    return [id, [], [make("p", {}, title), text("p", "soft", notes),
      facts(["Rules", rules.map(ruleLink)], ["Dialect", dialect], ["Oracle", oracle]),
      make("h2", {}, "Model"), modelOf(id), make("h2", {}, "Runs"),
      counts && table("matrix", "All its runs", ["", ...labels()], make("tbody", {}, countRow("all", counts, "case", id))),
      runTable(runs, `${plural(runs.length, "run")} that some backend did not pass`, ({name}) => name)]];
  },

  run() {
    const run = GROUPS.flatMap((of) => of.runs).find(({full}) => full === id);
    if (!run) return missing("run that some backend did not pass");
    const {group: {survey, rules}, path, name, answers} = run;
    const sections = answers.filter(({backend}) => isShown(backend)).sort((a, b) => a.backend - b.backend);
    return [name, [[path, "case", path]], [make("p", {}, CASES[path].title),
      facts(["Case", link(broken(path), "case", path)], ["Rules", rules.map(ruleLink)], ["Tier", survey ? "survey" : "required"]),
      sections.map((answer) => section(answer, id))]];
  },
};

// --- Filters, and what happens ------------------------------------------------------------------------------------
const $ = (name) => document.getElementById(name);
const form = $("filters");

function fillFilters() {
  const options = {
    backend: BACKENDS.map(({label}) => label), area: [...new Set(Object.keys(CASES).map(areaOf))], rule: Object.keys(RULES),
    outcome: [ANY, ...DATA.outcomes.slice(1).filter((name) => COUNTS.some(({outcome}) => outcome === name))],
    tier: ["required", "survey"],
  };
  for (const [name, values] of Object.entries(options))
    form.elements[name].append(make("option", {value: ""}, "all"), ...values.map((value) => make("option", {value}, value)));
  $("filter-box").open = innerWidth > 700;
}

function showStatus() {
  let all = 0, asked = 0;
  for (const count of chosenCounts()) {
    all += count.n;
    if (filters.outcome ? isHit(count) : count.kind === "failed") asked += count.n;
  }
  const set = FILTERS.filter((name) => filters[name]).length;
  $("filter-summary").textContent = set ? `Filters (${set} set)` : "Filters";
  $("status").textContent = `${plural(all, "run")}, of which ${number(asked)} ${filters.outcome || "failed"}`;
}

function render(isMove) {
  readAddress();
  for (const name of FILTERS) if (form.elements[name].value !== filters[name]) form.elements[name].value = filters[name];
  const [title, steps, contents] = known(VIEWS, view) ? VIEWS[view]() : missing("page");
  const heading = make("h1", {tabindex: -1}, broken(title));
  $("main").replaceChildren(make("div", {}, heading, contents));
  const path = [["backedge results", ""], ...steps].map(([words, ...to]) => make("li", {}, link(broken(words), ...to)));
  $("path").replaceChildren(make("ol", {}, path, view && make("li", {"aria-current": "page"}, broken(title))));
  document.title = `${title} · backedge results`;
  showStatus();
  if (!isMove) return;
  heading.focus({preventScroll: true});
  scrollTo(0, 0);
}

// A choice is a step in the browser's history; letters typed are not.
function choose(keep) {
  keep.call(history, null, "", address(view, id, Object.fromEntries(FILTERS.map((name) => [name, form.elements[name].value]))));
  render(false);
}
form.addEventListener("change", ({target}) => target.name !== "text" && choose(history.pushState));
form.addEventListener("input", ({target}) => target.name === "text" && choose(history.replaceState));
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", (event) => {
  event.preventDefault();
  location.hash = address(view, id, Object.fromEntries(FILTERS.map((name) => [name, ""])));
});
$("skip").addEventListener("click", (event) => {
  event.preventDefault();
  $("main").focus();
});
addEventListener("hashchange", () => render(true));
fillFilters();
render(false);
