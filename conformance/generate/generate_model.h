#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "conformance/generate/notes.h"
#include "interpreter/openvino/model.h"
#include "interpreter/tensor/tensor.h"

namespace backedge::generate {

/// A valid model with inputs. All computed values are exact unless the model's notes say survey.
struct GeneratedModel {
  uint64_t seed = 0;
  openvino::Model model;           // without weights, which are below
  std::vector<std::byte> weights;  // the bytes of the .bin file, little-endian; empty if there are none
  std::vector<std::map<std::string, Tensor>> inferences;  // the inputs of each inference, by Parameter
  Notes notes;
};

/// The model of a seed. It is the same on every machine.
GeneratedModel generate_model(uint64_t seed);

}  // namespace backedge::generate
