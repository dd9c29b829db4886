#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace backedge {

/// The input of onnx_fuzz: two bytes with the number N of bytes of the model, lowest first, the model, and the
/// bytes from which its inputs are made. A model that begins with `<` is in ONNX's text syntax. No binary model
/// begins with this byte.
struct OnnxInput {
  std::string model, values;

  OnnxInput(const uint8_t* data, size_t size) {
    if (size < 2) return;
    const char* begin = reinterpret_cast<const char*>(data) + 2;
    const size_t model_size = std::min<size_t>(data[0] + 256 * data[1], size - 2);
    model.assign(begin, model_size);
    values.assign(begin + model_size, size - 2 - model_size);
  }

  bool is_text() const { return model.starts_with('<'); }

  std::string bytes() const {
    const size_t model_size = std::min<size_t>(model.size(), 0xffff);
    const char length[] = {static_cast<char>(model_size & 0xff), static_cast<char>(model_size >> 8)};
    return std::string(length, 2) + model.substr(0, model_size) + values;
  }
};

}  // namespace backedge
