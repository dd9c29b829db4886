#include <gtest/gtest.h>

#include <vector>

#include "interpreter/exec/evaluate.h"
#include "interpreter/openvino/testing/graph_writer.h"
#include "interpreter/tensor/pool.h"
#include "interpreter/testing/counted_heap.h"

/// The memory that tensors take from the heap, and the part that a pool keeps for reuse.
namespace backedge {
namespace {

constexpr int64_t kMebibyte = 1 << 20;

// The whole mebibytes that were allocated since this object was made and are not freed.
class Taken {
 public:
  int64_t mebibytes() const { return (counted_heap().bytes - before_) / kMebibyte; }

 private:
  int64_t before_ = counted_heap().bytes;
};

// The extra kilobyte is for the bytes before the elements: together they fill a size class of the pool.
Tensor allocate(Pool& pool, int64_t mebibytes) {
  return pool.allocate(ElementType::kU8, {mebibytes * kMebibyte - 1024}).value();
}

TEST(Tensor, TakesNoMoreThanItsElements) {
  const Taken taken;
  const Tensor tensor = Tensor::zeros(ElementType::kF64, {kMebibyte});
  EXPECT_EQ(taken.mebibytes(), 8);
}

TEST(Pool, KeepsSomeMegabytesSpare) {
  const Taken taken;
  const auto pool = Pool::make(1 << 30);
  {
    const Tensor a = allocate(*pool, 20), b = allocate(*pool, 20);
    EXPECT_EQ(taken.mebibytes(), 40);
  }
  EXPECT_EQ(taken.mebibytes(), 40);
  allocate(*pool, 24);
  EXPECT_EQ(taken.mebibytes(), 64);
  for (const int64_t mebibytes : {16, 28}) {  // above 64, so it is freed at once
    allocate(*pool, mebibytes);
    EXPECT_EQ(taken.mebibytes(), 64);
  }
  for (int time = 0; time < 4; ++time) allocate(*pool, 24);  // reuses spare memory and returns it
  EXPECT_EQ(taken.mebibytes(), 64);
}

TEST(Pool, KeepsAsMuchSpareAsLivedTogether) {
  const Taken taken;
  const auto pool = Pool::make(1 << 30);
  {
    std::vector<Tensor> together;
    for (int k = 0; k < 4; ++k) together.push_back(allocate(*pool, 20));
    EXPECT_EQ(taken.mebibytes(), 80);
  }
  EXPECT_EQ(taken.mebibytes(), 80);
  allocate(*pool, 24);
  EXPECT_EQ(taken.mebibytes(), 80);
}

TEST(Pool, FreesWhatIsSpareWhenItCloses) {
  const Taken taken;
  const auto pool = Pool::make(1 << 30);
  Tensor live = allocate(*pool, 16);
  allocate(*pool, 20);
  EXPECT_EQ(taken.mebibytes(), 36);
  pool->close();
  EXPECT_EQ(taken.mebibytes(), 16);
  live.reset();
  EXPECT_EQ(taken.mebibytes(), 0);
}

TEST(Pool, FreesWhatIsSpareWhenItEnds) {
  const Taken taken;
  allocate(*Pool::make(1 << 30), 20);
  EXPECT_EQ(taken.mebibytes(), 0);
}

TEST(Run, LeavesOnlyTheMemoryOfItsOutputs) {
  WeightBytes weights;
  GraphWriter model(weights);
  const Wire x = model.parameter("f32", "4194304");
  model.result(model.add("Relu", {model.add("Abs", {model.add("Abs", {x})})}));
  const auto graph = build(model).value();
  const std::vector<Value> inputs = {Tensor::zeros(ElementType::kF32, {4 * kMebibyte})};
  const Taken taken;
  Result<std::vector<Value>> outputs = evaluate(*graph, inputs, RunOptions());
  ASSERT_TRUE(outputs.ok());
  EXPECT_LT(taken.mebibytes(), 2 * 16);
  const std::vector<std::byte> zeros(sizeof(Pool));  // the pool's memory after its end
  outputs.value().clear();
  EXPECT_EQ(taken.mebibytes(), 0);
}

}  // namespace
}  // namespace backedge
