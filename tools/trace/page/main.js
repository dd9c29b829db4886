// The page: its loops, the bar of iterations, keys, and differences.
const MOST_DIFFERENCES = 10000; // that can be stepped through
const SECONDS_PER_STEP = 0.6;

class Page {
  constructor(data) {
    this.traces = data.traces.map((json, index) => new Trace(json, index));
    const [ours, theirs] = this.traces;
    if (theirs && theirs.engine === ours.engine) theirs.engine += " (2)";
    [this.active, this.mark, this.differences] = [undefined, undefined, []];
    this.findDifferences();
    this.build();
  }

  findDifferences() {
    const [ours, theirs] = this.traces;
    if (!theirs) return;
    for (const difference of differences(ours.runs[0], theirs.runs[0])) {
      if (this.differences.push(difference) === MOST_DIFFERENCES) break;
    }
    this.mark = this.firstGiven() || this.differences[0];
  }
  // The first difference that the other trace names, because its writer saw all elements.
  firstGiven() {
    const [ours, theirs] = this.traces, {first} = theirs.json, other = first && theirs.runs[first.run];
    const run = other && other.counterpart(ours), row = run && run.graph.byKey.get(other.graph.keys[first.row]);
    if (row === undefined || run.tensor(first.iteration, row) === undefined) return undefined;
    const is = (one) => one.run === run && one.iteration === first.iteration && one.row === row;
    if (!this.differences.some(is)) this.differences.unshift({run, iteration: first.iteration, row});
    return Object.assign(this.differences.find(is), {words: first.text});
  }

  // --- Building --------------------------------------------------------------------------------------
  build() {
    const [ours, theirs] = this.traces, {json} = ours, model = ours.runs[0];
    $("title").append(...broken(json.model || "A model"));
    document.title = `${json.model} · backedge trace`;
    $("subtitle").append(theirs ? `Each cell shows ${ours.fullName()} above and ${theirs.fullName()} below.` : `As ${ours.fullName()} runs it.`);
    const loops = [...model.inner.values()];
    const sections = loops.map((run) => this.section(run));
    $("main").replaceChildren(...this.notes(), ...sections.map(({element}) => element), this.modelSection(model, loops.length === 0), help());
    this.sections = sections;
    const marked = this.mark && this.rootLoopOf(this.mark.run);
    const first = sections.find(({run}) => run === marked) || sections.find(({run}) => !run.graph.is_branch) || sections[0];
    if (first) this.open(first).go(first.run.first);
    this.bindToolbar();
    addEventListener("keydown", (event) => this.keydown(event));
    dark.addEventListener("change", () => document.querySelectorAll(".run").forEach((element) => element.grid.redraw()));
    if (this.mark) this.show(this.mark);
  }
  notes() {
    const notes = [];
    for (const {json, engine} of this.traces) {
      if (json.error) notes.push(text("div", "note failed", make("p", {}, `${engine} stopped with an error:`), make("pre", {}, json.error)));
      if (json.is_cut) notes.push(text("p", "note", `The trace of ${engine} reached its limit: later iterations are only counted. Keep others with --iterations FIRST:LAST, or more with --max-size.`));
      if (json.is_brief) notes.push(text("p", "note", `The trace of ${engine} came near its size: later large tensors have no heat map.`));
      for (const note of json.notes || []) notes.push(text("p", "note", note));
    }
    if (!this.traces[1]) return notes;
    const n = this.differences.length, count = `${n === MOST_DIFFERENCES ? "at least " : ""}${plural(n, "value")}`;
    const button = make("button", {onclick: () => this.show(this.mark)}, "Show the first difference");
    notes.push(this.mark ? text("p", "note failed", `${count} differ. The first: ${this.words(this.mark)}. `, button)
      : text("p", "note", "No value that both traces have differs beyond rounding."));
    return notes;
  }
  words({run, iteration, row}) {
    return [...run.path(), ...run.outer && !run.graph.is_branch ? [`iteration ${iteration}`] : [], `“${run.graph.rows[row].name}”`].join(" › ");
  }
  rootLoopOf(run) {
    return run.outer && run.outer.outer ? this.rootLoopOf(run.outer) : run;
  }
  // A loop of the model. Its grid is made when it is opened.
  section(run) {
    const title = run.title(), {type = ""} = run.outer.graph.rows[run.outerRow];
    const details = make("details", {class: "loop"}, make("summary", {}, make("h2", {}, title), text("span", "soft", ` ${type}`)));
    const section = {run, element: make("section", {"aria-label": title}, details), details};
    details.addEventListener("toggle", () => details.open && this.open(section));
    return section;
  }
  open(section) {
    section.details.open = true;
    if (!section.grid) section.details.append(this.makeGrid(section).element);
    section.grid.draw();
    return section.grid;
  }
  makeGrid(section) {
    section.grid = new Grid(this, section.run);
    return section.grid;
  }
  modelSection(run, isOpen) {
    const section = {run, details: make("details", {class: "loop"}, make("summary", {}, make("h2", {}, "The whole model")))};
    section.details.addEventListener("toggle", () => section.details.open && this.open(section));
    this.model = section;
    if (isOpen) requestAnimationFrame(() => this.open(section).go(0));
    return make("section", {"aria-label": "The whole model"}, section.details);
  }

