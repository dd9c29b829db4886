// Small pictures of tensors. Each cell of a heat map is one pixel of a canvas, which CSS enlarges.
const dark = matchMedia("(prefers-color-scheme: dark)");
const NOT_FINITE = [162, 89, 255];
// From low to high, for a range without 0.
const SCALE = {light: [[232, 240, 250], [100, 160, 220], [12, 60, 130]], dark: [[30, 42, 58], [60, 120, 190], [190, 222, 255]]};
// Below 0, 0 and above.
const AROUND_ZERO = {light: [[24, 96, 190], [246, 246, 246], [206, 92, 0]], dark: [[96, 165, 255], [34, 40, 48], [255, 160, 70]]};

const mixed = (a, b, share) => a.map((level, k) => Math.round(level + (b[k] - level) * share));
function between([low, middle, high], share) {
  return share < 0.5 ? mixed(low, middle, share * 2) : mixed(middle, high, share * 2 - 1);
}

// The colour of a number in the range of its row.
function colour(value, {cells: {min, max}}) {
  if (!Number.isFinite(value)) return NOT_FINITE;
  const scheme = dark.matches ? "dark" : "light";
  if (min <= 0 && max >= 0) {
    const most = Math.max(-min, max);
    return between(AROUND_ZERO[scheme], most > 0 ? Math.min(1, Math.max(0, (value / most + 1) / 2)) : 0.5);
  }
  return between(SCALE[scheme], max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0.5);
}

// The numbers of a picture: {rows, columns, numbers}; undefined if there are none.
function matrixOf(tensor) {
  if (!tensor || tensor.text) return undefined;
  if (tensor.values) {
    if (!tensor.values.length) return undefined;
    const columns = tensor.shape.length ? tensor.shape[tensor.shape.length - 1] : 1;
    return {rows: tensor.values.length / columns, columns, numbers: tensor.values.map(real)};
  }
  if (!tensor.cells) return undefined;
  const numbers = Array.from(cellsOf(tensor), (cell) => numberOf(tensor, cell));
  return {rows: tensor.rows, columns: tensor.columns, numbers};
}

function canvasOf(columns, rows, paint, kind = "map") {
  const canvas = make("canvas", {width: columns, height: rows, class: kind, "aria-hidden": "true"});
  const context = canvas.getContext("2d"), image = context.createImageData(columns, rows);
  for (let k = 0; k < columns * rows; ++k) {
    const [red, green, blue, alpha = 255] = paint(k % columns, Math.floor(k / columns));
    image.data.set([red, green, blue, alpha], 4 * k);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

function heatMap(tensor, range) {
  const matrix = matrixOf(tensor);
  if (!matrix) return text("span", "words", tensor && tensor.text ? tensor.text : tensor && tensor.values ? "empty" : "range only");
  const canvas = canvasOf(matrix.columns, matrix.rows, (x, y) => colour(matrix.numbers[y * matrix.columns + x], range));
  const shape = matrix.columns / matrix.rows;
  canvas.style.aspectRatio = String(Math.min(3, Math.max(0.5, shape)));
  return canvas;
}

// What a cell of the grid shows of a tensor.
function picture(tensor, range) {
  if (!tensor) return text("span", "unknown", "·");
  if (isSmall(tensor)) return text("span", "numbers", tensor.values.map((value) => text("span", "", short(value, tensor.values.length > 1 ? 3 : 5))));
  return heatMap(tensor, range);
}

const STRIP = {columns: 60, rows: 12};

// The parts of all iterations side by side: those of `known` are drawn, the current one is marked below.
//
// place  the position of an iteration's part among `count`
function strip(run, row, {count, iteration, known, place, range}) {
  const columns = Math.min(Math.max(count, 1), STRIP.columns);
  const iterations = new Map(); // by column
  for (let x = 0; x < columns; ++x) {
    const position = Math.floor((x + 0.5) * count / columns);
    iterations.set(x, place < 0 ? count - 1 - position : position);
  }
  const at = place < 0 ? count - 1 - iteration : iteration;
  const current = Math.min(columns - 1, Math.floor(at * columns / count));
  return canvasOf(columns, STRIP.rows, (x, y) => {
    const of = x === current ? iteration : iterations.get(x);
    const matrix = known(of) && matrixOf(run.tensor(of, row));
    if (y >= STRIP.rows - 2) return x === current ? (dark.matches ? [196, 156, 255] : [138, 63, 252]) : [0, 0, 0, 0];
    if (!matrix) return dark.matches ? [27, 33, 41] : [236, 238, 241];
    return colour(matrix.numbers[Math.floor(y / (STRIP.rows - 2) * matrix.numbers.length)], range);
  }, "strip");
}
