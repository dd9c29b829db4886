"""Deliberate faults in the interpreter, which required runs must notice, and other choices than ours, which
they must not."""

import collections

Fault = collections.namedtuple("Fault", "title rules file old new")

PARTITION = "interpreter/loop/partition.cc"
PART = "interpreter/loop/parts.cc"
COUNT = "interpreter/loop/count_parts.cc"
RUN = "interpreter/loop/run_loop.cc"
VALUE = "interpreter/loop/value_checks.h"
TRIP = "interpreter/loop/trip_count.cc"
EMPTY = "interpreter/loop/no_iteration.cc"
BUILD = "interpreter/openvino/build_loop.cc"
PORTS = "interpreter/openvino/port_map.cc"

FAULTS = [
    Fault("an axis counted from the end is axis 0", ["SLICE-1"], PARTITION,
          "if (axis) return *axis;", "if (axis) return slicing.axis < 0 ? 0 : *axis;"),
    Fault("`end` is not part of the range", ["SLICE-2"], PARTITION,
          "(backward ? start - end : end - start) + 1;", "(backward ? start - end : end - start);"),
    Fault("`start` is ignored", ["SLICE-2"], PORTS,
          "slicing.start = entry.start.value_or(slicing.start);", ""),
    Fault("a negative `end` counts from one past the last position", ["SLICE-2"], PARTITION,
          "const int64_t end = position_of(slicing.end, dim);",
          "const int64_t end = position_of(slicing.end, dim) + (slicing.end < -1 ? 1 : 0);"),
    Fault("`stride` sets no direction", ["SLICE-3", "SLICE-5"], PARTITION,
          "const int64_t first = backward ? start - width + 1 : start;",
          "const int64_t first = backward ? end : start; pace = backward ? -pace : pace;"),
    Fault("a backward part begins where it should end", ["SLICE-5"], PARTITION,
          "backward ? start - width + 1 : start;", "backward ? std::max<int64_t>(start - 2 * (width - 1), 0) : start;"),
    Fault("back edges transfer one after the other", ["BACK-2"], RUN,
          "? *run.results[merged->result]",
          "? (merged->result < p && run.parameters[merged->result].has_value() &&"
          " signature_of(run.parameters[merged->result]).shape.meets(signature_of(*run.results[merged->result]).shape)"
          " ? run.parameters[merged->result] : *run.results[merged->result])"),
    Fault("a sliced Parameter never takes its back edge", ["BACK-3"], RUN,
          "value = iteration > 0 ?", "value = iteration > 0 && std::holds_alternative<InvariantInput>(merged->initial) ?"),
    Fault("a trip count of 0 runs once", ["TRIP-3"], RUN,
          "(!run.bound || i < *run.bound)", "(!run.bound || i < *run.bound || i == 0)"),
    Fault("one iteration more than the trip count", ["TRIP-1", "TRIP-2", "TRIP-3", "TRIP-4", "TRIP-5"], RUN,
          "(!run.bound || i < *run.bound)", "(!run.bound || i <= *run.bound)"),
    Fault("the trip count is cut to 32 bits", ["TRIP-4"], TRIP,
          "std::max<int64_t>(count, 0)", "std::max<int64_t>(static_cast<int32_t>(count), 0)"),
    Fault("the initial condition is ignored", ["COND-1"], RUN,
          "bool condition = run.initial_condition;", "bool condition = true;"),
    Fault("the body's condition is ignored", ["COND-2"], BUILD,
          "loop.spec.condition = loop.map.execution_condition;", ""),
    Fault("the condition of iteration k gates iteration k + 2", ["COND-2"], RUN,
          "condition = TRY(goes_on(run, i));", "condition = late; late = TRY(goes_on(run, i));"),
    Fault("the iteration whose condition is false leaves nothing", ["COND-2"], RUN,
          "    TRY(keep_scans(run, i, pool));\n    condition = TRY(goes_on(run, i));",
          "    condition = TRY(goes_on(run, i));\n    if (condition) TRY(keep_scans(run, i, pool));"),
    Fault("the current iteration begins at 1", ["ITER-1"], RUN,
          "*value.writable<int64_t>() = iteration;", "*value.writable<int64_t>() = iteration + 1;"),
    Fault("a last value is that of iteration 0", ["OUT-1"], RUN,
          "condition = TRY(goes_on(run, i));",
          "condition = TRY(goes_on(run, i)); if (i == 0) for (const Value* result : run.results) first.push_back(*result);"
          " if (!condition || i + 1 == run.bound) { for (const Value& value : first) places.push_back(&value); run.results = places; }"),
    Fault("a scan output never runs backward", ["OUT-2"], PART,
          "const bool backward = scan.slicing.stride < 0;", "const bool backward = false;"),
    Fault("no iteration: a last value has no elements that differ from 0", ["ZERO-1"], EMPTY,
          "if (value.has_value()) return value;", "if (value.has_value()) return Value(Tensor::zeros(value.tensor().type(), value.tensor().shape()));"),
    Fault("no iteration: a scan output is empty in every dimension", ["ZERO-2"], EMPTY,
          "placed[i].known() ? placed[i].min : 0", "placed[i].known() ? 0 : 0"),
    Fault("a buffer is kept from one run of a loop to the next", ["STATE-1", "BODY-2"], RUN,
          "    parts.widths.clear();\n    parts.used = parts.total_width = 0;", ""),
    Fault("the draft's condition is on the second port", ["TRIP-5", "COND-4"], BUILD,
          "loop.spec.initial_condition = loop.map.inputs[*condition].external;",
          "loop.spec.initial_condition = loop.ports.inputs.rbegin()->second;"),
]

