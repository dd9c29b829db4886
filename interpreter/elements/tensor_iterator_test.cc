#include "interpreter/elements/tensor_iterator.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "interpreter/elements/cpu_kernel.h"
#include "interpreter/elements/tensor_iterator_config.h"

namespace backedge {
namespace {

/// 4 rows of 3 elements, with a gap after each row, copied to an output with another gap.
struct Rows {
  Tensor in = Tensor::zeros(ElementType::kI16, {4, 5}), out = Tensor::zeros(ElementType::kI16, {4, 4});
  TensorIterator iterator = [this] {
    const StridedTensor from = in, to = StridedTensor::writable(out);
    return TensorIteratorConfig()
        .resize_outputs(false)
        .add_output(to.seen_as(to.layout().sliced(1, 0, 3)))
        .add_input(from.seen_as(from.layout().sliced(1, 1, 3)))
        .build()
        .value();
  }();
};

using Pieces = std::vector<std::array<int64_t, 3>>;  // (place in the output, elements, rows)

Pieces pieces_of(const Rows& rows, ElementRange range) {
  Pieces pieces;
  rows.iterator.serial_for_each(
      [&](char** data, const int64_t* strides, int64_t n, int64_t count) {
        EXPECT_EQ(strides[0], 2);
        EXPECT_EQ(strides[2], 8);
        EXPECT_EQ(strides[3], 10);
        pieces.push_back({(data[0] - rows.iterator.begin()) / 2, n, count});
      },
      range);
  return pieces;
}

TEST(TensorIterator, PiecesOfARange) {
  const Rows rows;
  ASSERT_EQ(rows.iterator.numel(), 12);
  EXPECT_EQ(pieces_of(rows, {0, 12}), (Pieces{{0, 3, 4}}));
  EXPECT_EQ(pieces_of(rows, {2, 11}), (Pieces{{2, 1, 1}, {4, 3, 2}, {12, 2, 1}}));
  EXPECT_EQ(pieces_of(rows, {4, 5}), (Pieces{{5, 1, 1}}));
  EXPECT_EQ(pieces_of(rows, {3, 6}), (Pieces{{4, 3, 1}}));
  EXPECT_EQ(pieces_of(rows, {5, 5}), Pieces{});
  std::vector<int64_t> lengths;
  rows.iterator.serial_for_each([&](char**, const int64_t*, int64_t n) { lengths.push_back(n); }, {2, 11});
  EXPECT_EQ(lengths, (std::vector<int64_t>{1, 3, 3, 2}));
}

TEST(TensorIterator, PiecesOfPlanes) {
  const StridedTensor whole = Tensor::zeros(ElementType::kI8, {2, 3, 4});
  const TensorIterator iterator =
      TensorIteratorConfig().add_input(whole.seen_as(whole.layout().corner({2, 2, 3}))).build().value();
  Pieces pieces;
  const auto note = [&](char** data, const int64_t*, int64_t n, int64_t rows) {
    pieces.push_back({data[0] - iterator.begin(), n, rows});
  };
  iterator.serial_for_each(note, {3, 12});  // from row 1 of plane 0 to the end of plane 1
  EXPECT_EQ(pieces, (Pieces{{4, 3, 1}, {12, 3, 2}}));
}

TEST(TensorIterator, ScalarsAndNothing) {
  int64_t calls = 0, elements = 0;
  const auto count = [&](char**, const int64_t*, int64_t n) {
    ++calls;
    elements += n;
  };
  const auto walk = [&](const Shape& shape) {
    TensorIteratorConfig().add_input(Tensor::zeros(ElementType::kI8, shape)).build().value().for_each(count);
  };
  walk({});
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(elements, 1);
  walk({3, 0});
  EXPECT_EQ(calls, 1);
}

TEST(TensorIterator, NumberOfPieces) {
  EXPECT_EQ(pieces_for(32768, kGrainSize, 8), 1);
  EXPECT_EQ(pieces_for(32769, kGrainSize, 8), 2);
  EXPECT_EQ(pieces_for(65536, kGrainSize, 8), 2);
  EXPECT_EQ(pieces_for(65537, kGrainSize, 8), 3);
  EXPECT_EQ(pieces_for(1 << 20, kGrainSize, 2), 2);
  EXPECT_EQ(pieces_for(10, 3, 8), 4);
  EXPECT_EQ(pieces_for(0, 3, 8), 1);
  EXPECT_EQ(pieces_for(4, 1, 8), 4);
  EXPECT_EQ(pieces_for(4, 0, 8), 4);
  EXPECT_EQ(pieces_for(4, 1, 1), 1);
}

TEST(TensorIterator, UsesAllProcessors) {
  const int64_t processors = std::max<int64_t>(std::thread::hardware_concurrency(), 1);
  EXPECT_EQ(pieces_for(INT64_MAX, 1, 0), processors);
  std::atomic<int64_t> pieces = 0;
  const Tensor in = Tensor::zeros(ElementType::kI8, {processors * kGrainSize});
  TensorIteratorConfig().add_output({}).add_input(in).build().value().for_each(
      [&](char**, const int64_t*, int64_t, int64_t) { ++pieces; });
  EXPECT_EQ(pieces, processors);
}

TEST(TensorIterator, PartsCoverEverythingOnce) {
  std::vector<std::atomic<int>> visits(10);
  parallel_for(10, 4, [&](int64_t begin, int64_t end) {
    EXPECT_GE(end - begin, 2);
    EXPECT_LE(end - begin, 3);
    for (int64_t i = begin; i < end; ++i) ++visits[static_cast<size_t>(i)];
  });
  for (const auto& count : visits) EXPECT_EQ(count, 1);
  EXPECT_THROW(parallel_for(4, 2,
                            [](int64_t begin, int64_t) {
                              if (begin > 0) throw std::runtime_error("");
                            }),
               std::runtime_error);
}

TEST(TensorIterator, DoesEverythingWithoutThreads) {
  pthread_attr_t usual, huge;
  pthread_getattr_default_np(&usual);
  pthread_attr_init(&huge);
  pthread_attr_setstacksize(&huge, size_t{1} << 60);  // no machine has so much memory: threads do not start
  ASSERT_EQ(pthread_setattr_default_np(&huge), 0);
  std::vector<int> visits(10);
  parallel_for(10, 4, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) ++visits[static_cast<size_t>(i)];
  });
  pthread_setattr_default_np(&usual);
  EXPECT_EQ(visits, std::vector<int>(10, 1));
}

