// The selected value: where it comes from, what it is, a large picture, and its values.
function tensorDetails(tensor, range, title, hasTable = false) {
  if (!tensor) return [make("h3", {}, title), make("p", {}, "This value is not known.")];
  const {min, max, rows, columns, shape: dims} = tensor;
  const few = tensor.values && !hasTable && [make("dt", {}, "values"), make("dd", {class: "values"}, tensor.values.map((value) => [text("code", "", exact(value)), " "]))];
  const limits = min !== undefined && [make("dt", {}, "range"), make("dd", {}, `${min} … ${max}`)];
  const map = tensor.cells && dims.reduce((product, dim) => product * dim, 1) > rows * columns &&
    [make("dt", {}, "picture"), make("dd", {}, `${rows} × ${columns} cells, each the mean of its elements`)];
  const brief = !tensor.values && !tensor.cells && !tensor.text && [make("dt", {}, "picture"), make("dd", {}, "none: the trace reached its size")];
  return [make("h3", {}, title), text("div", "large", matrixOf(tensor) && !isSmall(tensor) && heatMap(tensor, range)),
    make("dl", {}, [make("dt", {}, "type"), make("dd", {}, signature(tensor))], limits, few, map, brief)];
}

// The elements in which two small tensors differ.
function differenceTable(expected, actual, names) {
  if (!expected || !actual || !expected.values || !actual.values || expected.values.length !== actual.values.length) return false;
  const allowed = allowedIn(expected);
  const line = (value, k) => {
    const isOff = !same(value, actual.values[k], allowed);
    const side = (one) => make("td", {}, isOff ? make("mark", {}, exact(one), unseen(" differs")) : exact(one));
    return make("tr", {}, make("th", {scope: "row"}, `[${k}]`), side(value), side(actual.values[k]));
  };
  return make("table", {class: "values", "aria-label": "Elements of both"},
    make("thead", {}, make("tr", {}, ["element", ...names].map((name) => make("th", {scope: "col"}, name)))),
    make("tbody", {}, expected.values.map(line)));
}

function describe(page, grid) {
  if (grid.count === 0) return [make("h2", {}, grid.run.title()), make("p", {}, summary(grid.run))];
  const {run, other, iteration} = grid, view = grid.views[grid.view], {row} = view;
  const of = run.graph.rows[row], range = rangeOf(run, row), tensor = run.tensor(iteration, row);
  const name = view.kind === "end" ? "Does the loop go on?" : view.title;
  const title = make("h2", {}, name), where = text("p", "soft", `${run.path().join(" › ")}${grid.isLoop ? ` › iteration ${iteration}` : ""}`);
  if (view.kind === "end") {
    const {goesOn, words} = verdict(run, iteration);
    return [title, where, make("p", {}, goesOn ? `Yes: ${words}.` : `No: ${words}.`), make("p", {}, summary(run))];
  }
  if (view.kind === "slice" || view.kind === "scan") {
    const {label} = cellOf(run, other, view, iteration);
    const outer = view.kind === "slice" && run.outer.valueTensor(run.outerIteration, of.from);
    return [title, where, make("p", {}, label), make("p", {}, view.note), outer && tensorDetails(outer, ownRange(outer), "The whole input"),
      tensorDetails(tensor, range, "This part")];
  }
  const inputs = (of.inputs || []).map((value) => run.graph.byValue.get(value)).filter((input) => input !== undefined);
  const go = (input) => () => {
    grid.go(iteration, grid.views.findIndex(({kind, row: at}) => at === input && KINDS[kind]));
    grid.focusCell();
  };
  const links = inputs.length > 0 && make("p", {}, "Go to its inputs: ", inputs.map((input) => [make("button", {onclick: go(input)}, run.graph.rows[input].name), " "]));
  const facts = [title, where, make("p", {}, `${KINDS[of.kind]}: ${source(run, row, iteration)}.`), links];
  if (!other) return [facts, tensorDetails(tensor, range, "Value")];
  const theirs = run.otherTensor(other, iteration, row), names = page.traces.map(({engine}) => engine);
  const table = differenceTable(tensor, theirs, names);
  const isFirst = page.mark && page.mark.run === run && page.mark.row === row && page.mark.iteration === iteration;
  const verdicts = differs(tensor, theirs) ? text("p", "note failed", isFirst ? "The first difference." : "The values differ.") : theirs && make("p", {}, "No difference beyond rounding.");
  return [facts, verdicts, isFirst && page.mark.words && make("pre", {}, page.mark.words),
    text("div", "sides", make("div", {}, tensorDetails(tensor, range, names[0], Boolean(table))), make("div", {}, tensorDetails(theirs, range, names[1], Boolean(table)))),
    table];
}

function ownRange(tensor) {
  const [min, max] = extremesOf(tensor);
  return {cells: {min, max}};
}
