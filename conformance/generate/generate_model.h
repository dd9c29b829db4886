#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "conformance/generate/notes.h"
#include "interpreter/openvino/model.h"
#include "interpreter/tensor/tensor.h"

namespace backedge::generate {

/// A valid model with inputs, whose values are exact wherever they are computed unless its notes say survey.
struct GeneratedModel {
  uint64_t seed = 0;
  openvino::Model model;                                  // without weights: these are here
  std::vector<std::byte> weights;                         // little-endian, as the .bin has them; empty: none
  std::vector<std::map<std::string, Tensor>> inferences;  // inputs by Parameter, for each inference in turn
  Notes notes;
};

/// The model of a seed, the same on every machine.
GeneratedModel generate_model(uint64_t seed);

}  // namespace backedge::generate
