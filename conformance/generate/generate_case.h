#pragma once

#include "conformance/corpus/case.h"
#include "conformance/generate/generate_model.h"

namespace backedge::generate {

/// A model with goldens.
struct GeneratedCase {
  uint64_t seed = 0;
  TestCase test_case;              // one run
  std::vector<std::byte> weights;  // of model.bin; empty: none
  Touched touched;
  std::set<std::string> features;  // what the generator noted
  std::string problem;  // not as the generator says it must be: a defect of it, or of the interpreter
};

/// The case of a seed: a valid model or, for one seed in five, a model that a rule refuses.
GeneratedCase generate_case(uint64_t seed);

/// "seed_00000000000000ff": what its folder is called.
std::string name_of_seed(uint64_t seed);

}  // namespace backedge::generate
