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
// Returns [{element, iterations}]: each arrow, and the iterations that it belongs to.
function drawArrows(svg, grid, wires, [begin, end]) {
  const arrows = [];
  wires.forEach(({kind, from, to, once}, k) => {
    const lane = k % LANES * 3, isBack = kind === "back";
    for (let iteration = begin; iteration < (once ? Math.min(end, 1) : end); ++iteration) {
      const a = grid.cellBox(from, isBack ? iteration - 1 : iteration), b = grid.cellBox(to, iteration);
      if (!a || !b) continue;
      const at = isBack ? a.right + 4 + lane : a.left - 4 - lane;
      const element = arrow(kind, [isBack ? a.right : a.left, a.middle], at, [b.left, b.middle]);
      arrows.push({element, iterations: isBack ? [iteration - 1, iteration] : [iteration]});
    }
  });
  svg.replaceChildren(...arrows.map(({element}) => element));
  return arrows;
}
