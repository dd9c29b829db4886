// Words for values.
// Whether a tensor is a few numbers along one axis, which a cell has room for as text.
const isSmall = ({type, values, shape}) => values && values.length > 0 && values.length <= (/^(f|bf|nf)/.test(type) ? 2 : 4) &&
  shape.filter((dim) => dim !== 1).length <= 1;
const exact = (value) => Object.is(value, -0) ? "-0" : String(value);
const signature = ({type, shape, text: words}) => words || `${type}[${shape.join(",")}]`;

function short(value, digits = 3) {
  if (typeof value === "string" || typeof value === "boolean" || Number.isInteger(value) && Math.abs(value) < 1e7) return exact(value);
  const rounded = Number(value.toPrecision(digits)), size = Math.abs(rounded);
  return size !== 0 && (size < 1e-3 || size >= 1e6) ? rounded.toExponential().replace("e+", "e") : String(rounded);
}

// What a screen reader says about a value.
function spoken(tensor) {
  if (!tensor) return "not known";
  if (tensor.text) return tensor.text;
  const {values, min, max} = tensor;
  if (values) return `${signature(tensor)}: ${values.length ? values.map((value) => short(value)).join(", ") : "empty"}`;
  return `${signature(tensor)}${min === undefined ? "" : `, from ${short(min)} to ${short(max)}`}`;
}

const MOST_SAMPLES = 500; // pictures of a row from which its colours are chosen

// The least and the largest number of a row in a run: {min, max} of the elements, and `cells` of its pictures,
// which have the same colours.
function rangeOf(run, row) {
  run.ranges ||= new Map();
  if (!run.ranges.has(row)) {
    const range = {min: Infinity, max: -Infinity, cells: {min: Infinity, max: -Infinity}}, seen = new Set();
    const include = (of, x) => { if (Number.isFinite(x)) [of.min, of.max] = [Math.min(of.min, x), Math.max(of.max, x)]; };
    const step = Math.ceil((run.end - run.first) / MOST_SAMPLES);
    for (let iteration = run.first; iteration < run.end; ++iteration) {
      const tensor = run.tensor(iteration, row);
      if (!tensor || tensor.text || seen.has(tensor)) continue;
      seen.add(tensor);
      for (const value of tensor.values || [tensor.min, tensor.max]) include(range, real(value));
      if (tensor.cells && (iteration - run.first) % step > 0) continue;
      const [low, high] = extremesOf(tensor);
      include(range.cells, low);
      include(range.cells, high);
    }
    run.ranges.set(row, range);
  }
  return run.ranges.get(row);
}

// The least and the largest finite number of a tensor's picture.
function extremesOf(tensor) {
  if (tensor.cells) {
    let [low, high] = [255, -1];
    for (const cell of cellsOf(tensor)) {
      if (cell < low) low = cell;
      if (cell > high && cell !== 255) high = cell;
    }
    return high < 0 ? [NaN, NaN] : [low, high].map((cell) => numberOf(tensor, cell));
  }
  const finite = (tensor.values || []).map(real).filter(Number.isFinite);
  return [Math.min(...finite), Math.max(...finite)];
}

const KINDS = {parameter: "Parameter", layer: "Layer", result: "Result"};

// The positions of a sliced input's axis that an iteration gets, and the number of parts.
function partOf(run, row, iteration) {
  const parts = (run.json.parts || {})[row];
  if (!parts) return undefined;
  const begin = parts.first + iteration * parts.step;
  return {...parts, begin, words: parts.width === 1 ? `${begin}` : `${begin} to ${begin + parts.width - 1}`};
}

// Where the value of a row comes from, in words.
function source(run, row, iteration) {
  const {graph} = run, of = graph.rows[row];
  const outer = of.from === undefined || !run.outer ? "" : run.outer.valueName(of.from);
  if (of.kind === "parameter") {
    if (!run.outer) return "input of the model";
    if (of.is_iteration) return "the number of the iteration";
    if (of.back_edge !== undefined && iteration > 0)
      return `back edge from Result “${graph.rows[of.back_edge].name}” of iteration ${iteration - 1}`;
    const part = partOf(run, row, iteration);
    const initial = of.back_edge === undefined ? "" : "initial value: ";
    if (of.slicing) return `${initial}position ${part ? part.words : "?"} of ${outer} (${of.slicing})`;
    return initial + (of.back_edge === undefined && !graph.is_branch ? `${outer}, the same in every iteration` : outer);
  }
  if (of.kind === "result") return `value of ${run.valueName(of.value)}`;
  return of.inputs && of.inputs.length ? `${of.type || "computed"} of ${of.inputs.map((value) => run.valueName(value)).join(", ")}` : of.type || "";
}

// Whether another iteration follows, and why: {goesOn, words}.
function verdict(run, iteration) {
  const {graph, json} = run;
  const isLast = iteration === json.iterations - 1;
  const bound = json.bound === undefined ? "" : `${graph.trip_count === undefined ? "number of parts" : "trip count"} ${number(json.bound)}`;
  const at = graph.rows.findIndex(({is_condition: is}) => is);
  const condition = at < 0 ? undefined : run.tensor(iteration, at);
  const said = condition && condition.values && String(condition.values[0]);
  const gate = json.gate && run.trace.json.tensors[json.gate[iteration + 1 - run.first]];
  const open = gate && gate.values && String(gate.values[0]);
  if (!isLast) return {goesOn: true, words: said || (open ? `gate ${open}` : bound && `${iteration + 1} < ${json.bound}`) || "goes on"};
  if (said === "false") return {goesOn: false, words: "condition false"};
  if (open === "false") return {goesOn: false, words: "gate false"};
  const isUnfinished = graph.rows.some(({kind}, row) => kind === "result" && !run.tensor(iteration, row));
  if (isUnfinished && run.trace.json.error) return {goesOn: false, words: "error"};
  return {goesOn: false, words: bound || "end"};
}

// Trip count and condition of a whole run.
function summary(run) {
  const {graph, json, outer, outerIteration} = run;
  if (graph.is_branch) return "The branch that was taken.";
  const of = (value) => {
    const tensor = outer.valueTensor(outerIteration, value);
    const words = tensor && tensor.values ? tensor.values.map((one) => short(one)).join(", ") : "";
    const name = outer.graph.byValue.has(value) && outer.valueName(value);
    return [name, words].filter(Boolean).join(" = ");
  };
  const parts = [plural(json.iterations, "iteration")];
  if (graph.trip_count !== undefined) parts.push(`trip count ${of(graph.trip_count)}`);
  else if (json.bound !== undefined) parts.push(`the sliced inputs have ${plural(json.bound, "part")}`);
  if (graph.initial_condition !== undefined) parts.push(`initial condition ${of(graph.initial_condition)}`);
  const condition = graph.rows.find(({is_condition: is}) => is);
  if (condition) parts.push(`condition: Result “${condition.name}”`);
  if (graph.has_gate) parts.push("a condition is computed before each iteration");
  const missing = json.iterations - (run.end - run.first);
  if (missing > 0) parts.push(run.end > run.first ? `kept: ${number(run.first)} to ${number(run.end - 1)}` : "none of them is kept");
  return parts.join("; ") + ".";
}
