#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/base/result.h"
#include "interpreter/onnx/schema.h"

namespace backedge::onnx {

/// The attributes of a function, by name, with their values in a call; null for one without a value. Nodes of
/// the function refer to them.
using CallAttributes = std::map<std::string, const schema::AttributeProto*, std::less<>>;

/// Reads the attributes of one node by name. An attribute without `otherwise` is required.
/// `finish` rejects an attribute that nothing has read: the operator does not have it.
///
/// errors  ONNX-GRAPH-6
class Attributes {
 public:
  /// call    the attributes that ref_attr_name may name; null outside of functions
  /// errors  ONNX-GRAPH-6, 11
  static Result<Attributes> of(const schema::NodeProto& node, const CallAttributes* call);

  bool has(std::string_view name) { return find(name) != nullptr; }
  Result<int64_t> integer(std::string_view name, std::optional<int64_t> otherwise = {});
  /// 0 or 1
  Result<bool> boolean(std::string_view name, std::optional<bool> otherwise = {});
  Result<double> real(std::string_view name, std::optional<double> otherwise = {});
  Result<std::string> text(std::string_view name, std::optional<std::string_view> otherwise = {});
  /// One of `choices`.
  Result<std::string> choice(std::string_view name, std::initializer_list<std::string_view> choices,
                             std::optional<std::string_view> otherwise = {});
  Result<std::vector<int64_t>> integers(std::string_view name,
                                        std::optional<std::vector<int64_t>> otherwise = {});
  Result<std::vector<double>> reals(std::string_view name, std::optional<std::vector<double>> otherwise = {});
  Result<std::vector<std::string>> texts(std::string_view name,
                                         std::optional<std::vector<std::string>> otherwise = {});
  Result<const schema::GraphProto*> graph(std::string_view name);
  /// Null if the node does not have it.
  Result<const schema::TensorProto*> tensor(std::string_view name);
  Result<const schema::SparseTensorProto*> sparse_tensor(std::string_view name);
  Result<const schema::TypeProto*> type_proto(std::string_view name);

  /// Whether this version of the operator, of ONNX's own domain, has all of them.
  Result<void> check_version(std::string_view op, int64_t version) const;

  /// All of them, of a call of a function. Null for a reference to an attribute without a value.
  CallAttributes all();
  Result<void> finish() const;

 private:
  const schema::AttributeProto* find(std::string_view name);
  Result<const schema::AttributeProto*> find(std::string_view name,
                                             schema::AttributeProto::AttributeType type, bool is_required);

  struct Entry {
    std::string name;
    const schema::AttributeProto* value;  // null: as if it were not written, but the operator has it
    bool is_read = false;
  };
  std::vector<Entry> entries_;
};

}  // namespace backedge::onnx
