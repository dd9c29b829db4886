"""Numerical loops in f32. Oracles: NumPy's f32, rounded after every primitive, and exact.py."""

import numpy as np

import ir
from case import Tensor
from exact import F32, apply, matmul, noise, sum_last
from frames import TYPES, begin, counted, f32, floats, product, scan, slices, trip

ORACLE = "generator: gen/models_numeric.py"


def divide(body, a, b, shape):
    return body.op("Divide", a, b, shape=shape, m_pythondiv="true")


def one(value):
    return f32(np.array([value], F32))


def add_newton(corpus):
    graph = ir.Graph()
    a0, x0, limit = graph.parameter("a", "f32", [1]), graph.parameter("x", "f32", [1]), graph.parameter("trip", "i64", [])
    body = graph.body()
    a, x = body.parameter("a", "f32", [1]), body.parameter("x", "f32", [1])
    better = body.op("Multiply", body.op("Add", x, divide(body, a, x, [1])), body.const("f32", [0.5]))
    step = body.op("Abs", body.op("Subtract", better, x))
    more = body.result(body.op("Greater", step, body.const("f32", [2.0**-12])), "more")
    next_ = body.result(better, "next")
    loop = graph.loop(body, limit, graph.const("boolean", True))
    loop.input(a0, a)
    loop.input(x0, x)
    loop.execution_condition(more)
    loop.back_edge(next_, x)
    graph.result(loop.output(next_, shape=[1]), "root")
    graph.result(loop.output(next_, shape=[-1], **scan()), "path")
    runs = []
    for value, bound, ulp in ((2.0, -1, 12), (9.0, -1, 14), (0.25, -1, 16), (2.0, 3, 9), (144.0, 0, None)):
        x_, path = F32(1), []
        while bound == -1 or len(path) < bound:
            better_ = (x_ + F32(value) / x_) * F32(0.5)
            far = abs(better_ - x_) > F32(2.0**-12)
            x_ = better_
            path.append(x_)
            if not far:
                break
        runs.append({"name": "root_of_%s__at_most_%s" % (str(value).replace(".", "_"), str(bound).replace("-", "m")),
                     "inputs": {"a": one(value), "x": one(1), "trip": trip(bound)},
                     "outputs": [f32(np.array([x_], F32), ulp=ulp), f32(np.array(path, F32), ulp=ulp)]})
    corpus.add("models/newton", rules=["TRIP-2", "COND-2", "BACK-2", "NUM-1"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="Newton's square root stops when a step is shorter than 2^-12.",
               notes="x' = (x + a / x) / 2. No step is near 2^-12, so the count does not depend on rounding.")


def add_bisection(corpus):
    graph = ir.Graph()
    lo0, hi0, target = [graph.parameter(n, "f32", [1]) for n in ("lo", "hi", "target")]
    loop, body = counted(graph, graph.parameter("trip", "i64", []))
    lo, hi, t = [body.parameter(n, "f32", [1]) for n in ("lo", "hi", "target")]
    middle = body.op("Multiply", body.op("Add", lo, hi), body.const("f32", [0.5]))
    cube = body.op("Multiply", body.op("Multiply", middle, middle), middle)
    below = body.op("Less", cube, t)
    new_lo = body.result(body.op("Select", below, middle, lo, type="f32", auto_broadcast="numpy"), "lo1")
    new_hi = body.result(body.op("Select", below, hi, middle, type="f32", auto_broadcast="numpy"), "hi1")
    mid = body.result(middle, "middle")
    loop.input(lo0, lo)
    loop.input(hi0, hi)
    loop.input(target, t)
    loop.back_edge(new_lo, lo)
    loop.back_edge(new_hi, hi)
    graph.result(loop.output(new_lo, shape=[1]), "lo")
    graph.result(loop.output(new_hi, shape=[1]), "hi")
    graph.result(loop.output(mid, shape=[-1], **scan()), "middles")
    runs = []
    for value, n in ((2, 7), (20, 7), (27, 5), (5, 0)):
        low, high, middles = 0, 8 * 64, []  # in units of 1/64: middles of 7 halvings are whole numbers of 1/16
        for _ in range(n):
            m = (low + high) / 2
            middles.append(m / 64)
            low, high = (m, high) if (m / 64) ** 3 < value else (low, m)
        runs.append({"name": "cube_root_of_%d__steps_%d" % (value, n), "inputs": {"lo": one(0), "hi": one(8), "target": one(value), "trip": trip(n)},
                     "outputs": [one(low / 64), one(high / 64), f32(np.array(middles, F32))]})
    corpus.add("models/bisection", rules=["BACK-2", "OUT-1", "OUT-2", "ZERO-1"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs,
               title="A cube root by halving [0, 8]: two borders are carried, and one of them moves.",
               notes="Seven halvings of 8 are multiples of 1/16, their cubes of 1/4096: all exact.")


def add_kalman(corpus):
    steps = 16
    transition = np.array([[1, 0.0625], [0, 1]], F32)
    noise_q, noise_r = np.array([[0.0625, 0], [0, 0.125]], F32), F32(4)
    observe = np.array([[1, 0]], F32)
    for form in ("tensor_iterator", "loop"):
        graph = ir.Graph()
        z, x0, p0 = graph.parameter("Z", "f32", [steps, 1]), graph.parameter("x0", "f32", [2, 1]), graph.parameter("P0", "f32", [2, 2])
        loop, body = begin(form, graph, steps)
        zi, x, p = body.parameter("z", "f32", [1, 1]), body.parameter("x", "f32", [2, 1]), body.parameter("p", "f32", [2, 2])
        f, h = floats(body, transition), floats(body, observe)
        x_ahead = product(body, f, x, [2, 1])
        p_ahead = body.op("Add", product(body, product(body, f, p, [2, 2]), f, [2, 2], "true"), floats(body, noise_q))
        cross = product(body, p_ahead, h, [2, 1], "true")
        spread = body.op("Add", product(body, h, cross, [1, 1]), body.const("f32", [4.0], [1, 1]))
        gain = divide(body, cross, spread, [2, 1])
        surprise = body.op("Subtract", zi, product(body, h, x_ahead, [1, 1]))
        x1 = body.op("Add", x_ahead, body.op("Multiply", gain, surprise, shape=[2, 1]))
        p1 = body.op("Subtract", p_ahead, product(body, gain, product(body, h, p_ahead, [1, 2]), [2, 2]))
        rx, rp = body.result(x1, "x1"), body.result(p1, "p1")
        line = body.result(body.op("Transpose", x1, body.const("i64", [1, 0]), shape=[1, 2]), "line")
        loop.input(z, zi, **slices())
        loop.input(x0, x)
        loop.input(p0, p)
        loop.back_edge(rx, x)
        loop.back_edge(rp, p)
        graph.result(loop.output(line, shape=[steps, 2], **slices()), "track")
        graph.result(loop.output(rp, shape=[2, 2]), "P")
        zv = noise(301, (steps, 1)) + np.arange(steps, dtype=F32)[:, None] * F32(0.25)
        xv, pv, track = np.zeros((2, 1), F32), np.eye(2, dtype=F32), []
        for k in range(steps):
            xa = matmul(transition, xv)
            pa = matmul(matmul(transition, pv), transition.T) + noise_q
            cr = matmul(pa, observe.T)
            g = cr / (matmul(observe, cr) + noise_r)
            xv = xa + g * (zv[k:k + 1] - matmul(observe, xa))
            pv = pa - matmul(g, matmul(observe, pa))
            track.append(xv.T)
        corpus.add("models/kalman_filter/" + form, rules=["BACK-2", "OUT-1", "OUT-2", "NUM-3"], kind="combined", oracle=ORACLE,
                   model=graph.text(), weights=graph.weights.data,
                   title="A Kalman filter tracks position and speed over 16 observations, as a %s." % TYPES[form],
                   notes="Each step predicts and corrects both the covariance and the state.",
                   runs=[{"name": "sixteen", "inputs": {"Z": f32(zv), "x0": f32(np.zeros((2, 1), F32)), "P0": f32(np.eye(2, dtype=F32))},
                          "outputs": [f32(np.concatenate(track), bound=2.5e-4), f32(pv, bound=2e-4)]}])


def add_mandelbrot(corpus):
    graph = ir.Graph()
    cr0, ci0 = graph.parameter("re", "f32", [3, 4]), graph.parameter("im", "f32", [3, 4])
    zero, none = graph.parameter("zero", "f32", [3, 4]), graph.parameter("counts", "i32", [3, 4])
    loop, body = counted(graph, graph.parameter("trip", "i64", []))
    cr, ci, x, y = [body.parameter(n, "f32", [3, 4]) for n in ("re", "im", "x", "y")]
    counts = body.parameter("counts", "i32", [3, 4])
    xx, yy = body.op("Multiply", x, x), body.op("Multiply", y, y)
    inside = body.op("LessEqual", body.op("Add", xx, yy), body.const("f32", 4.0), shape=[3, 4])
    nx = body.op("Add", body.op("Subtract", xx, yy), cr)
    xy = body.op("Multiply", x, y)
    ny = body.op("Add", body.op("Add", xy, xy), ci)
    rx = body.result(body.op("Select", inside, nx, x, type="f32", auto_broadcast="numpy"), "x1")
    ry = body.result(body.op("Select", inside, ny, y, type="f32", auto_broadcast="numpy"), "y1")
    rc = body.result(body.op("Add", counts, body.op("Convert", inside, type="i32", destination_type="i32")), "counts1")
    for outer, inner in ((cr0, cr), (ci0, ci), (zero, x), (zero, y), (none, counts)):
        loop.input(outer, inner)
    for result, inner in ((rx, x), (ry, y), (rc, counts)):
        loop.back_edge(result, inner)
    graph.result(loop.output(rc, shape=[3, 4]), "counts")
    graph.result(loop.output(rx, shape=[3, 4]), "x")
    re = np.array([[-2 + 0.75 * c for c in range(4)]] * 3, F32)
    im = np.array([[0.5 * r + 0.125] * 4 for r in range(3)], F32)
    runs = []
    for n, bound in ((1, None), (5, 3e-7), (12, 4e-4)):
        x_, y_, c_ = np.zeros((3, 4), F32), np.zeros((3, 4), F32), np.zeros((3, 4), np.int32)
        for _ in range(n):
            xx_, yy_, xy_ = x_ * x_, y_ * y_, x_ * y_
            live = xx_ + yy_ <= F32(4)
            x_, y_ = np.where(live, (xx_ - yy_) + re, x_), np.where(live, (xy_ + xy_) + im, y_)
            c_ = c_ + live.astype(np.int32)
        runs.append({"name": "iterations_%d" % n, "inputs": {"trip": trip(n)},
                     "outputs": [Tensor("i32", [3, 4], c_), f32(x_, bound=bound)]})
    corpus.add("models/mandelbrot", rules=["BACK-2", "PORT-1", "OUT-1", "NUM-1"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="Points of the Mandelbrot set: a point that has escaped keeps its value.",
               notes="Both parts of z start from one external port. No point crosses the circle because of rounding.",
               inputs={"re": f32(re), "im": f32(im), "zero": f32(np.zeros((3, 4), F32)), "counts": Tensor("i32", [3, 4], [0] * 12)})


def add_pendulum(corpus):
    graph = ir.Graph()
    angle0, speed0 = graph.parameter("angle", "f32", [2]), graph.parameter("speed", "f32", [2])
    loop, body = counted(graph, graph.parameter("trip", "i64", []))
    angle, speed = body.parameter("angle", "f32", [2]), body.parameter("speed", "f32", [2])
    dt = body.const("f32", 0.0625)
    new_speed = body.op("Subtract", speed, body.op("Multiply", body.op("Sin", angle), dt, shape=[2]))
    new_angle = body.op("Add", angle, body.op("Multiply", new_speed, dt, shape=[2]))
    energy = body.op("Subtract", body.op("Multiply", body.op("Multiply", new_speed, new_speed), body.const("f32", 0.5), shape=[2]),
                     body.op("Cos", new_angle))
    ra, rs, re = body.result(new_angle, "angle1"), body.result(new_speed, "speed1"), body.result(energy, "energy")
    loop.input(angle0, angle)
    loop.input(speed0, speed)
    loop.back_edge(ra, angle)
    loop.back_edge(rs, speed)
    graph.result(loop.output(ra, shape=[-1], **scan(2)), "angles")
    graph.result(loop.output(re, shape=[-1], **scan(2)), "energies")
    graph.result(loop.output(rs, shape=[2]), "speed")
    runs = []
    for n, bounds in ((1, (2.2e-7, 6e-7, 8e-8)), (40, (1.9e-5, 5.1e-5, 1.9e-5))):
        a, s, angles, energies = np.array([1.0, -2.5], F32), np.array([0.0, 0.5], F32), [], []
        for _ in range(n):
            s = s - apply("sin", a) * F32(0.0625)
            a = a + s * F32(0.0625)
            angles.append(a)
            energies.append(s * s * F32(0.5) - apply("cos", a))
        runs.append({"name": "steps_%d" % n, "inputs": {"trip": trip(n)},
                     "outputs": [f32(v, bound=b) for v, b in zip((np.concatenate(angles), np.concatenate(energies), s), bounds)]})
    corpus.add("models/pendulum", rules=["BACK-2", "OUT-1", "OUT-2", "NUM-4"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs,
               title="Two pendulums swing: each step computes the speed, then the angle from the new speed.",
               notes="There are 1 and 40 steps of 1/16.",
               inputs={"angle": f32(np.array([1.0, -2.5], F32)), "speed": f32(np.array([0.0, 0.5], F32))})


def add_power_iteration(corpus):
    matrix = np.array([[4, 1, 0], [1, 3, 1], [0, 1, 2]], F32)
    graph = ir.Graph()
    m, v0 = graph.parameter("M", "f32", [3, 3]), graph.parameter("v", "f32", [3, 1])
    loop, body = counted(graph, graph.parameter("trip", "i64", []))
    mi, v = body.parameter("m", "f32", [3, 3]), body.parameter("v", "f32", [3, 1])
    w = product(body, mi, v, [3, 1])
    length = body.op("Sqrt", body.op("ReduceSum", body.op("Multiply", w, w), body.const("i64", [0, 1]), shape=[1, 1], keep_dims="true"))
    rv, rl = body.result(divide(body, w, length, [3, 1]), "v1"), body.result(length, "length")
    loop.input(m, mi)
    loop.input(v0, v)
    loop.back_edge(rv, v)
    graph.result(loop.output(rv, shape=[3, 1]), "vector")
    graph.result(loop.output(rl, shape=[-1, 1], **scan()), "lengths")
    runs = []
    for n, of_vector, of_lengths in ((1, 3.4e-7, 1.6e-6), (6, 3.7e-5, 1.2e-4)):
        v_, lengths = np.array([[1], [1], [1]], F32), []
        for _ in range(n):
            w_ = matmul(matrix, v_)
            squares = (w_ * w_).astype(np.float64).reshape(1, 3)
            length_ = np.sqrt(sum_last(squares)).reshape(1, 1)
            v_ = w_ / length_
            lengths.append(length_)
        runs.append({"name": "steps_%d" % n, "inputs": {"trip": trip(n)},
                     "outputs": [f32(v_, bound=of_vector), f32(np.concatenate(lengths), bound=of_lengths)]})
    corpus.add("models/power_iteration", rules=["BACK-2", "OUT-1", "OUT-2", "NUM-3"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="Power iteration turns a vector into the dominant eigenvector of a matrix.",
               notes="v' = M v / |M v|.",
               inputs={"M": f32(matrix), "v": f32(np.ones((3, 1), F32))})


def add_filter(corpus):
    for form in ("tensor_iterator", "loop"):
        graph = ir.Graph()
        x = graph.parameter("X", "f32", [2, 16])
        starts = [graph.parameter(n, "f32", [2, 1]) for n in ("x1", "y1", "y2")]
        loop, body = begin(form, graph, 16)
        xi, x1, y1, y2 = [body.parameter(n, "f32", [2, 1]) for n in ("x", "x1", "y1", "y2")]
        part = body.op("Add", body.op("Multiply", xi, body.const("f32", 0.25), shape=[2, 1]),
                       body.op("Multiply", x1, body.const("f32", 0.5), shape=[2, 1]))
        y = body.op("Subtract", body.op("Add", part, body.op("Multiply", y1, body.const("f32", 1.25), shape=[2, 1])),
                    body.op("Multiply", y2, body.const("f32", 0.5), shape=[2, 1]))
        ry, rx, delayed = body.result(y, "y"), body.result(xi, "x_out"), body.result(y1, "y1_out")
        loop.input(x, xi, **slices(1, True, 1))
        for outer, inner in zip(starts, (x1, y1, y2)):
            loop.input(outer, inner)
        loop.back_edge(ry, y1)
        loop.back_edge(rx, x1)
        loop.back_edge(delayed, y2)
        graph.result(loop.output(ry, shape=[2, 16], **slices(1, True, 1)), "filtered")
        xv = noise(311, (2, 16), 4)
        before, out = np.zeros((2,), F32), np.zeros((2, 16), F32)
        past, older = np.zeros((2,), F32), np.zeros((2,), F32)
        for k in range(16):
            now = ((xv[:, k] * F32(0.25) + before * F32(0.5)) + past * F32(1.25)) - older * F32(0.5)
            out[:, k] = now
            before, past, older = xv[:, k], now, past
        zero = f32(np.zeros((2, 1), F32))
        corpus.add("models/recursive_filter/" + form, rules=["BACK-2", "BACK-3", "OUT-2"], kind="combined", oracle=ORACLE,
                   model=graph.text(), weights=graph.weights.data,
                   title="A second-order recursive filter, as a %s: two delays are wires, one after the other." % TYPES[form],
                   notes="y = x / 4 + x1 / 2 + 1.25 y1 - y2 / 2. All factors are multiples of 1/4. The poles have length "
                         "0.71, so errors decay.",
                   runs=[{"name": "two_lines", "inputs": {"X": f32(xv), "x1": zero, "y1": zero, "y2": zero},
                          "outputs": [f32(out, bound=1.5e-4)]}])


def add_cases(corpus):
    for add in (add_newton, add_bisection, add_kalman, add_mandelbrot, add_pendulum, add_power_iteration, add_filter):
        add(corpus)
