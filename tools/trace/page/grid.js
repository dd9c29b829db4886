// One run of a loop as a grid: iterations are columns. Only the columns in view are elements.
const EXTRA = 2; // columns beside the view that are elements too

class Grid {
  // page  with select(grid), to be called when the user chose something, and the traces
  constructor(page, run, level = 0) {
    Object.assign(this, {page, run, level, iteration: run.first, view: 0, isAll: false, inner: new Map(), cells: new Map()});
    this.other = page.traces[1] && run.counterpart(page.traces[1]);
    this.views = viewsOf(run);
    this.view = Math.max(0, this.views.findIndex(({kind}) => kind === "parameter"));
    this.wires = wiresOf(run, this.views);
    this.isLoop = Boolean(run.outer) && !run.graph.is_branch;
    this.build();
  }
  get count() { return this.run.end - this.run.first; }

  build() {
    this.head = make("tr", {role: "row"});
    this.body = make("tbody", {});
    this.svg = shape("svg", {class: "arrows", "aria-hidden": "true"});
    this.table = make("table", {role: "grid", class: "grid", "aria-label": `Values of ${this.run.path().join(", ")}`,
      "aria-colcount": this.count + 1, "aria-rowcount": this.views.length + 1}, make("thead", {}, this.head), this.body);
    this.scroller = text("div", `scroller${this.other ? " two" : ""}`, text("div", "canvas", this.svg, this.table));
    this.element = text("div", "run", make("p", {class: "soft"}, summary(this.run)), this.count > 0 && this.scroller);
    this.element.grid = this;
    this.scroller.addEventListener("scroll", () => this.later());
    this.table.addEventListener("click", (event) => this.click(event));
    this.table.addEventListener("keydown", (event) => this.keydown(event));
    new ResizeObserver(() => { this.drawn = ""; this.later(); }).observe(this.scroller);
    this.buildRows();
  }

  // Everything of the rows except their cells.
  buildRows() {
    this.rows = [];
    let group = "", layers = 0;
    const elements = [];
    this.views.forEach((view, k) => {
      if (view.kind === "layer" && ++layers > MOST_LAYERS && !this.isAll) {
        if (layers === MOST_LAYERS + 1) elements.push(this.moreRow());
        return;
      }
      if (view.kind !== group) elements.push(make("tr", {role: "row", class: "group"}, make("th", {role: "rowheader"}, GROUPS[group = view.kind])));
      const {bodies} = this.run.graph.rows[view.row];
      const isLoop = view.kind === "layer" && bodies;
      const name = isLoop ? make("button", {class: "opener", "aria-expanded": String(this.inner.has(k)), onclick: () => this.toggle(k)}, view.title) : view.title;
      const range = ["parameter", "layer", "result"].includes(view.kind) ? this.rangeWords(view.row) : "";
      const head = make("th", {role: "rowheader", scope: "row"}, text("span", "name", name), text("small", "", view.note), range && text("small", "", range));
      const row = make("tr", {role: "row", "aria-rowindex": k + 2, "data-view": k, class: view.kind}, head);
      this.rows[k] = row;
      elements.push(row);
      if (this.inner.has(k)) elements.push(this.inner.get(k).row);
    });
    this.body.replaceChildren(...elements);
    this.drawn = "";
  }
  rangeWords(row) {
    const {min, max} = rangeOf(this.run, row);
    return min > max ? "" : min === max ? short(min) : `${short(min)} … ${short(max)}`;
  }
  moreRow() {
    const showAll = () => { this.isAll = true; this.buildRows(); this.draw(); };
    const left = this.views.filter(({kind}) => kind === "layer").length - MOST_LAYERS;
    return make("tr", {role: "row"}, make("th", {role: "rowheader", colspan: 3}, make("button", {onclick: showAll}, `Show ${plural(left, "more layer")}`)));
  }

