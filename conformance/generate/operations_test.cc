#include <gtest/gtest.h>

#include <set>

#include "conformance/generate/generate_model.h"
#include "conformance/generate/model_features.h"
#include "conformance/generate/random.h"
#include "interpreter/openvino/op_table.h"

namespace backedge::generate {
namespace {

// The row of "op:Add-1". Without a number it is the newest one.
const openvino::OperationRow* row_of(std::string_view feature) {
  const std::string_view name = feature.substr(3, feature.find('-') - 3);
  const std::string_view version = feature.substr(3 + name.size());
  const int64_t opset = version.empty() ? openvino::kNewestOpset : std::stoll(std::string(version.substr(1)));
  for (const openvino::OperationRow& row : openvino::operation_table())
    if (row.name == name && row.first <= opset && opset <= row.last) return &row;
  return nullptr;
}

TEST(Operations, HaveADomain) {
  std::set<const openvino::OperationRow*> missing;
  for (const openvino::OperationRow& row : openvino::operation_table()) missing.insert(&row);
  for (int64_t number = 0; number < 100000 && !missing.empty(); ++number) {
    for (const std::string& feature : features_of(generate_model(seed_of(1, number)).model))
      if (feature.starts_with("op:")) missing.erase(row_of(feature));
  }
  for (const openvino::OperationRow* row : missing)
    ADD_FAILURE() << row->name << "-" << row->first << " has no domain in this folder";
}

}  // namespace
}  // namespace backedge::generate
