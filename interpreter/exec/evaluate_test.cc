#include "interpreter/exec/evaluate.h"

#include <gtest/gtest.h>

#include "interpreter/exec/testing.h"

namespace backedge {
namespace {

// How often a run looks at the clock: each time it reports progress.
int64_t looks_at_the_clock(const GraphWriter& model, const std::vector<Tensor>& inputs) {
  int64_t looks = 0;
  RunOptions options;
  options.progress = [&looks](int64_t) { ++looks; };
  const auto graph = build(model);
  EXPECT_TRUE(graph.ok());
  EXPECT_TRUE(evaluate(*graph.value(), inputs, options).ok());
  return looks;
}

// However little an operation writes, what it reads takes time.
TEST(Clock, IsLookedAtForWhatIsRead) {
  WeightBytes weights;
  GraphWriter model(weights);
  const Value x = model.parameter("f32", "30000");
  model.result(model.add("MatMul", {x, x}));
  EXPECT_EQ(looks_at_the_clock(model, {Tensor::zeros(ElementType::kF32, {30000})}), 1);
}

// However little an operation reads, what it writes takes time.
TEST(Clock, IsLookedAtForWhatIsWritten) {
  WeightBytes weights;
  GraphWriter model(weights);
  const Value x = model.parameter("f32", "1");
  model.result(model.add("Broadcast", {x, model.constant<int64_t>("1", {30000})}));
  EXPECT_EQ(looks_at_the_clock(model, {Tensor::zeros(ElementType::kF32, {1})}), 1);
}

}  // namespace
}  // namespace backedge