/// out = a * b + out of many elements, with a transposed input.
Tensor multiply_add(const ForEach& how) {
  const Shape shape{300, 301};
  Tensor a = Tensor::zeros(ElementType::kF32, {301, 300}), b = Tensor::zeros(ElementType::kF32, {301});
  Tensor out = Tensor::zeros(ElementType::kF32, shape);
  for (int64_t i = 0; i < a.count(); ++i) a.writable<float>()[i] = 1.0f / static_cast<float>(i + 1);
  for (int64_t i = 0; i < 301; ++i) b.writable<float>()[i] = 0.1f * static_cast<float>(i);
  const StridedTensor first = a, result = StridedTensor::writable(out);
  const TensorIterator iterator =
      TensorIteratorConfig()
          .add_output(result)
          .add_input(first.seen_as(first.layout().permuted(std::array<int64_t, 2>{1, 0})))
          .add_input(b)
          .add_input(result)
          .build()
          .value();
  for (int round = 0; round < 3; ++round) {
    EXPECT_TRUE(cpu_kernel(
                    iterator, [](float x, float y, float z) -> float { return x * y + z; }, how)
                    .ok());
  }
  return out;
}

TEST(TensorIterator, ParallelPiecesGiveTheSameBits) {
  const Tensor serial = multiply_add({.threads = 1});
  for (const int64_t threads : {2, 3, 8}) {
    EXPECT_TRUE(multiply_add({.grain_size = 1000, .threads = threads}).same_bits(serial));
    Deadline endless;
    EXPECT_TRUE(
        multiply_add({.grain_size = 1000, .threads = threads, .deadline = &endless}).same_bits(serial));
  }
}

/// The number of threads' pieces, seen as loops that do not begin where another one ended.
int64_t pieces_used(const TensorIterator& iterator) {
  std::atomic<int64_t> calls = 0;
  iterator.for_each([&](char**, const int64_t*, int64_t, int64_t) { ++calls; },
                    {.grain_size = 1, .threads = 2});
  return calls;
}

TEST(TensorIterator, DoubtfulWalksAreSerial) {
  Tensor memory = Tensor::zeros(ElementType::kI8, {8});
  const StridedTensor whole = StridedTensor::writable(memory);
  const auto part = [&](int64_t first, const Shape& shape, Strides strides) {
    return whole.seen_as({shape, strides, first});
  };
  const auto copy = [&](const StridedTensor& to, const StridedTensor& from) {
    return pieces_used(TensorIteratorConfig()
                           .check_mem_overlap(false)
                           .resize_outputs(false)
                           .add_output(to)
                           .add_input(from)
                           .build()
                           .value());
  };
  EXPECT_EQ(copy(part(0, {4}, {{1}}), part(4, {4}, {{1}})), 2);
  EXPECT_EQ(copy(part(0, {4}, {{1}}), part(0, {4}, {{1}})), 2);
  EXPECT_EQ(copy(part(0, {4}, {{1}}), part(1, {4}, {{1}})), 1);
  EXPECT_EQ(copy(part(0, {4}, {{0}}), part(4, {4}, {{1}})), 1);
  EXPECT_EQ(copy(part(0, {2, 2}, {{1, 1}}), part(4, {2, 2}, {{2, 1}})), 1);
  const auto sum = TensorIteratorConfig::reduce_op(part(0, {1}, {{1}}), part(4, {4}, {{1}}));
  EXPECT_EQ(pieces_used(sum.build().value()), 1);
  const StridedTensor low = part(0, {4}, {{1}});
  const auto both = [&](const StridedTensor& other) {
    return pieces_used(
        TensorIteratorConfig().resize_outputs(false).add_output(low).add_output(other).build().value());
  };
  EXPECT_EQ(both(part(4, {4}, {{1}})), 2);
  EXPECT_EQ(both(low), 1);
}

TEST(TensorIterator, StopsWhenTheTimeIsOver) {
  const Tensor in = Tensor::zeros(ElementType::kI8, {2 * kGrainSize});
  const TensorIterator iterator = TensorIteratorConfig().add_output({}).add_input(in).build().value();
  for (const int64_t threads : {1, 2}) {
    Deadline over(0);
    std::atomic<int64_t> elements = 0;
    iterator.for_each([&](char**, const int64_t*, int64_t n) { elements += n; },
                      {.threads = threads, .deadline = &over});
    EXPECT_TRUE(over.over());
    EXPECT_EQ(elements, threads * Deadline::kWorkBetweenLooks);  // of 2 or 4 times as many
  }
}

}  // namespace
}  // namespace backedge
