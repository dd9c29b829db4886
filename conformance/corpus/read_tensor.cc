#include "conformance/corpus/read_tensor.h"

#include <algorithm>
#include <optional>

#include "interpreter/json/read_elements.h"
#include "interpreter/tensor/npy.h"

namespace backedge {
namespace {

Result<Shape> read_shape(const Json& list) {
  const auto fault = [&](const std::string& what) {
    return corpus_error("shape " + excerpt_of(list) + ": " + what);
  };
  if (!list.is_array()) return fault("expected a list of dimensions");
  if (std::ssize(list) > kMaxRank)
    return fault(std::to_string(list.size()) + " dimensions, expected at most " + std::to_string(kMaxRank));
  Shape shape;
  for (const Json& entry : list) {
    const std::optional<int64_t> dim = read_integer<int64_t>(entry);
    if (!dim || *dim < 0) return fault("a dimension is an integer of at least 0");
    shape.push_back(*dim);
  }
  return shape;
}

Result<Comparison> read_comparison(const Json& json) {
  using Mode = Comparison::Mode;
  if (json == "bits") return Comparison{Mode::kBits, 0};
  if (json == "nan bits") return Comparison{Mode::kNanBits, 0};
  if (json.is_object() && json.size() == 1) {
    const Json* ulp = find(json, "ulp");
    const Json* bound = find(json, "bound");
    constexpr int64_t kMostUlp = int64_t{1} << 53;  // distances are counted in a double
    if (ulp != nullptr && ulp->is_number_unsigned() && ulp->get<uint64_t>() <= kMostUlp)
      return Comparison{Mode::kUlp, ulp->get<double>()};
    if (bound != nullptr && bound->is_number() && bound->get<double>() > 0)
      return Comparison{Mode::kBound, bound->get<double>()};
  }
  return corpus_error("compare: " + excerpt_of(json));
}

// By element: whether it is null; empty if none is.
std::vector<bool> find_nulls(const Json& json) {
  const Json* values = find(json, "values");
  std::vector<bool> nulls;
  if (values == nullptr || !values->is_array()) return nulls;
  for (const Json& value : *values) nulls.push_back(value.is_null());
  return std::find(nulls.begin(), nulls.end(), true) == nulls.end() ? std::vector<bool>() : nulls;
}

// The tensor with zeros in the places of nulls.
Json without_nulls(const Json& json) {
  Json filled = json;
  const Json* type = find(json, "type");
  const bool booleans = type != nullptr && *type == "boolean";
  for (Json& value : filled["values"]) {
    if (value.is_null()) value = booleans ? Json(false) : Json(0);
  }
  return filled;
}

}  // namespace

Result<Tensor> read_values(const Json& json, const char* type_key) {
  const std::string name = TRY(read_string(json, type_key));
  const std::optional<ElementType> type = element_type_named(name);
  if (!type || is_narrow(*type) || name_of(*type) != name)
    return corpus_error("no element type is called " + excerpt(name));
  const Json* dims = find(json, "shape");
  const Json* values = find(json, "values");
  if (dims == nullptr || values == nullptr || !values->is_array())
    return corpus_error("needs shape and values");
  const Shape shape = TRY(read_shape(*dims));
  const std::optional<int64_t> bytes = checked_bytes(shape, size_of(*type));
  if (!bytes || *bytes != std::ssize(*values) * size_of(*type))
    return corpus_error(std::to_string(values->size()) + " values for " + describe(*type, shape));

  Tensor tensor = Tensor::zeros(*type, shape);
  if (const Json* wrong = read_elements(*values, tensor))
    return corpus_error(excerpt_of(*wrong) + " is not an unambiguous value of " + name);
  return tensor;
}

Result<ExpectedTensor> read_tensor(const Json& json, const TensorSource& source) {
  if (json.is_string()) {
    const auto named = source.named.find(json.get<std::string>());
    if (named == source.named.end()) return corpus_error("no tensor is called " + excerpt_of(json));
    return named->second;
  }
  ExpectedTensor read;
  if (find(json, "npy") != nullptr) {
    TRY(check_keys(json, {"npy", "compare"}));
    read.tensor = TRY(read_npy(source.folder + "/" + TRY(read_string(json, "npy")), kMostBytesOfAFile));
  } else {
    TRY(check_keys(json, {"type", "shape", "values", "compare"}));
    read.unspecified = find_nulls(json);
    read.tensor = TRY(read_values(read.unspecified.empty() ? json : without_nulls(json)));
  }
  if (const Json* compare = find(json, "compare")) read.comparison = TRY(read_comparison(*compare));
  return read;
}

}  // namespace backedge
