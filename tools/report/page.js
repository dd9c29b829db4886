// Packer in page.py makes the data. The page shows it as text, except the pictures of models by models.py.
const DATA = JSON.parse(document.getElementById("data").textContent);
const {backends: BACKENDS, cases: CASES, rules: RULES, tensors: TENSORS} = DATA;
const SIGNS = {passed: "✓", failed: "✗", differs: "≈", skipped: "–", partial: "◐"};
const WORDS = {passed: "passed", failed: "failed", differs: "differ (survey)", skipped: "skipped", partial: "passed"};
const FILTERS = ["backend", "area", "rule", "outcome", "why", "tier", "text"];
const ANY = "any failure";
const PAGE = 100; // lines of a long table that are shown at first, and that "Show more" adds
const FEW = 10; // the same, for one of several tables
const OPEN_GROUPS = 3; // groups of runs with the same reason that are open at first
const MOST_REASONS = 12; // on the first page

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
const known = (object, key) => Object.hasOwn(object, key);

// --- Elements ---------------------------------------------------------------------------------------
const link = (words, ...to) => make("a", {href: address(...to)}, words);
const ruleLink = (rule) => [text("span", "nowrap", link(rule, "rule", rule)), " "];
const more = (title, ...children) => make("details", {}, make("summary", {}, title), children);
const badge = ({kind, outcome}) => text("span", "cell " + kind, `${SIGNS[kind]} ${outcome}`);

const row = (title, cells, attributes = {}) => make("tr", attributes, make("th", {scope: "row"}, title), cells);
const cell = (...children) => make("td", {}, children);
const group = (title, columns, rows) =>
  make("tbody", {}, make("tr", {}, make("th", {scope: "rowgroup", colspan: columns}, title)), rows);

// A table below its caption. Only the table can be wider than the page.
function table(kind, caption, heads, ...bodies) {
  const names = make("thead", {}, make("tr", {}, heads.map((name) => make("th", {scope: "col"}, name))));
  const scrolls = make("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": caption},
    make("table", {"aria-label": caption}, names, bodies));
  return text("div", kind, make("p", {class: "soft", "aria-hidden": "true"}, caption), scrolls);
}

// --- The address: #/VIEW/ID?backend=...&text=... ------------------------------------------------------
let view = "", id = "", filters = Object.fromEntries(FILTERS.map((name) => [name, ""]));

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

// --- Filtering and counting -------------------------------------------------------------------------
const isShown = (backend) => !filters.backend || BACKENDS[backend].label === filters.backend;
const shown = () => BACKENDS.map((_, k) => k).filter(isShown);
const labels = () => shown().map((k) => BACKENDS[k].label);
// "rejected (load): no" without "rejected "
const told = ({outcome, why}) => why.startsWith(outcome + " ") ? why.slice(outcome.length + 1) : why;
const whyOf = ({detail}) => detail && detail.why || "";
const isHit = (answer) => (!filters.why || whyOf(answer) === filters.why) &&
  (filters.outcome === ANY ? answer.kind === "failed" : !filters.outcome || answer.outcome === filters.outcome);

function fits({path, survey, rules}) {
  return (!filters.area || areaOf(path) === filters.area) && (!filters.rule || rules.includes(filters.rule)) &&
    (!filters.tier || (filters.tier === "survey") === survey);
}

const hasWords = (words) => filters.text.toLowerCase().split(/\s+/).every((word) => words.toLowerCase().includes(word));
const caseHasWords = (path) => !filters.text || hasWords(`${path} ${CASES[path].title}`);
const runHasWords = (run) =>
  !filters.text || hasWords([run.full, CASES[run.path].title, ...run.answers.map(({detail}) => detail.text || "")].join(" "));

// The counts of COUNTS that match the filters. If the title of a case does not contain the words, only its
// runs that contain them are counted. If a reason is chosen, only the runs with this reason are counted.
function* chosenCounts() {
  if (filters.why) {
    for (const {run, answer} of toldAnswers()) yield {...answer, group: run.group, n: 1};
    return;
  }
  const whole = new Set(GROUPS.filter((of) => fits(of) && caseHasWords(of.path)));
  for (const count of COUNTS) if (isShown(count.backend) && whole.has(count.group)) yield count;
  for (const of of GROUPS) {
    if (whole.has(of) || !fits(of)) continue;
    for (const run of of.runs.filter(runHasWords))
      for (const answer of run.answers) if (isShown(answer.backend)) yield {...answer, group: of, n: 1};
  }
}

