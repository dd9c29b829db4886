#include <gtest/gtest.h>

#include <set>

#include "conformance/generate/generate_model.h"
#include "conformance/generate/model_features.h"
#include "conformance/generate/random.h"
#include "interpreter/openvino/op_table.h"

namespace backedge::generate {
namespace {

TEST(Operations, HaveADomain) {
  std::set<std::string, std::less<>> missing;
  for (const openvino::OperationRow& row : openvino::operation_table()) missing.emplace(row.name);
  for (int64_t number = 0; number < 20000 && !missing.empty(); ++number) {
    for (const std::string& feature : features_of(generate_model(seed_of(1, number)).model))
      if (feature.starts_with("op:")) missing.erase(feature.substr(3, feature.find('-') - 3));
  }
  for (const std::string& name : missing) ADD_FAILURE() << name << " has no domain in this folder";
}

}  // namespace
}  // namespace backedge::generate
