#include <gtest/gtest.h>

#include <set>

#include "conformance/generate/generate_model.h"
#include "conformance/generate/model_features.h"
#include "conformance/generate/random.h"
#include "interpreter/openvino/op_table.h"

namespace backedge::generate {
namespace {

// Operations for which the generator cannot choose operands yet. Remove an operation from this list when
// the generator can. A new operation needs a domain in operations.cc or movements.cc.
constexpr std::string_view kWithoutDomain[] = {
    "Ceiling",
    "Clamp",
    "ConvertLike",
    "Cos",
    "CumSum",
    "Floor",
    "FloorMod",
    "GRUCell",
    "HardSigmoid",
    "Identity",
    "LSTMCell",
    "Log",
    "MatMul",
    "Mod",
    "Power",
    "RNNCell",
    "Range",
    "ReLU",
    "ReduceLogicalAnd",
    "ReduceLogicalOr",
    "ReduceMean",
    "ReduceProd",
    "ScatterUpdate",
    "SoftMax",
    "Sqrt",
    "SquaredDifference",
    "StridedSlice",
    "Tile",
    "TopK",
    "VariadicSplit",
};

TEST(Operations, HaveADomain) {
  std::set<std::string, std::less<>> generated;
  for (int64_t number = 0; number < 3000; ++number) {
    for (const std::string& feature : features_of(generate_model(seed_of(1, number)).model))
      if (feature.starts_with("op:")) generated.insert(feature.substr(3, feature.find('-') - 3));
  }
  std::set<std::string_view> without;
  for (const openvino::OperationRow& row : openvino::operation_table()) {
    if (!generated.contains(row.name)) without.insert(row.name);
  }
  EXPECT_EQ(without, std::set<std::string_view>(std::begin(kWithoutDomain), std::end(kWithoutDomain)));
}

}  // namespace
}  // namespace backedge::generate
