#pragma once

#include <string>
#include <variant>
#include <vector>

#include "interpreter/loop/partition.h"
#include "interpreter/tensor/signature.h"

/// The one normal form of every loop: TensorIterator-1, both Loop-5 dialects, and what lowers to them.
/// Inputs, Results and outputs are counted in the order of ports and layers.
namespace backedge {

/// The whole value of a loop input, the same in every iteration.
struct InvariantInput {
  size_t input;
};

/// Part i of a loop input in iteration i.
struct SlicedInput {
  size_t input;
  Slicing slicing;
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
  std::string entry;  // what messages call its port map entry: "port_map input[1]"
};

/// A Result of the body.
struct BodyResult {
  PartialShape declared;  // what is written on its port
  std::string name;       // `Result 14 "y"`
};

/// The Result's value of the last iteration.
struct LastValue {};

/// The Result's values of all iterations, joined along an axis.
struct Scan {
  Slicing slicing;
};

struct LoopOutput {
  size_t result;
  std::variant<LastValue, Scan> kind;
  std::string entry;  // "port_map output[0]"
};

/// How many iterations there may be.
struct NoBound {};
struct TripCount {
  size_t input;
  bool may_be_i32 = true;  // not in the draft
};
struct NumberOfParts {};  // of the sliced inputs; 1 without any

struct LoopSpec {
  std::vector<BodyParameter> parameters;
  std::vector<BodyResult> results;
  std::vector<LoopOutput> outputs;
  std::variant<NoBound, TripCount, NumberOfParts> bound;
  std::optional<size_t> initial_condition;  // a loop input; none: true
  std::optional<size_t> condition;          // a Result; none: true after every iteration
};

/// The loop input that a Parameter starts from; none for the current iteration.
std::optional<size_t> input_of(const BodyParameter& parameter);
/// How that input is sliced, if it is.
const Slicing* slicing_of(const BodyParameter& parameter);
/// How an output is joined; null for a last value.
const Slicing* slicing_of(const LoopOutput& output);
/// The back edge into a Parameter, if there is one.
const MergedInput* merged_input(const BodyParameter& parameter);

}  // namespace backedge