// The answers that match the filters, without those that passed.
function* toldAnswers() {
  for (const of of GROUPS.filter(fits)) {
    for (const run of of.runs) {
      const answers = run.answers.filter((answer) => isShown(answer.backend) && answer.outcome !== "passed" && isHit(answer));
      if (answers.length && runHasWords(run)) for (const answer of answers) yield {run, answer};
    }
  }
}

const noCounts = () => BACKENDS.map(() => ({runs: 0, hits: 0, passed: 0, failed: 0, differs: 0, skipped: 0}));

// A map from the keys of groups to counts by backend.
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

const isAskedFor = (counts) => counts.some(({runs, hits}) => (filters.outcome || filters.why ? hits : runs) > 0);

// Runs that some backend did not pass, passed although listed, or failed at another time; failed runs first.
function chooseRuns(path) {
  const isTold = ({outcome, detail}) => outcome !== "passed" || detail.surprise || detail.observations;
  const isAsked = (answer) => isShown(answer.backend) && isTold(answer) && isHit(answer);
  const rank = (run) => Math.min(...run.answers.filter(isAsked).map(({kind}) => DATA.kinds.indexOf(kind)));
  const groups = GROUPS.filter((of) => fits(of) && (!path || of.path === path));
  const runs = groups.flatMap((of) => of.runs).filter((run) => run.answers.some(isAsked) && runHasWords(run));
  return runs.sort((a, b) => rank(a) - rank(b));
}

// --- Tables -----------------------------------------------------------------------------------------
// The worst kind among some runs. They passed only if none was skipped.
function kindOf({runs, failed, differs, skipped}) {
  if (failed) return "failed";
  if (differs) return "differs";
  return !skipped ? "passed" : skipped === runs ? "skipped" : "partial";
}

// How many of how many runs failed, or passed, as a link to the details.
function countCell(counts, what, href) {
  if (!counts.runs) return cell(unseen("no run"));
  const kind = kindOf(counts);
  const n = filters.outcome || filters.why ? counts.hits : counts[kind === "partial" ? "passed" : kind];
  const rest = n === counts.runs ? "" : ` of ${number(counts.runs)}`;
  const left = counts.skipped && kind !== "skipped" && !filters.outcome ? `${number(counts.skipped)} skipped` : "";
  const said = `${what}: ${n}${rest}: ${filters.outcome || WORDS[kind]}${left && ", " + left}`;
  const words = [`${SIGNS[kind]} ${number(n)}`, make("small", {}, rest), left && text("small", "left", left)];
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
  const percent = (passed, of) => of ? (Math.floor(1000 * passed / of) / 10).toFixed(1) + " %" : "";
  const outcomeLine = ([outcome, of]) => line(outcome, (_, {label}, k) =>
    of[k] ? link(number(of[k]), "runs", "", {backend: label, outcome}) : unseen("0"));
  return table("number", "Scoreboard: runs by backend", ["", ...labels()],
    make("tbody", {}, line("version", (_, {version}) => make("small", {}, version)),
      line("runs", ({runs}, {complete}) => number(runs) + (complete ? "" : " (incomplete)")),
      line(unseen("shares"), share), line("passed (all runs)", ({passed, runs}) => percent(passed, runs)),
      line("passed (without skipped runs)", ({passed, runs, skipped}) => percent(passed, runs - skipped)),
      DATA.kinds.map((kind) => line(`${SIGNS[kind]} ${WORDS[kind]}`, (counts) => number(counts[kind]))),
      shown().some((k) => BACKENDS[k].surprises !== null) && line("differ from the list", (_, {surprises}) => surprises ?? "")),
    group("By outcome", shown().length + 1, [...byOutcome].filter(([, of]) => of.some(Boolean)).map(outcomeLine)));
}

// Answers grouped by outcome and reason: failures first, then the most frequent.
function reasons(answers) {
  const groups = new Map();
  for (const {run, answer} of answers) {
    const key = `${answer.outcome}\n${whyOf(answer)}`;
    if (!groups.has(key)) groups.set(key, {...answer, why: whyOf(answer), runs: new Set(), counts: BACKENDS.map(() => 0)});
    const of = groups.get(key);
    if (DATA.kinds.indexOf(answer.kind) < DATA.kinds.indexOf(of.kind)) of.kind = answer.kind;
    of.runs.add(run);
    ++of.counts[answer.backend];
  }
  const rank = ({kind}) => DATA.kinds.indexOf(kind);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b) || b.runs.size - a.runs.size);
}

