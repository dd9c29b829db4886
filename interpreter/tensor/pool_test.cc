#include "interpreter/tensor/pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "interpreter/tensor/hidden_memory.h"

namespace backedge {
namespace {

TEST(Pool, GivesMemoryOutAgain) {
  const auto pool = Pool::make(1 << 20);
  Tensor tensor = pool->allocate(ElementType::kF32, {100}).value();
  const std::byte* memory = tensor.bytes();
  tensor = Tensor();
  tensor = pool->allocate(ElementType::kI32, {10, 10}).value();
  EXPECT_EQ(tensor.bytes(), memory);
}

// There is more spare memory than was ever live at one time.
TEST(Pool, GivesManySizesOutAgain) {
  const auto pool = Pool::make(1 << 20);
  const auto memory_of = [&](int64_t size) {
    return pool->allocate(ElementType::kU8, {size}).value().bytes();
  };
  std::vector<const std::byte*> first;
  for (int64_t size = 1000; size < 9000; size += 1000) first.push_back(memory_of(size));
  for (int64_t size = 1000; size < 9000; size += 1000) EXPECT_EQ(memory_of(size), first[size / 1000 - 1]);
}

// If one tensor got too little memory, it would overwrite the next one.
TEST(Pool, GivesEachTensorMemoryOfItsOwn) {
  const auto pool = Pool::make(int64_t{1} << 30);
  for (const int64_t step : {1, 331, 599}) {  // in other orders, in memory that others have freed
    std::vector<Tensor> tensors;
    for (int64_t k = 0; k < 600; ++k) {
      const int64_t size = 1 + 7 * (k * step % 600);
      Tensor tensor = pool->allocate(ElementType::kU8, {size}).value();
      EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.bytes()) % 16, 0u);
      std::fill_n(tensor.writable<uint8_t>(), size, static_cast<uint8_t>(k));
      tensors.push_back(std::move(tensor));
    }
    for (size_t k = 0; k < tensors.size(); ++k) {
      const std::span<const uint8_t> elements = tensors[k].values<uint8_t>();
      EXPECT_EQ(std::count(elements.begin(), elements.end(), static_cast<uint8_t>(k)), tensors[k].count());
    }
  }
}

TEST(Pool, CountsWhatLives) {
  const auto pool = Pool::make(2500);
  const auto there_is_room = [&] { return pool->allocate(ElementType::kU8, {1000}).ok(); };
  Tensor a = pool->allocate(ElementType::kU8, {1000}).value();
  EXPECT_TRUE(there_is_room());
  Tensor b = pool->allocate(ElementType::kU8, {1000}).value();
  EXPECT_FALSE(there_is_room());
  const Tensor c = a;
  a = Tensor();
  EXPECT_FALSE(there_is_room());  // c still uses the memory
  b = Tensor();
  EXPECT_TRUE(there_is_room());
}

// A tensor counts with its elements, in units of 16 bytes, and with 48 bytes more.
TEST(Pool, CountsWholeUnits) {
  for (const int64_t size : {1, 15, 16, 17}) {
    const auto pool = Pool::make(1000);
    const Tensor tensor = pool->allocate(ElementType::kU8, {size}).value();
    const int64_t left = size <= 16 ? 1000 - 64 : 1000 - 80;
    EXPECT_TRUE(pool->allocate(ElementType::kU8, {left}).ok()) << size;
    EXPECT_FALSE(pool->allocate(ElementType::kU8, {left + 1}).ok()) << size;
  }
}

TEST(Pool, CountsTheElementsOfAViewOnce) {
  const auto pool = Pool::make(2500);
  Tensor tensor = pool->allocate(ElementType::kU8, {1000}).value();
  std::vector<Tensor> views;
  for (int64_t k = 0; k < 100; ++k) views.push_back(pool->view(tensor, k, {900}));
  EXPECT_EQ(views[7].bytes(), tensor.bytes() + 7);
  tensor.reset();
  const auto there_is_room = [&](int64_t bytes) { return pool->allocate(ElementType::kU8, {bytes}).ok(); };
  EXPECT_TRUE(there_is_room(1400));
  EXPECT_FALSE(there_is_room(1500));
  views.clear();
  EXPECT_TRUE(there_is_room(2400));
}

TEST(Pool, CountsWhatOthersHold) {
  const auto pool = Pool::make(2500, {}, 1500);
  EXPECT_TRUE(pool->allocate(ElementType::kU8, {900}).ok());
  EXPECT_FALSE(pool->allocate(ElementType::kU8, {1100}).ok());
}

