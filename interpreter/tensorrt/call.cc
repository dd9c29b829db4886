#include "interpreter/tensorrt/call.h"

#include "interpreter/json/read_elements.h"
#include "interpreter/tensorrt/element_types.h"

namespace backedge::tensorrt {

// [TRT-22]
Error Call::wrong(const char* key, const std::string& why) {
  return Error("TRT-22", std::string(key) + ": " + why);
}

Result<const Json*> Call::member(const char* key) {
  read_.insert(key);
  const auto found = json_.find(key);
  if (found == json_.end()) return wrong(key, "the argument is missing");
  return &*found;
}

Result<std::string> Call::text(const char* key) {
  const Json* const value = TRY(member(key));
  if (!value->is_string()) return wrong(key, "expected a string");
  return value->get<std::string>();
}

Result<int32_t> Call::integer(const char* key) {
  const Json* const value = TRY(member(key));
  const std::optional<int32_t> read = value->is_number() ? read_integer<int32_t>(*value) : std::nullopt;
  if (!read) return wrong(key, "expected an integer of 32 bits");
  return *read;
}

Result<int32_t> Call::integer_or(const char* key, int32_t otherwise) {
  return has(key) ? integer(key) : Result<int32_t>(otherwise);
}

Result<uint32_t> Call::mask(const char* key) {
  const Json* const value = TRY(member(key));
  const std::optional<uint32_t> read = value->is_number() ? read_integer<uint32_t>(*value) : std::nullopt;
  if (!read || *read >= 1U << Dims::MAX_DIMS) return wrong(key, "expected a mask of 8 axes");
  return *read;
}

Result<double> Call::number(const char* key) {
  const Json* const value = TRY(member(key));
  if (!value->is_number()) return wrong(key, "expected a number");
  return value->get<double>();
}

Result<bool> Call::boolean(const char* key) {
  const Json* const value = TRY(member(key));
  if (!value->is_boolean()) return wrong(key, "expected true or false");
  return value->get<bool>();
}

Result<bool> Call::boolean_or(const char* key, bool otherwise) {
  return has(key) ? boolean(key) : Result<bool>(otherwise);
}

Result<Dims> Call::dimensions(const char* key, int64_t least) {
  const Json* const list = TRY(member(key));
  if (!list->is_array() || list->size() > static_cast<size_t>(Dims::MAX_DIMS))
    return wrong(key, "expected a list of at most 8 integers");
  Dims dims;
  for (const Json& entry : *list) {
    const std::optional<int64_t> dim = entry.is_number() ? read_integer<int64_t>(entry) : std::nullopt;
    if (!dim || *dim < least)
      return wrong(key, "expected integers from " + std::to_string(least) + " upwards");
    dims.d[dims.nbDims++] = *dim;
  }
  return dims;
}

Result<Permutation> Call::permutation(const char* key) {
  const Dims dims = TRY(dimensions(key, 0));
  Permutation permutation;
  for (int32_t k = 0; k < dims.nbDims; ++k)
    permutation.order[k] = static_cast<int32_t>(std::min<int64_t>(dims.d[k], INT32_MAX));
  return permutation;
}

Result<OwnedWeights> Call::weights(const char* key) {
  const Json* const json = TRY(member(key));
  if (!json->is_object()) return wrong(key, "expected an object");
  Call inner(*json, objects_);
  const auto api_type = TRY(inner.enumerator<DataType>("type"));
  const Json* const values = TRY(inner.member("values"));
  TRY(inner.check_complete());
  if (!values->is_array()) return wrong("values", "expected a list");
  OwnedWeights owned;
  const int64_t count = std::ssize(*values);
  owned.tensor = Tensor::zeros(*element_type_of(api_type), {count});
  if (const Json* no_value = read_elements(*values, owned.tensor)) {
    return wrong("values", safe_line(no_value->dump(-1, ' ', true, Json::error_handler_t::replace)) +
                               " is not exactly one value of " + std::string(name_of(owned.tensor.type())));
  }
  owned.weights = {api_type, owned.tensor.bytes(), count};
  return owned;
}

Result<Object> Call::object(const char* key) {
  const std::string id = TRY(text(key));
  const auto found = objects_.find(id);
  if (found == objects_.end()) return wrong(key, "nothing has the id \"" + safe_line(id) + "\" yet");
  return found->second;
}

Result<ITensor*> Call::tensor_named(const char* key, const Json& name) {
  if (!name.is_string()) return wrong(key, "expected the id of a tensor");
  const std::string_view whole = name.get_ref<const std::string&>();
  const size_t colon = whole.find(':');
  int32_t index = 0;
  if (colon != whole.npos && !read_digits(whole.substr(colon + 1), 10, index))
    return wrong(key, "expected ID or ID:OUTPUT");
  const auto found = objects_.find(whole.substr(0, colon));
  if (found == objects_.end())
    return wrong(key, "nothing has the id \"" + safe_line(whole.substr(0, colon)) + "\" yet");
  ITensor* tensor = nullptr;
  if (ILayer* const* layer = std::get_if<ILayer*>(&found->second)) tensor = (*layer)->getOutput(index);
  if (ITensor* const* input = std::get_if<ITensor*>(&found->second)) tensor = index == 0 ? *input : nullptr;
  if (tensor == nullptr) {
    return wrong(key, in_quotes(whole) + " is not a tensor")
        .note("expected the id of an input or of a layer, or ID:OUTPUT for another output of a layer");
  }
  return tensor;
}

Result<ITensor*> Call::tensor(const char* key) { return tensor_named(key, *TRY(member(key))); }

Result<std::vector<ITensor*>> Call::tensors(const char* key) {
  const Json* const list = TRY(member(key));
  if (!list->is_array() || list->empty()) return wrong(key, "expected a list of tensors");
  std::vector<ITensor*> tensors;
  for (const Json& name : *list) tensors.push_back(TRY(tensor_named(key, name)));
  return tensors;
}

Result<void> Call::check_complete() const {
  for (const auto& [key, value] : json_.items()) {
    if (!read_.contains(key))
      return Error("TRT-22", "unknown argument \"" + safe_line(key) + "\"");  // [TRT-22]
  }
  return {};
}

}  // namespace backedge::tensorrt
