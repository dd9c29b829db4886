#include "interpreter/ops/movement.h"
#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using namespace backedge::testing;

constexpr Dimension kFive{5, 5};

Tensor sliced(int64_t start, int64_t stop, int64_t step) {
  return run_one(make_slice(), {counted({10}), list({start}), list({stop}), list({step})});
}

TEST(Slice, PageExamples) {
  EXPECT_TRUE(same(sliced(1, 8, 1), floats({7}, {1, 2, 3, 4, 5, 6, 7})));
  EXPECT_TRUE(same(sliced(1, 8, 2), floats({4}, {1, 3, 5, 7})));
  EXPECT_TRUE(same(sliced(-100, 100, 1), counted({10})));
  const Tensor backward = floats({10}, {9, 8, 7, 6, 5, 4, 3, 2, 1, 0});
  EXPECT_TRUE(same(sliced(9, -11, -1), backward));
  EXPECT_TRUE(same(sliced(100, -100, -1), backward));
  EXPECT_TRUE(same(sliced(9, 0, -1), floats({9}, {9, 8, 7, 6, 5, 4, 3, 2, 1})));
  EXPECT_TRUE(same(sliced(9, -10, -1), floats({9}, {9, 8, 7, 6, 5, 4, 3, 2, 1})));
  EXPECT_TRUE(same(sliced(9, -11, -2), floats({5}, {9, 7, 5, 3, 1})));
  const Operation slice = make_slice();
  EXPECT_TRUE(same(run_one(slice, {counted({2, 5}), list({0, 1}), list({2, 4}), list({1, 2}), list({0, 1})}),
                   floats({2, 2}, {1, 3, 6, 8})));
  EXPECT_EQ(run_one(slice, {counted({20, 10, 5}), list({0, 0}), list({4, 10}), list({1, 1})}).shape(),
            (Shape{4, 10, 5}));
}

TEST(Slice, AxesInAnyOrder) {
  const Operation slice = make_slice();
  const Tensor output = run_one(slice, {counted({3, 4}), list({-1, 1}), list({0, INT64_MAX}), list({-2, 1}),
                                        Tensor::of<uint8_t>({2}, {1, 0})});
  EXPECT_TRUE(same(output, floats({2, 2}, {7, 5, 11, 9})));
  EXPECT_TRUE(same(run_one(slice, {counted({2}), list({}), list({}), list({})}), counted({2})));
  EXPECT_EQ(run_one(slice, {counted({0, 2}), list({-1}), list({5}), list({-3})}).shape(), (Shape{0, 2}));
}

TEST(Slice, ExtremeValues) {
  EXPECT_TRUE(same(sliced(INT64_MIN, INT64_MAX, INT64_MAX), floats({1}, {0})));
  EXPECT_TRUE(same(sliced(INT64_MAX, INT64_MIN, INT64_MIN), floats({1}, {9})));
  EXPECT_TRUE(same(sliced(INT64_MIN, INT64_MIN, -1), floats({0}, {})));  // as in Python
  const Tensor most = Tensor::of<uint64_t>({1}, {UINT64_MAX}), none = Tensor::of<uint64_t>({1}, {0}),
               one = Tensor::of<uint64_t>({1}, {1});
  EXPECT_TRUE(same(run_one(make_slice(), {counted({3}), none, most, one}), counted({3})));
}

TEST(Slice, Rejects) {
  const Operation slice = make_slice();
  const Tensor data = counted({2, 3}), zero = list({0}), one = list({1});
  EXPECT_EQ(rule_of(slice, {data, zero, one, zero}), "OP-6");
  EXPECT_EQ(rule_of(slice, {data, zero, one, one, list({2})}), "OP-6");
  EXPECT_EQ(rule_of(slice, {data, list({0, 0}), list({1, 1}), list({1, 1}), list({0, -2})}), "OP-6");
  EXPECT_EQ(rule_of(slice, {data, zero, list({1, 1}), one}), "OP-5");
  EXPECT_EQ(rule_of(slice, {data, list({0, 0, 0}), list({1, 1, 1}), list({1, 1, 1})}), "OP-5");
  EXPECT_EQ(rule_of(slice, {data, scalar(0), one, one}), "OP-5");
  EXPECT_EQ(rule_of(slice, {counted({}), list({}), list({}), list({})}), "OP-5");
  EXPECT_EQ(rule_of(slice, {data, floats({1}, {0}), one, one}), "OP-4");
}