TEST(Pool, FillsMemoryEachTimeItIsHandedOut) {
  const auto pool = Pool::make(1 << 20, std::byte{0x3c});
  for (int64_t size = 1; size <= 40; ++size) {
    for (int time = 0; time < 2; ++time) {
      Tensor tensor = pool->allocate(ElementType::kU8, {size}).value();
      for (const uint8_t element : tensor.values<uint8_t>()) EXPECT_EQ(element, 0x3c) << size;
      std::fill_n(tensor.writable<uint8_t>(), size, uint8_t{1});
    }
  }
}

#ifndef NDEBUG
TEST(Pool, FillsMemoryInADebugBuildByDefault) {
  const auto pool = Pool::make(1 << 20);
  for (int time = 0; time < 2; ++time) {
    Tensor tensor = pool->allocate(ElementType::kU8, {5}).value();
    for (const uint8_t element : tensor.values<uint8_t>()) EXPECT_EQ(element, 0xa5);
    std::fill_n(tensor.writable<uint8_t>(), 5, uint8_t{1});
  }
}
#endif

#if BACKEDGE_HAS_ASAN
// Without this, the sanitizer would see one block from the first tensor to the last.
TEST(Pool, HidesSpareMemoryAndMemoryAfterATensor) {
  const auto pool = Pool::make(1 << 20);
  Tensor tensor = pool->allocate(ElementType::kU8, {5}).value();
  const std::byte* memory = tensor.bytes();
  EXPECT_FALSE(__asan_address_is_poisoned(memory + 4));
  EXPECT_TRUE(__asan_address_is_poisoned(memory + 5));
  tensor.reset();
  EXPECT_TRUE(__asan_address_is_poisoned(memory));
  tensor = pool->allocate(ElementType::kU8, {6}).value();
  ASSERT_EQ(tensor.bytes(), memory);
  EXPECT_FALSE(__asan_address_is_poisoned(memory + 5));
}
#endif

TEST(Pool, RefusesToPassItsLimit) {
  const auto pool = Pool::make(2000);
  const Tensor a = pool->allocate(ElementType::kU8, {1000}).value();
  const auto b = pool->allocate(ElementType::kU8, {1500});
  ASSERT_FALSE(b.ok());
  EXPECT_EQ(b.error().rule(), "LIMIT-1");
  EXPECT_NE(b.error().message().find("2000 bytes"), std::string::npos);
  EXPECT_TRUE(pool->allocate(ElementType::kU8, {100}).ok());
}

TEST(Pool, ReachesItsLimit) {
  EXPECT_TRUE(Pool::make(1000)->allocate(ElementType::kU8, {1000}).ok());
  EXPECT_FALSE(Pool::make(1000)->allocate(ElementType::kU8, {1001}).ok());
}

TEST(Pool, RefusesSizesThatNoIntegerHolds) {
  const auto tensor = Pool::make(INT64_MAX)->allocate(ElementType::kF64, {int64_t{1} << 61});
  ASSERT_FALSE(tensor.ok());
  EXPECT_EQ(tensor.error().rule(), "LIMIT-4");
}

// A sanitizer would report the size.
#if !BACKEDGE_HAS_ASAN && !defined(__SANITIZE_THREAD__)
TEST(Pool, SaysThatTheMachineHasNoMemory) {
  const auto tensor = Pool::make(INT64_MAX)->allocate(ElementType::kU8, {int64_t{1} << 62});
  ASSERT_FALSE(tensor.ok());
  EXPECT_EQ(tensor.error().rule(), "LIMIT-5");
}
#endif

TEST(Pool, IsOutlivedByItsTensors) {
  Tensor tensor;
  {
    const auto pool = Pool::make(1 << 20);
    const Tensor spare = pool->allocate(ElementType::kI32, {4}).value();
    tensor = pool->allocate(ElementType::kI32, {4}).value();
    tensor = tensor.kept_with(pool);
    tensor.writable<int32_t>()[3] = 5;
    pool->close();
  }
  EXPECT_EQ(tensor.values<int32_t>()[3], 5);
}

TEST(Pool, AllocatesEmptyTensorsAndScalars) {
  const auto pool = Pool::make(1 << 20);
  EXPECT_TRUE(pool->allocate(ElementType::kF32, {0}).value().has_value());
  EXPECT_EQ(pool->allocate(ElementType::kF32, {}).value().count(), 1);
}

}  // namespace
}  // namespace backedge
