#pragma once

#include <map>
#include <set>
#include <string>
#include <variant>

#include "interpreter/base/safe_text.h"
#include "interpreter/json/read_json.h"
#include "interpreter/tensorrt/enumerators.h"
#include "interpreter/tensorrt/network.h"

namespace backedge::tensorrt {

/// The object that has an id.
using Object = std::variant<ITensor*, ILayer*, ILoop*, IIfConditional*>;
using Objects = std::map<std::string, Object, std::less<>>;

/// Weights and the memory that they point to.
struct OwnedWeights {
  Tensor tensor;
  Weights weights;
};

/// One call of a network file: reads its members as typed arguments.
///
/// All getters: errors TRT-22 a member that is missing or of another kind
class Call {
 public:
  Call(const Json& json, const Objects& objects) : json_(json), objects_(objects) {}

  Result<std::string> text(const char* key);
  Result<int32_t> integer(const char* key);
  Result<int32_t> integer_or(const char* key, int32_t otherwise);
  Result<uint32_t> mask(const char* key);
  Result<double> number(const char* key);
  Result<bool> boolean(const char* key);
  Result<bool> boolean_or(const char* key, bool otherwise);
  Result<Dims> dimensions(const char* key, int64_t least);
  Result<Permutation> permutation(const char* key);
  Result<OwnedWeights> weights(const char* key);
  Result<ITensor*> tensor(const char* key);
  Result<std::vector<ITensor*>> tensors(const char* key);

  template <class Enum>
  Result<Enum> enumerator(const char* key) {
    const std::string name = TRY(text(key));
    if (const std::optional<Enum> found = enumerator_named<Enum>(name)) return *found;
    return wrong(key, "no supported enumerator is called \"" + safe_line(name) + "\"");
  }
  /// The object whose method is called.
  template <class Kind>
  Result<Kind*> receiver() {
    const Object object = TRY(this->object("on"));
    if constexpr (std::is_base_of_v<ILayer, Kind> && !std::is_same_v<ILayer, Kind>) {
      if (auto* const* layer = std::get_if<ILayer*>(&object)) {
        if (auto* const found = dynamic_cast<Kind*>(*layer)) return found;
      }
    } else {
      if (Kind* const* found = std::get_if<Kind*>(&object)) return *found;
    }
    return wrong("on", "the object has no such method");
  }
  Result<Object> object(const char* key);
  bool has(const char* key) const { return json_.contains(key); }

  /// Whether every member has been read.
  ///
  /// errors  TRT-22 an argument that the call does not have
  Result<void> check_complete() const;

 private:
  Result<const Json*> member(const char* key);
  Result<ITensor*> tensor_named(const char* key, const Json& name);
  static Error wrong(const char* key, const std::string& why);

  const Json& json_;
  const Objects& objects_;
  std::set<std::string> read_;
};

}  // namespace backedge::tensorrt