# Other choices than those of decided rules. A backend that makes one passes every required run, except in the
# areas whose published text decides.
Choice = collections.namedtuple("Choice", "title rules file old new decided_for", defaults=((),))

NUMBERS = "interpreter/ops/numbers.h"
REAL = "return canonical(formula(a, b));"
CHOICES = [
    Choice("no result is -0", ["NUM-1"], NUMBERS, REAL, "const T made = formula(a, b); return made == 0 ? T{0} : canonical(made);"),
    Choice("subnormal results are 0", ["NUM-1"], NUMBERS, REAL,
           "const T made = formula(a, b); return std::fabs(made) < std::numeric_limits<T>::min() ? std::copysign(T{0}, made) : canonical(made);"),
    Choice("integers saturate", ["NUM-2"], NUMBERS, "return static_cast<T>(formula(static_cast<Wrapping<T>>(a), static_cast<Wrapping<T>>(b)));",
           "const __int128 made = formula(static_cast<__int128>(a), static_cast<__int128>(b)), lowest = std::numeric_limits<T>::min(),"
           " highest = std::numeric_limits<T>::max(); return static_cast<T>(made < lowest ? lowest : made > highest ? highest : made);"),
    Choice("a real number that an integer cannot hold becomes the lowest one", ["NUM-7"], "interpreter/ops/convert.cc",
           "map_unary<From>(call, numbers::convert<To, From>)",
           "map_unary<From>(call, [](From x) -> To { if constexpr (kIsReal<From> && kIsInteger<To>) {"
           " constexpr To lowest = std::numeric_limits<To>::min(), highest = std::numeric_limits<To>::max();"
           " const double wide = numbers::widen(x); if (!(wide > double(lowest) - 1 && wide < double(highest) + 1)) return lowest; }"
           " return numbers::convert<To>(x); })"),
    Choice("a quotient of integers by 0 is 0", ["NUM-8"], "interpreter/ops/map_elements.h", "if (divides_by_zero) return", "if (false) return"),
    Choice("the larger one of NaN and a number is the second operand", ["NUM-9"], NUMBERS,
           "const T larger = a == b ? (std::signbit(a) ? b : a) : (a > b ? a : b);", "return a > b ? a : b; const T larger = a;"),
    Choice("Round gives no -0", ["NUM-12"], NUMBERS, "return round_to<T>(std::nearbyint(widen(x)));", "return round_to<T>(std::nearbyint(widen(x)) + 0.0);"),
    Choice("a trip count below -1 runs no iteration", ["TRIP-2"], TRIP, "if (count < 0 && trip.negative", "if (false && trip.negative"),
    Choice("a trip count below -1 means no bound", ["TRIP-2"], TRIP, "if (count == -1 && may_be_open)", "if (count < 0 && may_be_open)"),
    Choice("a part is one position wide unless part_size says more", ["SLICE-4"], PARTITION,
           "return slicing.part_size.value_or(pace_of(slicing));", "return slicing.part_size.value_or(1);"),
    Choice("positions left over are dropped", ["SLICE-6"], PARTITION,
           "if (length - covered > gap) {", "if (length - covered > gap && count == 0) {"),
    Choice("an axis of 0 positions is rejected", ["SLICE-8"], PARTITION,
           "if (dim == 0 && has_default_borders(slicing))", "if (dim == -1 && has_default_borders(slicing))", ("onnx", "tensorrt")),
    Choice("unequal numbers of parts: the least one counts", ["SLICE-7"], COUNT, "if (parts[p]->count == parts[*first]->count) continue;",
           "if (parts[p]->count < parts[*first]->count) first = p; continue;", ("onnx",)),
    Choice("past the last part, the last part again", ["SLICE-9"], RUN, "if (iteration >= parts.count) {",
           "if (parts.count > 0) iteration = std::min(iteration, parts.count - 1); if (iteration >= parts.count) {", ("tensorrt",)),
    Choice("start and end of an output are not looked at", ["OUT-3"], PART, "if (covers_whole_axis(length, slicing)) return {};", "return {};"),
    Choice("parts of an output may differ from part_size", ["OUT-4"], PART,
           "if (!slicing.part_size || width.admits(*slicing.part_size)) return {};", "return {};"),
    Choice("a Parameter takes any value", ["BODY-4"], VALUE, "if (value.fits(parameter.declared)) return {};", "return {};"),
    Choice("no iteration: an unknown size is 1", ["ZERO-2"], EMPTY, "placed[i].known() ? placed[i].min : 0", "placed[i].known() ? placed[i].min : 1"),
    Choice("no iteration: an output without a value is 0", ["ZERO-3"], EMPTY,
           'return Error("ZERO-3",', 'return Value(Tensor::scalar<float>(0)); return Error("ZERO-3",'),
]

# Declarations that a changed line needs.
EXTRA = {
    "pace = backward ? -pace : pace;": (PARTITION, "const int64_t pace = pace_of(slicing);", "int64_t pace = pace_of(slicing);"),
    "condition = late;": (RUN, "bool condition = run.initial_condition;", "bool condition = run.initial_condition, late = true;"),
    "run.results = places;": (RUN, "bool condition = run.initial_condition;",
                              "bool condition = run.initial_condition; std::vector<Value> first; std::vector<const Value*> places;"),
}