// The reasons why runs fail, differ and are skipped, by backend.
function reasonTable() {
  const all = reasons(toldAnswers());
  if (!all.length) return make("p", {}, "No run matches these filters, or all that match passed.");
  const line = ({outcome, why, kind, counts}) => row(
    [text("span", "outcome " + kind, outcome), " ", why ? broken(told({outcome, why})) : text("span", "soft", "see the runs")],
    shown().map((k) => cell(counts[k]
      ? link(number(counts[k]), "runs", "", {backend: BACKENDS[k].label, outcome, why}) : unseen("0"))));
  const bodies = DATA.kinds.slice(1).map((kind) => [kind, all.filter((of) => of.kind === kind)]).filter(([, of]) => of.length);
  return table("matrix reasons", "Runs by reason and backend", ["Reason", ...labels()], bodies.map(([kind, of]) =>
    group(WORDS[kind], shown().length + 1, [of.slice(0, MOST_REASONS).map(line), of.length > MOST_REASONS && row(
      link(`${number(of.length - MOST_REASONS)} more`, "runs", "", {outcome: kind === "failed" ? ANY : kind === "skipped" ? kind : ""}),
      shown().map(() => cell()))])));
}

function ruleMatrix() {
  const counts = countBy(({rules}) => filters.rule ? [filters.rule] : rules);
  const chapters = new Map();
  for (const [rule, {chapter, sentence}] of Object.entries(RULES)) {
    if (!counts.has(rule) || !isAskedFor(counts.get(rule))) continue;
    const title = [link(rule, "rule", rule), " ", make("small", {}, sentence)];
    chapters.set(chapter, [...chapters.get(chapter) || [], countRow(title, counts.get(rule), "rule", rule)]);
  }
  if (!chapters.size) return make("p", {}, "No run matches these filters.");
  const said = filters.outcome ? `runs with outcome ${filters.outcome}` : "failed runs, of all runs that test the rule";
  const title = (chapter) => (chapter || "other").replaceAll("_", " ");
  return table("matrix", `Rules by backend: ${said}`, ["Rule", ...labels()],
    [...chapters].map(([chapter, rows]) => group(title(chapter), shown().length + 1, rows)));
}

// A table with one line for each run; `first` lines are shown at first.
function runTable(runs, caption, title, first = PAGE) {
  if (!runs.length) return make("p", {}, "No run matches these filters, or all that match passed.");
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
    const done = body.children.length;
    body.append(...runs.slice(done, done + (done ? PAGE : first)).map(line));
    button.textContent = `Show more: ${number(body.children.length)} of ${number(runs.length)} are shown`;
    if (body.children.length === runs.length) button.remove();
  }
  const element = make("p", {}, button);
  showMore();
  return [table("matrix runs", caption, ["Run", ...labels()], body), element];
}

// Runs that did not pass, those with one reason together; the runs of a group are put into the page once it
// is opened.
function runGroups(path, title) {
  const chosen = new Set(chooseRuns(path)), done = new Set();
  const groups = reasons([...toldAnswers()].filter(({run}) => chosen.has(run)));
  const section = ({outcome, why, kind, runs, counts}, k) => {
    const each = shown().filter((of) => counts[of]).map((of) => `${BACKENDS[of].label}: ${number(counts[of])}`);
    const head = make("summary", {}, text("span", "outcome " + kind, `${SIGNS[kind]} ${outcome}`), " ", broken(told({outcome, why})), " ",
      make("small", {}, plural(runs.size, "run"), shown().length > 1 && ` (${each.join(", ")})`));
    const element = make("details", {class: "reason"}, head);
    const fill = () => {
      if (element.children.length === 1) element.append(...runTable([...runs], `${outcome}: ${plural(runs.size, "run")}`, title,
        groups.length > 1 ? FEW : PAGE));
    };
    element.addEventListener("toggle", fill);
    if (k >= OPEN_GROUPS) return element;
    element.open = true;
    fill();
    return element;
  };
  for (const {runs} of groups) runs.forEach((run) => done.add(run));
  const others = [...chosen].filter((run) => !done.has(run));
  if (!groups.length && !others.length) return runTable([], "", title);
  return [groups.map(section), others.length > 0 && runTable(others, `Passed, but listed as failing or not reproducible: ${plural(others.length, "run")}`, title)];
}

