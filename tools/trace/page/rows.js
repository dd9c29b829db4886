// The rows of a grid: sliced inputs, Parameters, layers, Results, whether the loop goes on, and scan outputs.
const GROUPS = {slice: "Sliced inputs", parameter: "Parameters", layer: "Layers", result: "Results", end: "Goes on?", scan: "Scan outputs"};
const MOST_LAYERS = 24; // that are shown at first

// [{kind, row, title, note, output}]: `row` is the row of the graph whose tensors it shows
function viewsOf(run) {
  const {graph, json} = run, views = [];
  const tensorRows = (kind) => graph.rows.forEach((of, row) => {
    if (of.kind !== kind) return;
    const output = of.output === undefined ? "" : `, output ${of.output}`;
    views.push({kind, row, title: of.name + output, note: noteOf(run, row)});
  });
  graph.rows.forEach((of, row) => {
    if (!(json.parts || {})[row]) return;
    views.push({kind: "slice", row, title: `${run.outer.valueName(of.from).replaceAll(/[“”]/g, "")} → ${of.name}`, note: of.slicing});
  });
  for (const kind of ["parameter", "layer", "result"]) tensorRows(kind);
  if (run.outer && !graph.is_branch) views.push({kind: "end", row: 0, title: "after this iteration", note: "condition and trip count"});
  (graph.outputs || []).forEach((output) => {
    if (!output.joining) return;
    const to = run.outer.valueName(output.value), from = graph.rows[output.row].name;
    views.push({kind: "scan", row: output.row, output, title: `${from} → ${to.replaceAll(/[“”]/g, "")}`, note: output.joining});
  });
  return views;
}

function noteOf(run, row) {
  const {graph} = run, of = graph.rows[row];
  if (of.kind === "layer") return of.type;
  if (of.kind === "parameter") {
    if (!run.outer) return of.type;
    if (of.is_iteration) return "0, 1, 2, ...";
    const initial = of.slicing ? "sliced" : of.back_edge === undefined ? graph.is_branch ? "" : "invariant" : "";
    return of.back_edge === undefined ? initial : `${initial ? initial + ", then " : ""}back edge from ${graph.rows[of.back_edge].name}`;
  }
  const isLast = (graph.outputs || []).some((output) => output.row === row && !output.joining);
  return [of.is_condition && "condition", isLast && "last value is an output"].filter(Boolean).join(", ");
}

// The arrows between views: positions of rows on the page.
function wiresOf(run, views) {
  const at = (kind, row) => views.findIndex((view) => view.kind === kind && view.row === row);
  const wires = [];
  run.graph.rows.forEach((of, row) => {
    if (of.back_edge !== undefined) wires.push({kind: "back", from: at("result", of.back_edge), to: at("parameter", row)});
    if ((run.json.parts || {})[row]) wires.push({kind: "slice", from: at("slice", row), to: at("parameter", row), once: of.back_edge !== undefined});
  });
  views.forEach((view, k) => {
    if (view.kind === "scan") wires.push({kind: "scan", from: at("result", view.row), to: k});
  });
  return wires;
}

// What a cell shows, and what a screen reader says about it: {content, label, differs}.
function cellOf(run, other, view, iteration) {
  const {kind, row} = view;
  const where = `${view.title}, ${run.outer && !run.graph.is_branch ? `iteration ${iteration}` : run.title()}`;
  if (kind === "end") {
    const {goesOn, words} = verdict(run, iteration);
    const content = text("span", goesOn ? "goes-on" : "stops", `${goesOn ? "✓" : "■"} ${words}`);
    return {content, label: `Iteration ${iteration}: ${goesOn ? "another one follows" : "the last one"}, ${words}`};
  }
  if (kind === "slice") {
    if (run.graph.rows[row].back_edge !== undefined && iteration > 0) return {content: text("span", "unknown", "·"), label: `${where}: not used`};
    const part = partOf(run, row, iteration);
    const known = (of) => of >= run.first && of < run.end;
    const parts = strip(run, row, {count: part.count, iteration, known, place: 1, range: rangeOf(run, row)});
    return {content: [parts, text("small", "", `${part.words}`)], label: `${where}: position ${part.words}, part ${iteration} of ${part.count}`};
  }
  if (kind === "scan") {
    const known = (of) => of >= run.first && of <= iteration;
    const parts = strip(run, row, {count: run.json.iterations, iteration, known, place: view.output.is_backward ? -1 : 1, range: rangeOf(run, row)});
    return {content: [parts, text("small", "", plural(iteration + 1, "part"))], label: `${where}: ${plural(iteration + 1, "part")} of ${run.json.iterations}`};
  }
  const tensor = run.tensor(iteration, row), range = rangeOf(run, row);
  const inner = run.innerRun(iteration, row);
  const opens = inner && text("small", "opens", inner.graph.is_branch ? inner.branch() : plural(inner.json.iterations, "iteration"));
  const label = `${where}: ${spoken(tensor)}${inner ? `, ${inner.graph.is_branch ? `branch ${inner.branch()}` : plural(inner.json.iterations, "iteration")} inside` : ""}`;
  if (!other) return {content: [picture(tensor, range), opens], label};
  const theirs = run.otherTensor(other, iteration, row), isOff = differs(tensor, theirs);
  const both = text("span", "both", picture(tensor, range), picture(theirs, range));
  return {content: [both, opens], differs: isOff, label: `${label}; ${other.trace.engine}: ${spoken(theirs)}${isOff ? "; differs" : ""}`};
}