  // --- Drawing ---------------------------------------------------------------------------------------
  later() {
    this.waiting ||= requestAnimationFrame(() => { this.waiting = 0; this.draw(); });
  }
  measure() {
    const style = getComputedStyle(this.scroller);
    this.width = parseFloat(style.getPropertyValue("--column"));
    this.headWidth = parseFloat(style.getPropertyValue("--head"));
    this.scroller.style.setProperty("--view", `${this.scroller.clientWidth}px`);
  }
  // The columns to draw, counted from the first one that is kept.
  window() {
    this.measure();
    const {scrollLeft, clientWidth} = this.scroller;
    const begin = Math.max(0, Math.floor(scrollLeft / this.width) - EXTRA);
    return [begin, Math.min(this.count, Math.ceil((scrollLeft + clientWidth - this.headWidth) / this.width) + EXTRA)];
  }
  draw() {
    if (!this.scroller.isConnected) return;
    const hadFocus = document.activeElement.matches("td") && document.activeElement.closest("table") === this.table;
    const [begin, end] = this.window(), key = `${begin} ${end}`;
    if (key !== this.drawn) this.drawColumns(begin, end);
    this.drawn = key;
    const stop = this.markCells();
    if (hadFocus && stop) stop.focus({preventScroll: true});
    for (const {grid} of this.inner.values()) if (grid) grid.later();
  }
  // Puts the columns into the table. A cell that was there before is used again.
  drawColumns(begin, end) {
    [this.begin, this.end] = [begin + this.run.first, end + this.run.first];
    const before = begin * this.width, after = (this.count - end) * this.width;
    this.table.style.width = `${this.headWidth + this.count * this.width}px`;
    const gap = (width) => width > 0 && make("td", {class: "gap", "aria-hidden": "true", style: `width:${width}px`});
    const iterations = Array.from({length: end - begin}, (_, k) => this.begin + k);
    this.heads = iterations.map((i) => make("th", {role: "columnheader", scope: "col", "aria-colindex": i - this.run.first + 2, "data-iteration": i},
      this.isLoop ? String(i) : this.run.outer ? this.run.branch() : "the model"));
    this.head.replaceChildren(make("th", {role: "columnheader", class: "corner"}, this.isLoop ? "iteration" : ""),
      ...[gap(before), ...this.heads, gap(after)].filter(Boolean));
    const known = this.cells;
    this.cells = new Map();
    this.rows.forEach((row, k) => {
      const cells = iterations.map((i) => {
        const key = `${k}:${i}`, cell = known.get(key) || this.cell(k, i);
        this.cells.set(key, cell);
        return cell;
      });
      row.replaceChildren(row.firstChild, ...[gap(before), ...cells, gap(after)].filter(Boolean));
    });
    this.arrows = drawArrows(this.svg, this, this.wires, [this.begin, this.end]);
  }
  // Shows which cell is chosen. Returns the one that can be reached with Tab.
  markCells() {
    const {iteration, view} = this;
    for (const head of this.heads) head.classList.toggle("current", Number(head.dataset.iteration) === iteration);
    for (const [key, cell] of this.cells) {
      const isChosen = key === `${view}:${iteration}`;
      cell.classList.toggle("current", Number(cell.dataset.iteration) === iteration);
      cell.classList.toggle("selected", isChosen && this.page.active === this);
      cell.setAttribute("aria-selected", String(isChosen));
      cell.tabIndex = -1;
    }
    for (const {element, iterations} of this.arrows) element.classList.toggle("current", iterations.includes(iteration));
    const stop = this.cells.get(`${view}:${Math.min(Math.max(iteration, this.begin), this.end - 1)}`);
    if (stop) stop.tabIndex = 0;
    return stop;
  }
  cell(k, i) {
    const {content, label, differs: isOff} = cellOf(this.run, this.other, this.views[k], i);
    const {mark} = this.page;
    const isFirst = mark && mark.run === this.run && mark.row === this.views[k].row && mark.iteration === i && KINDS[this.views[k].kind];
    return make("td", {role: "gridcell", "aria-colindex": i - this.run.first + 2, "data-iteration": i,
      "aria-label": label + (isFirst ? "; the first difference" : ""), class: [isOff && "off", isFirst && "first"].filter(Boolean).join(" ")},
    text("div", "content", content, isFirst && text("small", "flag", "◀ first")));
  }
  // Draws everything again, in other colours.
  redraw() {
    this.cells = new Map();
    this.drawn = "";
    this.draw();
  }
  cellBox(k, i) {
    const cell = this.cells.get(`${k}:${i}`);
    if (!cell) return undefined;
    const box = cell.firstChild.getBoundingClientRect(), origin = this.svg.parentElement.getBoundingClientRect();
    return {left: box.left - origin.left, right: box.right - origin.left, middle: box.top + box.height / 2 - origin.top};
  }

