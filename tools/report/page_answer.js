"use strict";
// What a backend answered to a run: the values of outputs, all answers in order, and the next commands.
// This file comes after page.js, which calls these functions.

function signature([type, shape]) {
  return `${type}[${shape.join(",")}]`;
}

function indexOf(shape, position) {
  const index = [];
  for (const dim of [...shape].reverse()) {
    index.unshift(position % dim);
    position = Math.floor(position / dim);
  }
  return index;
}

// The values of one tensor, or of two side by side. One line has the values along a short last axis.
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

// All answers that the runner requested, in order.
function observationTable(observations, label) {
  const line = ({when, inference, outcome, counts, other, text: said}) =>
    row(when, [cell(String(inference)), cell(outcome + (counts ? "" : " (does not count)")), cell(broken(other)),
      make("td", {}, said && make("pre", {}, said))]);
  return [make("h3", {}, "All answers, in order"),
    table("answers", `Answers of ${label}`, ["When", "Inference", "Outcome", "Other run", "Message"], make("tbody", {}, observations.map(line)))];
}

// What one backend answered to a run.
function section({backend, outcome, kind, detail}, run) {
  const {label, version, commands, folder} = BACKENDS[backend];
  const {text: why = "", stderr, wrong = [], given = [], inference, listed, surprise, observations = []} = detail;
  const names = why.startsWith("another answer") ? ["first answer", "later answer"] : ["expected", "actual"];
  const instead = (tensor, k) =>
    [make("h3", {}, `Output ${k}, returned instead`), valueTable(signature(TENSORS[tensor]), ["actual"], [TENSORS[tensor]], [])];
  const quoted = /^[\w/.-]+$/.test(run) ? run : `'${run.replaceAll("'", "'\\''")}'`;
  return make("section", {"aria-label": label}, make("h2", {}, `${label} ${version} `, badge({kind, outcome})),
    surprise && note(surprise), listed && make("p", {}, `Listed as ${listed}.`),
    inference && make("p", {}, `In inference ${inference} (the first one is 0).`), why && make("pre", {}, why),
    wrong.map((output) => wrongOutput(output, names)), given.map(instead),
    observations.length > 0 && observationTable(observations, label),
    stderr && more("Standard error", make("pre", {}, stderr)),
    outcome !== "passed" && [make("h3", {}, "Repeat, explain and minimize"), folder && text("p", "soft", `Run them in ${folder}`),
      commands.map((command) => text("pre", "command", command.replace("RUN", () => quoted)))]);
}
