#pragma once

#include "conformance/corpus/case.h"
#include "conformance/generate/generate_model.h"

namespace backedge::generate {

/// A generated model with its goldens.
struct GeneratedCase {
  uint64_t seed = 0;
  TestCase test_case;              // one run
  std::vector<std::byte> weights;  // the bytes of model.bin; empty if there are none
  Touched touched;
  std::set<std::string> features;  // features that the generator noted
  std::string problem;             // a contradiction: a defect of the generator or the interpreter
};

/// The case of a seed: a valid model, or, for one seed in five, a model that a rule rejects.
GeneratedCase generate_case(uint64_t seed);

/// The name of its folder: "seed_00000000000000ff".
std::string name_of_seed(uint64_t seed);

}  // namespace backedge::generate