  // --- Moving ----------------------------------------------------------------------------------------
  go(iteration, view = this.view) {
    this.iteration = Math.max(Math.min(iteration, this.run.end - 1), this.run.first);
    this.view = view;
    if (this.count === 0) return this.page.select(this);
    if (this.views[view].kind === "layer" && !this.rows[view]) { this.isAll = true; this.buildRows(); }
    this.measure();
    const {scroller, width, headWidth} = this, left = (this.iteration - this.run.first) * width;
    const room = scroller.clientWidth - headWidth;
    if (left < scroller.scrollLeft || left + width > scroller.scrollLeft + room) {
      const isNear = Math.abs(left - scroller.scrollLeft) < room + width;
      scroller.scrollLeft = isNear ? (left < scroller.scrollLeft ? left : left + width - room) : left - (room - width) / 2;
    }
    this.followInner();
    this.page.select(this);
    this.draw();
  }
  focusCell() {
    const cell = this.cells.get(`${this.view}:${this.iteration}`);
    if (cell) { cell.focus({preventScroll: true}); cell.scrollIntoView({block: "nearest", inline: "nearest"}); }
  }
  click({target}) {
    const cell = target.closest("td[data-iteration], th[data-iteration]");
    if (!cell || cell.closest("table") !== this.table) return;
    const row = cell.parentElement.dataset.view;
    this.go(Number(cell.dataset.iteration), row === undefined ? this.view : Number(row));
    if (row !== undefined) this.focusCell();
  }
  keydown(event) {
    if (event.target.closest("table") !== this.table || !event.target.matches("td")) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const shown = this.views.map((_, k) => k).filter((k) => this.rows[k]);
    const at = shown.indexOf(this.view);
    const page = Math.max(1, Math.floor((this.scroller.clientWidth - this.headWidth) / this.width));
    const moves = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], PageUp: [-page, 0], PageDown: [page, 0],
      Home: [-Infinity, 0], End: [Infinity, 0]};
    if (event.key === "Enter" && this.run.innerRun(this.iteration, this.views[this.view].row)) this.toggle(this.view, true);
    else if (Object.hasOwn(moves, event.key)) {
      const [columns, rows] = moves[event.key];
      this.go(this.iteration + columns, shown[Math.min(Math.max(at + rows, 0), shown.length - 1)]);
      this.focusCell();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // --- Loops inside ------------------------------------------------------------------------------------
  toggle(k, focuses = false) {
    if (this.inner.has(k)) this.inner.delete(k);
    else this.open(k);
    this.buildRows();
    this.drawn = "";
    this.draw();
    const {grid} = this.inner.get(k) || {};
    if (grid) grid.draw();
    if (!focuses) this.rows[k].querySelector("button").focus();
    else if (grid) { grid.go(grid.iteration); grid.focusCell(); }
    else this.focusCell();
  }
  // Shows what the loop in a row does in the current iteration.
  open(k) {
    if (!this.inner.has(k)) {
      const place = text("div", "inner");
      this.inner.set(k, {place, row: make("tr", {class: "inside", role: "row"}, make("td", {role: "gridcell", colspan: 9}, place))});
    }
    const {place} = this.inner.get(k), run = this.run.innerRun(this.iteration, this.views[k].row);
    const grid = run && new Grid(this.page, run, this.level + 1);
    const where = this.isLoop ? ` in iteration ${this.iteration}` : "";
    const title = `${run ? run.title() : this.views[k].title}${where}`;
    place.replaceChildren(make("section", {"aria-label": title}, make("h3", {}, title), grid ? grid.element : make("p", {}, "It did not run, or its run is not kept.")));
    Object.assign(this.inner.get(k), {grid, iteration: this.iteration});
    if (grid) grid.parent = this;
    return grid;
  }
  followInner() {
    for (const [k, inner] of this.inner) {
      if (inner.iteration === this.iteration) continue;
      const before = inner.grid, grid = this.open(k);
      if (!before || !grid) continue;
      for (const [row] of before.inner) if (grid.views[row]) grid.open(row);
      grid.buildRows();
      grid.draw();
    }
  }
}