  // --- The bar of iterations -----------------------------------------------------------------------------
  bindToolbar() {
    $("toolbar").hidden = !this.active;
    const step = (n) => () => this.step(n);
    $("first").onclick = step(-Infinity);
    $("last").onclick = step(Infinity);
    $("previous").onclick = step(-1);
    $("next").onclick = step(1);
    $("jump").onchange = () => this.active.go($("jump").valueAsNumber || 0);
    $("play").onclick = () => this.play();
    $("difference").hidden = !this.differences.length;
    $("difference").onclick = () => this.nextDifference(1);
    $("skip").onclick = (event) => { event.preventDefault(); $("main").focus(); };
  }
  step(n) {
    if (this.active) this.active.go(this.active.iteration + n);
  }
  play() {
    const isOn = !this.timer;
    clearInterval(this.timer);
    this.timer = isOn && setInterval(() => this.active.iteration >= this.active.run.end - 1 ? this.play() : this.step(1), 1000 * SECONDS_PER_STEP);
    $("play").textContent = isOn ? "Pause" : "Play";
    $("play").setAttribute("aria-pressed", String(isOn));
  }
  // Makes a grid the one that the bar and the details are about.
  select(grid) {
    const before = this.active;
    this.active = grid;
    if (before && before !== grid) before.draw();
    const {run, iteration, isLoop} = grid, lastOne = run.end - 1;
    $("where").textContent = run.path().join(" › ");
    $("jump").value = iteration;
    [$("jump").min, $("jump").max] = [run.first, Math.max(run.first, lastOne)];
    $("last-iteration").textContent = `of ${number(run.first)} to ${number(Math.max(run.first, lastOne))}`;
    $("jump").disabled = grid.count === 0;
    for (const id of ["first", "previous"]) $(id).disabled = iteration <= run.first;
    for (const id of ["last", "next"]) $(id).disabled = iteration >= lastOne;
    const said = isLoop ? `iteration ${iteration} of ${run.title()}` : run.title();
    if ($("status").textContent !== said) $("status").textContent = said;
    $("details").replaceChildren(...describe(this, grid).flat(Infinity).filter(Boolean));
  }

  // --- Differences -----------------------------------------------------------------------------------------
  nextDifference(direction) {
    if (!this.differences.length) return;
    const at = this.differences.indexOf(this.shown);
    this.show(this.differences[(at + direction + this.differences.length) % this.differences.length]);
  }
  show(difference) {
    this.shown = difference;
    const grid = this.gridOf(difference.run);
    if (!grid) return;
    grid.go(difference.iteration, grid.views.findIndex(({kind, row}) => row === difference.row && KINDS[kind]));
    grid.focusCell();
  }
  // The grid that shows a run, with everything around it opened.
  gridOf(run) {
    if (!run.outer) return this.open(this.model);
    if (!run.outer.outer) return this.open(this.sections.find((section) => section.run === run));
    const around = this.gridOf(run.outer);
    around.go(run.outerIteration);
    const view = around.views.findIndex(({kind, row}) => kind === "layer" && row === run.outerRow);
    if (!around.inner.has(view)) { around.open(view); around.buildRows(); around.draw(); }
    const {grid} = around.inner.get(view);
    grid.draw();
    return grid;
  }

  keydown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select")) return;
    const onButton = event.target.closest("button, summary");
    const keys = {g: () => { $("jump").focus(); $("jump").select(); }, n: () => this.nextDifference(1), p: () => this.nextDifference(-1),
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.step(-Infinity), End: () => this.step(Infinity)};
    if (!onButton) keys[" "] = () => this.play();
    if (!this.active || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  }
}

function help() {
  const keys = [["← →", "previous and next iteration"], ["↑ ↓", "row above and below, in a grid"], ["Home End", "first and last iteration"],
    ["Page Up, Page Down", "as many iterations as are in view"], ["g", "type the number of an iteration"], ["Enter", "open or close the loop in a cell"],
    ["n p", "next and previous difference"], ["Space", "step by itself"]];
  return make("details", {class: "help"}, make("summary", {}, "Keys and signs"), facts(...keys),
    make("p", {}, "All pictures of a row have the same colours: blue is below 0, orange above, or from light to dark if the row has no 0. ",
      "Violet is not a finite number. A tensor of up to 16 elements has its values in the trace; a larger one is a heat map of at most 256 cells, ",
      "each the mean of its elements, of the last axis by all others. A slice comes from a solid arrow, a back edge from a dashed one."));
}

new Page(DATA);
