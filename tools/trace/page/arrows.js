// Arrows between cells, behind them: slices, back edges, and parts that join an output.
const SVG = "http://www.w3.org/2000/svg";
const GAP = 18; // between the contents of two columns, where the arrows run
const LANES = 4;

function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// From one cell to another, by way of a vertical line at x.
function arrow(kind, [fromX, fromY], x, [toX, toY]) {
  const group = shape("g", {class: kind});
  group.append(shape("path", {d: `M${fromX} ${fromY}H${x}V${toY}H${toX - 4}`}),
    shape("polygon", {points: `${toX},${toY} ${toX - 6},${toY - 3.5} ${toX - 6},${toY + 3.5}`}));
  return group;
}

// grid   with cellBox(view, iteration): {left, right, middle}, or undefined if the cell is not drawn
// wires  [{kind: "slice" | "back" | "scan", from, to, once}]: positions of rows on the page
//        `once`: only in iteration 0
function drawArrows(svg, grid, wires, [begin, end], current) {
  svg.replaceChildren();
  wires.forEach(({kind, from, to, once}, k) => {
    const lane = k % LANES * 3;
    for (let iteration = begin; iteration < end; ++iteration) {
      const isBack = kind === "back";
      if (once && iteration > 0) break;
      const a = grid.cellBox(from, isBack ? iteration - 1 : iteration), b = grid.cellBox(to, iteration);
      if (!a || !b) continue;
      const isCurrent = iteration === current || isBack && iteration - 1 === current;
      const style = `${kind}${isCurrent ? " current" : ""}`;
      if (isBack) svg.append(arrow(style, [a.right, a.middle], a.right + 4 + lane, [b.left, b.middle]));
      else svg.append(arrow(style, [a.left, a.middle], a.left - 4 - lane, [b.left, b.middle]));
    }
  });
}
