// The traces, as docs/trace.md describes them.
const DATA = JSON.parse($("data").textContent);

// A value's row in two traces of one model: kind, name and output; equal ones are counted.
function keysOf(rows) {
  const counts = new Map();
  return rows.map(({kind, name, output = 0}) => {
    const key = JSON.stringify([kind, name, output]);
    counts.set(key, (counts.get(key) || 0) + 1);
    return key + counts.get(key);
  });
}

class Trace {
  constructor(json, index) {
    Object.assign(this, {json, index, engine: json.engine || `trace ${index + 1}`, graphs: json.graphs});
    for (const graph of this.graphs) {
      graph.keys = keysOf(graph.rows);
      graph.byKey = new Map(graph.keys.map((key, row) => [key, row]));
      graph.byValue = new Map();
      graph.rows.forEach(({kind, value}, row) => {
        if (kind !== "result" && value !== undefined) graph.byValue.set(value, row);
      });
    }
    this.runs = json.runs.map((run, k) => new Run(this, run, k));
    for (const run of this.runs) {
      for (const [iteration, row, inner] of run.json.inner || []) {
        run.inner.set(`${iteration}:${row}`, this.runs[inner]);
        Object.assign(this.runs[inner], {outer: run, outerIteration: iteration, outerRow: row});
      }
    }
  }
  fullName() {
    return [this.engine, this.json.engine_version].filter(Boolean).join(" ");
  }
}

// One run of a graph: of a loop's body, of a branch, or of the model.
class Run {
  constructor(trace, json, index) {
    Object.assign(this, {trace, json, index, graph: trace.graphs[json.graph], first: json.first || 0, inner: new Map()});
    this.end = this.first + json.columns.length; // of the iterations with columns
  }
  tensor(iteration, row) {
    const column = this.json.columns[iteration - this.first];
    return column === undefined ? undefined : this.trace.json.tensors[column[row]];
  }
  innerRun(iteration, row) {
    return this.inner.get(`${iteration}:${row}`);
  }
  // The value with a number in this run's graph: of a Parameter, of a layer, or a constant.
  valueTensor(iteration, value) {
    const row = this.graph.byValue.get(value);
    if (row !== undefined) return this.tensor(iteration, row);
    const constant = (this.graph.constants || []).find((one) => one.value === value);
    return constant && this.trace.json.tensors[constant.tensor];
  }
  valueName(value) {
    const row = this.graph.byValue.get(value);
    return row === undefined ? "a constant" : `“${this.graph.rows[row].name}”`;
  }
  // The same run in another trace, if it is there.
  counterpart(other) {
    if (!this.outer) return other.runs[0];
    const around = this.outer.counterpart(other);
    const row = around && around.graph.byKey.get(this.outer.graph.keys[this.outerRow]);
    return row === undefined ? undefined : around.innerRun(this.outerIteration, row);
  }
  otherTensor(other, iteration, row) {
    const theirs = other && other.graph.byKey.get(this.graph.keys[row]);
    return theirs === undefined ? undefined : other.tensor(iteration, theirs);
  }
  path() {
    const around = this.outer ? this.outer.path() : [];
    return this.outer && this.outer.outer ? [...around, `iteration ${this.outerIteration}`, this.title()] : [this.title()];
  }
  // "then" or "else"
  branch() {
    return (this.graph.title || "").match(/\w*$/)[0] || "a branch";
  }
  title() {
    if (!this.outer) return "the model";
    const {name} = this.outer.graph.rows[this.outerRow];
    return this.graph.is_branch ? `${name}: ${this.branch()}` : name;
  }
}

// --- Comparison --------------------------------------------------------------------------------------
const EPSILONS = {f64: 2 ** -52, f32: 2 ** -23, f16: 2 ** -10, bf16: 2 ** -7};
const NUMBERS = {nan: NaN, inf: Infinity, "-inf": -Infinity, true: 1, false: 0};
const real = (value) => Object.hasOwn(NUMBERS, String(value)) ? NUMBERS[String(value)] : Number(value);
const same = (a, b, allowed) => exact(a) === exact(b) || Math.abs(real(a) - real(b)) <= allowed;

// What rounding may change: 64 units in the last place of the largest value, of at least 1.
function allowedIn({type, values, min, max}) {
  const finite = (values || [min, max]).map(real).filter(Number.isFinite);
  return 64 * (EPSILONS[type] || 0) * Math.max(1, ...finite.map(Math.abs));
}

const cellsOf = (tensor) => tensor.bytes ||= Uint8Array.from(atob(tensor.cells), (byte) => byte.charCodeAt(0));
const numberOf = ({min, max}, cell) => cell === 255 ? NaN : min + cell / 254 * (max - min);

// Whether the tensor of another engine differs; false if one of them is not known.
function differs(expected, actual) {
  if (!expected || !actual) return false;
  if (actual.differs !== undefined) return actual.differs;
  if (expected.type !== actual.type || String(expected.shape) !== String(actual.shape)) return true;
  const allowed = allowedIn(expected);
  if (expected.values && actual.values) return expected.values.some((value, k) => !same(value, actual.values[k], allowed));
  if (!same(expected.min, actual.min, allowed) || !same(expected.max, actual.max, allowed)) return true;
  if (!expected.cells || !actual.cells) return false;
  const theirs = cellsOf(actual);
  return cellsOf(expected).some((cell, k) => Math.abs(cell - theirs[k]) > 1 || (cell === 255) !== (theirs[k] === 255));
}

// The places where two runs differ, in the order of computation.
function* differences(run, other) {
  if (!other) return;
  for (let iteration = run.first; iteration < run.end; ++iteration) {
    for (let row = 0; row < run.graph.rows.length; ++row) {
      const inner = run.innerRun(iteration, row);
      if (inner) yield* differences(inner, inner.counterpart(other.trace));
      if (differs(run.tensor(iteration, row), run.otherTensor(other, iteration, row))) yield {run, iteration, row};
    }
  }
}
