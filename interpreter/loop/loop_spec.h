#pragma once

#include <string>
#include <variant>
#include <vector>

#include "interpreter/loop/partition.h"
#include "interpreter/tensor/signature.h"

/// The one normal form of every loop, in whatever language it is written. Inputs, Parameters, Results and
/// outputs have numbers, from 0.
namespace backedge {

/// The whole value of a loop input, the same in every iteration.
struct InvariantInput {
  size_t input;
};

/// Part i of a loop input in iteration i.
struct SlicedInput {
  size_t input;
  Slicing slicing;
  bool drops_axis = false;  // of parts that are one position wide  (SLICE-10)
};

/// A loop input (or its part 0) in iteration 0, the value of a Result in every later one.
struct MergedInput {
  std::variant<InvariantInput, SlicedInput> initial;
  size_t result;  // where the back edge comes from
};

/// 0, 1, 2, ...
struct CurrentIteration {};

/// A Parameter of the body and what it is bound to.
struct BodyParameter {
  std::variant<InvariantInput, SlicedInput, MergedInput, CurrentIteration> source;
  Signature declared;
  std::string name;   // `Parameter 3 "xi"`, for messages
  std::string entry;  // where the model binds it, for messages
};

/// A Result of the body.
struct BodyResult {
  PartialShape declared;  // the shape that the model gives, if any
  std::string name;       // `Result 14 "y"`
};

/// The Result's value of the last iteration.
struct LastValue {};

/// The Result's values of all iterations, joined along an axis.
struct Scan {
  Slicing slicing;
  bool adds_axis = false;        // joined along an axis that the values do not have  (OUT-7)
  std::optional<size_t> length;  // a loop input: the length that the axis is padded to  (OUT-8)
};

struct LoopOutput {
  size_t result;
  std::variant<LastValue, Scan> kind;
  std::string entry;  // where the model names it, for messages
};

/// How many iterations there may be.
struct NoBound {};
struct TripCount {
  /// What a negative count means.
  enum class Negative {
    kMinusOneIsNoBound,  // and any other is an error  (TRIP-2)
    kError,              // (TRT-6)
    kNoIteration,        // (ONNX-LOOP-1)
  };
  size_t input;
  bool may_be_i32 = true;
  Negative negative = Negative::kMinusOneIsNoBound;
};
struct NumberOfParts {};  // of the sliced inputs; 1 without any

/// A graph of one boolean Result that says whether an iteration runs: one evaluation before each.  (COND-5)
struct Gate {
  std::vector<size_t> parameters;  // those of the body that the gate takes, in its own order
};

struct LoopSpec {
  std::vector<BodyParameter> parameters;
  std::vector<BodyResult> results;
  std::vector<LoopOutput> outputs;
  std::variant<NoBound, TripCount, NumberOfParts> bound;
  std::optional<size_t> initial_condition;  // a loop input; none: true
  std::optional<size_t> condition;          // a Result; none: true after every iteration
  std::optional<Gate> gate;                 // none: true before every iteration
  bool element_0_exists = false;            // its shapes hold for scan outputs of no iteration  (ZERO-2)

  /// Whether every iteration that the bound allows is run.
  bool runs_to_bound() const { return !initial_condition && !condition && !gate; }
};

/// The loop input that a Parameter starts from; none for the current iteration.
std::optional<size_t> input_of(const BodyParameter& parameter);
/// How that input is sliced; null if it is not.
const SlicedInput* sliced_input(const BodyParameter& parameter);
/// How an output is joined; null for a last value.
inline const Scan* scan_of(const LoopOutput& output) { return std::get_if<Scan>(&output.kind); }
/// The back edge into a Parameter, if there is one.
inline const MergedInput* merged_input(const BodyParameter& parameter) {
  return std::get_if<MergedInput>(&parameter.source);
}

}  // namespace backedge