// --- Models -----------------------------------------------------------------------------------------
function modelOf(path) {
  const {picture, loops = [], model_of: run} = CASES[path];
  if (!loops.length && !picture) return make("p", {}, "The model has no loop, or cannot be read. See its file.");
  const said = `The model of ${path}. The port maps below describe its loops as text`;
  const frame = make("div", {class: "picture", tabindex: 0, role: "img", "aria-label": said});
  frame.innerHTML = picture || "";
  const none = text("p", "soft", "No picture: the model is too large, or Graphviz was not installed.");
  const port = ([role, ...words]) => row(role, words.map((word) => cell(word)));
  return [run && text("p", "soft", "The model of the run ", broken(run)), picture ? frame : none,
    more("Port maps and back edges", loops.map(({title, rows}) =>
      table("", title, ["role", "from", "to", "slicing"], make("tbody", {}, rows.map(port)))))];
}

// --- Views: [title, parent pages, contents] ---------------------------------------------------------
const missing = (what) => ["Not found", [], make("p", {}, `These results have no such ${what}: ${id}`)];
const note = (words) => text("p", "note", words);

const VIEWS = {
  "": () => ["Conformance results", [], [DATA.notes.map(note),
    shown().flatMap((k) => BACKENDS[k].notes.map((words) => note(`${BACKENDS[k].label}: ${words}`))),
    scoreboard(), make("h2", {}, "Reasons"), reasonTable(), make("h2", {}, "Rules"), ruleMatrix()]],

  runs() {
    return [filters.outcome ? `Runs: ${filters.outcome}` : "Runs that did not pass", [], runGroups("", ({full}) => full)];
  },

  rule() {
    if (!known(RULES, id)) return missing("rule");
    const {chapter, sentence, status, text: whole} = RULES[id];
    const file = `docs/spec/${chapter}.md#${id}`;
    const counts = [...countBy(({path, rules}) => rules.includes(id) ? [path] : [])].filter(([, of]) => isAskedFor(of));
    const rows = counts.sort(([a], [b]) => a < b ? -1 : 1).map(([path, of]) =>
      countRow([link(broken(path), "case", path), " ", make("small", {}, CASES[path].title)], of, "case", path, {rule: id}));
    return [id, [], [make("p", {}, sentence),
      chapter ? [facts(["Status", status], ["Defined in", DATA.docs ? make("a", {href: file.replace("docs", DATA.docs).replace(".md", DATA.ending)}, file) : file]),
        more("The whole rule", make("pre", {}, whole))] : note("This rule is not in the specification from which this page was made."),
      make("h2", {}, "Cases"),
      table("matrix", `Cases of ${id} by backend`, ["Case", ...labels()], make("tbody", {}, rows))]];
  },

  case() {
    if (!known(CASES, id)) return missing("case");
    const {title, notes, rules, dialect, oracle} = CASES[id];
    const counts = countBy(({path}) => path === id ? [id] : []).get(id);
    return [id, [], [make("p", {}, title), text("p", "soft", notes),
      facts(["Rules", rules.map(ruleLink)], ["Dialect", dialect], ["Oracle", oracle]),
      make("h2", {}, "Model"), modelOf(id), make("h2", {}, "Runs"),
      counts && table("matrix", "All runs of the case", ["", ...labels()], make("tbody", {}, countRow("all", counts, "case", id))),
      runGroups(id, ({name}) => name)]];
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

// --- Filters and events -----------------------------------------------------------------------------
const form = $("filters");

const shortened = (words) => words.length > 90 ? words.slice(0, 90) + " ..." : words;

function fillFilters() {
  const options = {
    backend: BACKENDS.map(({label}) => label), area: [...new Set(Object.keys(CASES).map(areaOf))], rule: Object.keys(RULES),
    outcome: [ANY, ...DATA.outcomes.slice(1).filter((name) => COUNTS.some(({outcome}) => outcome === name))],
    why: [...new Set(reasons(toldAnswers()).map(({why}) => why).filter(Boolean))], tier: ["required", "survey"],
  };
  for (const [name, values] of Object.entries(options))
    form.elements[name].append(make("option", {value: ""}, "all"), ...values.map((value) => make("option", {value}, shortened(value))));
  $("filter-box").open = innerWidth > 700;
}

function showStatus() {
  let all = 0, asked = 0;
  for (const count of chosenCounts()) {
    all += count.n;
    if (filters.outcome || filters.why ? isHit(count) : count.kind === "failed") asked += count.n;
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

// A choice adds a step to the browser's history; typing does not.
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