/// The positions that Python selects, found by looking at each position.
std::vector<int64_t> python_slice(int64_t start, int64_t stop, int64_t step, int64_t size, bool from_zero) {
  if (start < 0) start += size;
  if (stop < 0) stop += size;
  std::vector<int64_t> positions;
  if (step > 0) {
    for (int64_t i = start < 0 ? 0 : start; i < stop && i < size; i += step) positions.push_back(i);
  } else {
    if (start >= size) start = size - 1;
    if (start < 0 && from_zero) start = 0;
    for (int64_t i = start; i > stop && i >= 0 && i < size; i += step) positions.push_back(i);
  }
  return positions;
}

template <class Check>
void for_every_range(Check check) {
  for (int64_t size = 0; size <= 4; ++size) {
    for (int64_t start = -6; start <= 6; ++start) {
      for (int64_t stop = -6; stop <= 6; ++stop) {
        for (const int64_t step : {-2, -1, 1, 3}) check(size, start, stop, step);
      }
    }
  }
}

TEST(Slice, EveryRange) {
  const Operation operations[] = {make_slice(), make_strided_slice(), make_slice({.clamps_start = true})};
  for_every_range([&](int64_t size, int64_t start, int64_t stop, int64_t step) {
    const std::vector<Tensor> inputs = {counted({size}), list({start}), list({stop}), list({step})};
    for (const Operation& operation : operations) {
      const bool from_zero = &operation != &operations[0];
      const std::vector<int64_t> expected = python_slice(start, stop, step, size, from_zero);
      const Tensor got = run_one(operation, inputs);
      ASSERT_EQ(got.count(), std::ssize(expected)) << size << ' ' << start << ' ' << stop << ' ' << step;
      for (size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(got.data<float>()[i], static_cast<float>(expected[i]));
    }
  });
}

TEST(Slice, EveryRangeOfAnAxisKnownInPart) {
  const Operation operations[] = {make_slice(), make_strided_slice(), make_slice({.clamps_start = true})};
  for_every_range([&](int64_t least, int64_t start, int64_t stop, int64_t step) {
    const Tensor starts = list({start}), stops = list({stop}), steps = list({step});
    for (int64_t most = least; most <= 5; ++most) {
      const Operand data = data_of({{least, most == 5 ? INT64_MAX : most}});
      for (const Operation& operation : operations) {
        const bool from_zero = &operation != &operations[0];
        std::vector<Signature> outputs(1);
        const std::vector<Operand> operands = {data, known(starts), known(stops), known(steps)};
        ASSERT_TRUE(operation.infer(operands, outputs).ok());
        for (int64_t size = least; size <= (most == 5 ? 15 : most); ++size) {
          const auto count = static_cast<int64_t>(python_slice(start, stop, step, size, from_zero).size());
          ASSERT_TRUE(outputs[0].shape[0].admits(count))
              << outputs[0].shape.text() << ' ' << size << ' ' << start << ' ' << stop << ' ' << step;
        }
      }
    }
  });
}

TEST(Slice, KnowsAtLoadWhatItCan) {
  const Operation slice = make_slice();
  const auto shape = [&](const Operand& data, int64_t start, int64_t stop, int64_t step) {
    const Tensor starts = list({start}), stops = list({stop}), steps = list({step});
    return at_load(slice, {data, known(starts), known(stops), known(steps)});
  };
  EXPECT_EQ(shape(data_of({kAny, kFive}), 0, INT64_MAX, 1), "[?,5]");
  EXPECT_EQ(shape(data_of({kAny}), 0, 3, 1), "[0..3]");
  EXPECT_EQ(shape(data_of({kAny}), -1, INT64_MAX, 1), "[0..1]");
  EXPECT_EQ(shape(data_of({{4, 9}}), -1, INT64_MAX, 1), "[1]");
  EXPECT_EQ(shape(data_of({kAny}), 0, -1, 1), "[?]");
  EXPECT_EQ(shape(data_of({{4, 9}}), -1, INT64_MIN, -2), "[2..5]");
  EXPECT_EQ(
      at_load(slice, {data_of({{4, 9}, kFive}), unknown(Shape{1}), unknown(Shape{1}), unknown(Shape{1})}),
      "[0..9,5]");
  EXPECT_EQ(at_load(slice, {data_of({kFive}), unknown(Shape{2}), unknown(Shape{2}), unknown(Shape{2})}),
            "OP-5");
}

struct Triples {
  std::initializer_list<int64_t> begin, end, stride;
};

Tensor strided(const Tensor& data, const Triples& triples, const StridedSlice& masks) {
  return run_one(make_strided_slice(masks),
                 {data, list(triples.begin), list(triples.end), list(triples.stride)});
}

TEST(StridedSlice, PageExamples) {
  EXPECT_EQ(
      strided(counted({4, 4, 4, 4, 4, 4}), {{0, 1, 0, 1, 3, 3}, {4, 4, 4, 4, 0, 0}, {1, 1, 2, 2, -1, -2}}, {})
          .shape(),
      (Shape{4, 3, 2, 2, 3, 2}));
  EXPECT_EQ(strided(counted({2, 3, 4}), {{0, 0, 0}, {2, 2, -1}, {1, 1, 1}}, {}).shape(), (Shape{2, 2, 3}));
  EXPECT_TRUE(same(strided(counted({2, 3, 4}), {{1, 1, 123}, {0, 0, 2}, {1, 1, -1}},
                           {.begin = {false, true, true},
                            .end = {true, true, true},
                            .new_axis = {false, false, false, false, false},
                            .shrink_axis = {false, false},
                            .ellipsis = {false}}),
                   floats({1, 3, 4}, {15, 14, 13, 12, 19, 18, 17, 16, 23, 22, 21, 20})));
  EXPECT_EQ(strided(counted({2, 4}), {{1234, 0, -1, 0}, {1234, 2, 9876, 4}, {132, 1, 241, 1}},
                    {.new_axis = {true, false, true, false}})
                .shape(),
            (Shape{1, 2, 1, 4}));
  EXPECT_EQ(strided(counted({1, 2, 3, 4, 8}), {{0, 0, 0, 0, 0}, {1, 0, 3, 4, 8}, {1, 1, 1, 1, 1}},
                    {.shrink_axis = {false, true, false, false, false}})
                .shape(),
            (Shape{1, 3, 4, 8}));
  const Tensor deep = Tensor::zeros(ElementType::kI8, {10, 1, 1, 1, 1, 1, 1, 1, 1, 10});
  EXPECT_EQ(strided(deep, {{0, 0, 0}, {4, 0, 5}, {1, -1, 1}}, {.ellipsis = {false, true, false}}).shape(),
            (Shape{4, 1, 1, 1, 1, 1, 1, 1, 1, 5}));
  EXPECT_EQ(strided(deep, {{2, 1, 10, 10}, {123, 1, 10, 5}, {1, -1, 1, 1}},
                    {.begin = {false, false, true, true},
                     .end = {true, true, false, false},
                     .new_axis = {false, false, true},
                     .shrink_axis = {false},
                     .ellipsis = {false, true}})
                .shape(),
            (Shape{8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5}));
}

TEST(StridedSlice, Masks) {
  const Tensor five = counted({5}), table = counted({3, 4});
  EXPECT_TRUE(same(strided(five, {{3}, {0}, {-1}}, {.end = {true}}), floats({4}, {3, 2, 1, 0})));
  EXPECT_TRUE(same(strided(five, {{2}, {2}, {1}}, {}), floats({0}, {})));
  EXPECT_TRUE(same(strided(five, {{-9}, {-10}, {-1}}, {}), floats({1}, {0})));
  EXPECT_TRUE(same(strided(five, {{-2}, {0}, {0}}, {.shrink_axis = {true}}), floats({}, {3})));
  EXPECT_TRUE(
      same(strided(five, {{2}, {3}, {1}}, {.begin = {true}, .shrink_axis = {true}}), floats({}, {0})));
  EXPECT_EQ(
      strided(table, {{0, 0, 0}, {0, 3, 2}, {1, 1, 1}}, {.new_axis = {true}, .shrink_axis = {true}}).shape(),
      (Shape{1, 3, 2}));
  EXPECT_TRUE(same(strided(table, {{1}, {2}, {1}}, {.new_axis = {}}), floats({1, 4}, {4, 5, 6, 7})));
  EXPECT_TRUE(same(strided(table, {{0, 0, 0}, {1, 1, 2}, {1, 1, 1}}, {.ellipsis = {false, true, false}}),
                   floats({1, 2}, {0, 1})));
  EXPECT_EQ(
      strided(counted({2, 3, 4}), {{0, 0}, {0, 2}, {1, 1}}, {.new_axis = {true, true}, .ellipsis = {true}})
          .shape(),
      (Shape{2, 3, 4, 1}));
  EXPECT_TRUE(same(run_one(make_strided_slice(), {five, list({1}), list({-1})}), floats({3}, {1, 2, 3})));
  EXPECT_TRUE(same(strided(counted({}), {{0}, {0}, {0}}, {.new_axis = {true}}), floats({1}, {0})));
  EXPECT_EQ(strided(counted({0, 2}), {{3}, {-3}, {-1}}, {.end = {true}}).shape(), (Shape{0, 2}));
}

TEST(StridedSlice, Rejects) {
  const Tensor five = counted({5}), one = list({1}), two = list({2});
  const auto rule = [&](const Triples& triples, const StridedSlice& masks) {
    return rule_of(make_strided_slice(masks),
                   {five, list(triples.begin), list(triples.end), list(triples.stride)});
  };
  EXPECT_EQ(rule({{1}, {2}, {0}}, {}), "OP-6");
  EXPECT_EQ(rule({{5}, {6}, {1}}, {.shrink_axis = {true}}), "OP-6");
  EXPECT_EQ(rule({{-6}, {0}, {1}}, {.shrink_axis = {true}}), "OP-6");
  EXPECT_EQ(rule({{1, 1}, {2, 2}, {1, 1}}, {}), "OP-5");
  EXPECT_EQ(rule({{1, 0, 0}, {2, 0, 2}, {1, 1, 1}}, {.ellipsis = {false, true}}), "OP-5");
  EXPECT_EQ(rule({{1}, {2, 2}, {1}}, {}), "OP-5");
  EXPECT_EQ(rule({{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                  {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                  {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
                 {.new_axis = {true, true, true, true, true, true, true, true, true, true, true, true}}),
            "LIMIT-3");
  const Operation plain = make_strided_slice();
  EXPECT_EQ(rule_of(plain, {five, floats({1}, {1}), two, one}), "OP-4");
  EXPECT_EQ(at_load(plain, {data_of({kAny}), unknown(Shape{INT64_MAX}), unknown(PartialShape::any())}),
            "OP-5");
}

TEST(StridedSlice, KnowsAtLoadWhatItCan) {
  const Operation masked = make_strided_slice({.new_axis = {false, true}, .shrink_axis = {true}});
  const Operand list_of_three = unknown(Shape{3});
  EXPECT_EQ(at_load(masked, {data_of({kAny, {2, 6}, kFive}), list_of_three, list_of_three, list_of_three}),
            "[1,0..6,5]");
  EXPECT_EQ(at_load(masked, {data_of({kAny, {2, 6}, kFive}), unknown(PartialShape::any()),
                             unknown(PartialShape::any())}),
            "[...]");
  const Tensor whole = list({0});
  EXPECT_EQ(at_load(make_strided_slice({.begin = {true}, .end = {true}}),
                    {data_of({{2, 6}}), known(whole), known(whole)}),
            "[2..6]");
}

TEST(SliceScatter, PageExamples) {
  const Operation scatter = make_slice_scatter();
  EXPECT_TRUE(same(run_one(scatter, {counted({2, 5}), floats({1, 5}, {10, 20, 30, 40, 50}), list({0}),
                                     list({1}), list({1}), list({0})}),
                   floats({2, 5}, {10, 20, 30, 40, 50, 5, 6, 7, 8, 9})));
  EXPECT_TRUE(same(run_one(scatter, {counted({2, 5}), floats({2, 3}, {10, 20, 30, 40, 50, 60}), list({-25}),
                                     list({25}), list({2}), list({1})}),
                   floats({2, 5}, {10, 1, 20, 3, 30, 40, 6, 50, 8, 60})));
  EXPECT_TRUE(same(run_one(scatter, {counted({3, 5}), floats({2, 2}, {50, 60, 70, 80}), list({0, 1}),
                                     list({3, 5}), list({2, 2})}),
                   floats({3, 5}, {0, 50, 2, 60, 4, 5, 6, 7, 8, 9, 10, 70, 12, 80, 14})));
}

TEST(SliceScatter, BackwardAndEmptySlices) {
  const Operation scatter = make_slice_scatter();
  EXPECT_TRUE(
      same(run_one(scatter, {counted({5}), floats({2}, {7, 9}), list({-1}), list({INT64_MIN}), list({-3})}),
           floats({5}, {0, 9, 2, 3, 7})));
  const Tensor three = counted({3}), none = floats({0}, {});
  EXPECT_TRUE(same(run_one(scatter, {three, none, list({2}), list({1}), list({1})}), three));
  EXPECT_TRUE(same(run_one(scatter, {three, none, list({-9}), list({-10}), list({-1})}), three));
  EXPECT_TRUE(same(run_one(scatter, {three, floats({3}, {4, 5, 6}), list({}), list({}), list({})}),
                   floats({3}, {4, 5, 6})));
  const std::vector<Tensor> backward_rows = {Tensor::of<uint8_t>({2, 2}, {1, 2, 3, 4}),
                                             Tensor::of<uint8_t>({2, 2}, {5, 6, 7, 8}),
                                             Tensor::of<int8_t>({1}, {1}),
                                             Tensor::of<int8_t>({1}, {-100}),
                                             Tensor::of<int8_t>({1}, {-1}),
                                             Tensor::of<uint16_t>({1}, {0})};
  EXPECT_TRUE(same(run_one(scatter, backward_rows), Tensor::of<uint8_t>({2, 2}, {7, 8, 5, 6})));
}

TEST(SliceScatter, Rejects) {
  const Operation scatter = make_slice_scatter();
  const Tensor data = counted({2, 3}), row = floats({1, 3}, {7, 8, 9}), zero = list({0}), one = list({1});
  EXPECT_EQ(rule_of(scatter, {data, floats({1, 1}, {7}), zero, one, one}), "OP-5");
  EXPECT_EQ(rule_of(scatter, {data, floats({3}, {7, 8, 9}), zero, one, one}), "OP-5");
  EXPECT_EQ(rule_of(scatter, {data, row, zero, one, list({1, 1})}), "OP-5");
  EXPECT_EQ(rule_of(scatter, {data, row, scalar(0), scalar(1), scalar(1)}), "OP-5");
  EXPECT_EQ(rule_of(scatter, {floats({}, {1}), floats({}, {1}), list({}), list({}), list({})}), "OP-5");
  EXPECT_EQ(rule_of(scatter, {data, row, zero, one, zero}), "OP-6");
  EXPECT_EQ(rule_of(scatter, {data, row, zero, one, one, list({2})}), "OP-6");
  EXPECT_EQ(rule_of(scatter, {data, row, list({0, 0}), list({1, 1}), list({1, 1}), list({0, -2})}), "OP-6");
  EXPECT_EQ(rule_of(scatter, {data, Tensor::of<double>({1, 3}, {7, 8, 9}), zero, one, one}), "OP-4");
  EXPECT_EQ(rule_of(scatter, {data, row, zero, Tensor::of<int32_t>({1}, {1}), one}), "OP-4");
  EXPECT_EQ(rule_of(scatter, {data, row, zero, one, Tensor::of<int32_t>({1}, {1})}), "OP-4");
  EXPECT_EQ(rule_of(scatter, {Tensor::of<bool>({1}, {true}), Tensor::of<bool>({1}, {true}), zero, one, one}),
            "OP-4");
}

}  // namespace
}  // namespace backedge::ops
