#include <bit>
#include <cmath>
#include <fstream>

#include "interpreter/onnx/writer/testing/round_trip.h"
#include "interpreter/tensor/random_tensor.h"

namespace backedge::onnx::testing {
namespace {

LoadedModel loaded(const std::string& document) { return backedge::load_text(document).value(); }

// Row 1, which is infinite, is in the second bag alone.
TEST(WriteOperations, LeavesRowsOutOfOtherBags) {
  const LoadedModel model = written(layer_of({{"f32", "3,1"}, {"i32", "?"}, {"i32", "?"}},
                                             R"(type="EmbeddingBagOffsetsSum" version="opset3">)"));
  const auto inputs = [](std::initializer_list<int32_t> indices, std::initializer_list<int32_t> offsets) {
    return std::vector<Tensor>{Tensor::of<float>({3, 1}, {1, INFINITY, 3}),
                               Tensor::of<int32_t>({std::ssize(indices)}, indices),
                               Tensor::of<int32_t>({std::ssize(offsets)}, offsets)};
  };
  expect<float>(run(model, inputs({0, 2, 1}, {0, 2, 3})), 0, {3, 1}, {4, INFINITY, 0});
  expect<float>(run(model, inputs({2}, {})), 0, {0, 1}, {});
  EXPECT_FALSE(run(model, inputs({0, 2}, {1, 0})).ok());
  EXPECT_FALSE(run(model, inputs({0, 2}, {0, 3})).ok());
  EXPECT_FALSE(run(model, inputs({0, -1}, {0})).ok());
}

TEST(WriteOperations, RoundsHalvesAwayFromZero) {
  const LoadedModel model = written(
      layer_of({{"f32", "8"}}, R"(type="Round" version="opset5"><data mode="half_away_from_zero"/>)"));
  const Tensor x = Tensor::of<float>({8}, {2.5, -2.5, 0.49999997f, -0.25, -0.0, 8388609, -INFINITY, 1.25});
  expect<float>(run(model, std::vector<Tensor>{x}), 0, {8}, {3, -3, 0, -0.0, -0.0, 8388609, -INFINITY, 1});
}

TEST(WriteOperations, DropsTheFractionBeforeACastThatRounds) {
  const LoadedModel model =
      backedge::load_text(
          layer_of({{"f32", "8"}}, R"(type="Convert" version="opset1"><data destination_type="i4"/>)"))
          .value();
  EXPECT_EQ(operators(written_proto(model).graph()),
            (std::vector<std::string>{"Abs", "Floor", "Sign", "Mul", "Cast", "Identity"}));
  const std::vector<Tensor> x = {Tensor::of<float>({8}, {2.75, -2.75, 0.5, 6.5, -8, 9.5, INFINITY, NAN})};
  EXPECT_TRUE(run(written(model), x).value()[0].same_bits(run(model, x).value()[0]));
}

// Both products are -1e-60, which becomes -0. A bias of 0 would make 0 of it.
TEST(WriteOperations, AddsABiasThatChangesNoSum) {
  const LoadedModel model = written(layer_of(
      {{"f32", "1,1,1"}, {"f32", "1,1,1"}, {"i32", "1"}, {"f32", "1,1,1"}, {"f32", "1,1,1"}, {"f32", "1,1"}},
      R"(type="RNNSequence" version="opset5"><data hidden_size="1" direction="forward"/>)",
      R"(<port id="8"/>)"));
  const Tensor small = Tensor::of<float>({1, 1, 1}, {1e-30f}),
               below = Tensor::of<float>({1, 1, 1}, {-1e-30f});
  const std::vector<Tensor> inputs = {small, small, Tensor::of<int32_t>({1}, {1}),
                                      below, below, Tensor::of<float>({1, 1}, {-0.0})};
  expect<float>(run(model, inputs), 0, {1, 1, 1, 1}, {-0.0});
  EXPECT_FALSE(
      run(model, std::vector<Tensor>{small, small, Tensor::of<int32_t>({1}, {2}), below, below, inputs[5]})
          .ok());
}

// 5 levels from 0 to 4, mapped to -1 to 1, with halves between levels. One output_low is a NaN of other bits.
TEST(WriteOperations, RoundsEachStepOfFakeQuantize) {
  const std::string layer = R"(type="FakeQuantize" version="opset1"><data levels="5"/>)";
  const LoadedModel model =
      loaded(layer_of({{"f32", "?,6"}, {"f32", ""}, {"f32", "1"}, {"f32", "6"}, {"f32", "1,6"}}, layer));
  const float other = std::bit_cast<float>(0xffc00123);
  const std::vector<Tensor> inputs = {
      Tensor::of<float>({2, 6}, {0.5, 1.5, 1.2f, 5, -1, NAN, -0.0, 2.5, 3.4f, INFINITY, -INFINITY, 4}),
      Tensor::scalar(0.0f), Tensor::of<float>({1}, {4}), Tensor::of<float>({6}, {-1, -1, -1, -1, other, -1}),
      Tensor::of<float>({1, 6}, {1, 1, 1, 1, 1, 1})};
  expect_same(model, inputs);
  EXPECT_EQ(run(written(model), inputs).value()[0].data<float>()[1], 0);
  const LoadedModel open =
      loaded(layer_of({{"f32", "?,?"}, {"f32", ""}, {"f32", "1"}, {"f32", "6"}, {"f32", "1,6"}}, layer));
  EXPECT_EQ(write_graph(open.graph()).error().message(),
            "ONNX cannot express that an operand which does not fit is an error");
}

TEST(WriteOperations, KeepsWhatFakeConvertDoesNotLimit) {
  const LoadedModel model =
      loaded(layer_of({{"f32", "6"}, {"f32", "1"}, {"f32", "1"}},
                      R"(type="FakeConvert" version="opset13"><data destination_type="f8e4m3"/>)"));
  const std::vector<Tensor> inputs = {Tensor::of<float>({6}, {7.3f, 232.5, 233.5, -0.0, NAN, -INFINITY}),
                                      Tensor::of<float>({1}, {2}), Tensor::of<float>({1}, {1})};
  expect_same(model, inputs);
  EXPECT_EQ(run(written(model), inputs).value()[0].data<float>()[0], 7.5);
}

// The row 1, 2, 3. Half an element before it is 1 at the border, and 0.5 with zeros. One element before it is
// 0.
TEST(WriteOperations, MovesPlacesOfDeformableConvolutionToTheBorder) {
  const auto model = [](const std::string& zeros) {
    return loaded(layer_of({{"f32", "1,1,1,3"}, {"f32", "1,2,1,3"}, {"f32", "1,1,1,1"}},
                           R"(type="DeformableConvolution" version="opset8"><data strides="1,1" )"
                           R"(dilations="1,1" pads_begin="0,0" pads_end="0,0" bilinear_interpolation_pad=")" +
                               zeros + "\"/>"));
  };
  const auto inputs = [](std::initializer_list<float> offsets) {
    return std::vector<Tensor>{Tensor::of<float>({1, 1, 1, 3}, {1, 2, 3}),
                               Tensor::of<float>({1, 2, 1, 3}, offsets),
                               Tensor::of<float>({1, 1, 1, 1}, {1})};
  };
  const auto half = inputs({0, 0, 0, -0.5, 0.25, 0.5}), far = inputs({-1, 0, 1, -0.5, -2, 0.5});
  expect<float>(run(written(model("true")), half), 0, {1, 1, 1, 3}, {0.5, 2.25, 1.5});
  expect<float>(run(written(model("false")), half), 0, {1, 1, 1, 3}, {1, 2.25, 3});
  expect<float>(run(written(model("false")), far), 0, {1, 1, 1, 3}, {0, 0, 0});
  expect_same(model("false"), far);
}

// An adaptive pool of data to 2 by 2 elements.
LoadedModel adaptive(const std::string& data, const std::string& layer, const std::string& more = "") {
  const std::string weights = ::testing::TempDir() + "/sizes.bin";
  const int64_t two[] = {2, 2};
  std::ofstream(weights, std::ios::binary).write(reinterpret_cast<const char*>(two), sizeof two);
  const std::string document = changed(
      layer_of({{"f32", data}, {"i64", "2"}}, layer, more),
      {{R"(type="Parameter"><data element_type="i64" shape="2"/>)",
        R"(type="Const" version="opset1"><data element_type="i64" shape="2" offset="0" size="16"/>)"}});
  return backedge::load_text(document, "parts.xml", {.weights = weights}).value();
}

// The parts of 5 elements are [0, 3) and [2, 5), those of 3 are [0, 2) and [1, 3).
TEST(WriteOperations, GivesPartsThatOverlapPlacesOfTheirOwn) {
  const std::vector<Tensor> x = {
      Tensor::of<float>({1, 1, 5, 3}, {1, 2, -4, 3, 9, 9, 9, 5, 8, 7, -0.0, 6, 0, 7, NAN})};
  const LoadedModel means = adaptive("1,1,5,3", R"(type="AdaptiveAvgPool" version="opset8">)");
  expect_same(means, x);
  EXPECT_EQ(run(written(means), x).value()[0].data<float>()[0], 29.0f / 6);
  const LoadedModel greatest =
      adaptive("1,1,5,3", R"(type="AdaptiveMaxPool" version="opset8"><data index_element_type="i64"/>)",
               R"(<port id="8"/>)");
  expect_same(greatest, x);
  EXPECT_EQ(operators(written_proto(greatest).graph())[1], "Gather");
}

// The places of offsets, and the positions of parts, are constants.
TEST(WriteOperations, RefusesConstantsOfTooManyElements) {
  const auto message = [](const LoadedModel& model) {
    const Result<std::string> graph = write_graph(model.graph());
    return graph.ok() ? "" : graph.error().message();
  };
  EXPECT_EQ(message(loaded(layer_of({{"f32", "1,1,1,2000000"}, {"f32", "1,2,1,2000000"}, {"f32", "1,1,1,1"}},
                                    R"(type="DeformableConvolution" version="opset1"><data strides="1,1" )"
                                    R"(dilations="1,1" pads_begin="0,0" pads_end="0,0"/>)"))),
            "ONNX cannot express a DeformableConvolution of so many elements without "
            "bilinear_interpolation_pad");
  for (const char* data : {"1,1,1099511627776,2", "1,1,2001,2001"}) {
    EXPECT_EQ(message(adaptive(data, R"(type="AdaptiveAvgPool" version="opset8">)")),
              "ONNX cannot express an AdaptiveAvgPool of so many elements");
  }
  EXPECT_EQ(message(adaptive("1,1,2000,2000", R"(type="AdaptiveAvgPool" version="opset8">)")), "");
}

TEST(WriteOperations, RefusesUnknownShapesAndTheLargestRank) {
  struct Refused {
    std::vector<std::pair<std::string, std::string>> parameters;
    const char *layer, *what;
  };
  const std::string of_rank_12 = "2,1,1,1,1,1,1,1,1,1,1,1";
  const Refused kRefused[] = {
      {{{"f32", of_rank_12}},
       R"(type="ShuffleChannels" version="opset1"><data axis="0" group="2"/>)",
       "a ShuffleChannels of rank 12"},
      {{{"f32", of_rank_12}, {"f32", of_rank_12}},
       R"(type="SearchSorted" version="opset15">)",
       "a search of values of rank 12"},
      {{{"f16", "1,1,1,3000"}, {"f16", "1,2,1,3000"}, {"f16", "1,1,1,1"}},
       R"(type="DeformableConvolution" version="opset1"><data strides="1,1" dilations="1,1" )"
       R"(pads_begin="0,0" pads_end="0,0"/>)",
       "a place in large data as an offset of f16"},
      {{{"f32", "..."}, {"i32", "3"}, {"i32", "2"}},
       R"(type="EmbeddingBagOffsetsSum" version="opset3">)",
       "bags of rows of unknown or largest rank"},
      {{{"f32", "..."}, {"i32", "3"}},
       R"(type="SegmentMax" version="opset16"><data fill_mode="ZERO"/>)",
       "segments of rows of unknown or largest rank"},
      {{{"f32", "..."}, {"i64", "1"}, {"i64", "1"}},
       R"(type="StridedSlice" version="opset1"><data begin_mask="0" end_mask="0"/>)",
       "a StridedSlice of unknown rank"},
      {{{"f32", "..."}, {"f32", "3"}},
       R"(type="SearchSorted" version="opset15">)",
       "a search in lists of unknown rank"},
      {{{"f32", "..."}, {"f32", "1,1,2"}, {"i64", "1"}},
       R"(type="ConvolutionBackpropData" version="opset1"><data strides="1" dilations="1" pads_begin="0" )"
       R"(pads_end="0"/>)",
       "a transposed convolution to a shape, of data of unknown rank"},
      {{{"f32", "?"}, {"f32", "?"}},
       R"(type="Add" version="opset1"><data auto_broadcast="none"/>)",
       "that operands must have equal shapes"},
  };
  for (const auto& [parameters, layer, what] : kRefused) {
    const Result<LoadedModel> model = backedge::load_text(layer_of(parameters, layer));
    ASSERT_TRUE(model.ok()) << layer << model.error().text();
    const Result<std::string> graph = write_graph(model.value().graph());
    ASSERT_FALSE(graph.ok()) << layer;
    EXPECT_EQ(graph.error().rule(), "ONNX-WRITE-1") << layer;
    EXPECT_EQ(graph.error().message(), std::string("ONNX cannot express ") + what);
  }
}

TEST(WriteOperations, IgnoresMaskedBordersThatARunGives) {
  const LoadedModel model =
      loaded(layer_of({{"f32", "5"}, {"i64", "1"}, {"i64", "1"}},
                      R"(type="StridedSlice" version="opset1"><data begin_mask="1" end_mask="0"/>)"));
  const std::vector<Tensor> inputs = {Tensor::of<float>({5}, {1, 2, 3, 4, 5}), Tensor::of<int64_t>({1}, {3}),
                                      Tensor::of<int64_t>({1}, {4})};
  expect<float>(run(written(model), inputs), 0, {4}, {1, 2, 3, 4});
}

TEST(WriteOperations, LeavesOutLengthsOfWholeSequences) {
  for (const std::string lengths : {"{3, 3}", "{3, 2}"}) {
    const LoadedModel model = load_text(R"(<ir_version: 10, opset_import: ["" : 22]>
g (float[3,2,1] x, float[1,4,1] w) => (float[] y) {
  lengths = Constant <value = int32[2] )" + lengths +
                                            R"(> ()
  y = LSTM <hidden_size = 1> (x, w, w, "", lengths)
})",
                                        "test.onnxtxt")
                                  .value();
    EXPECT_EQ(find_node(written_proto(model).graph(), "LSTM")->input(4).empty(), lengths == "{3, 3}");
    expect_same(model, {random_tensor(ElementType::kF32, {3, 2, 1}, 1, 1),
                        random_tensor(ElementType::kF32, {1, 4, 1}, 1, 2)});
  }
}

TEST(WriteOperations, DeclaresOptionals) {
  const LoadedModel model = load_text(R"(<ir_version: 10, opset_import: ["" : 22]>
g (optional(float[2]) a, optional(seq(float[2])) b) => (optional(float[2]) y, optional(seq(float[2])) z) {
  y = Identity (a)
  z = Identity (b)
})",
                                      "test.onnxtxt")
                                .value();
  const LoadedModel again = written(model);
  EXPECT_EQ(again.outputs()[0].kind, ValueKind::kOptional);
  EXPECT_EQ(again.outputs()[1].kind, ValueKind::kOptionalSequence);
}

TEST(WriteOperations, ReversesSequencesAlongAnyAxes) {
  const LoadedModel model =
      loaded(layer_of({{"i8", "2,1,3"}, {"i32", "3"}}, R"(type="ReverseSequence" version="opset1">)"
                                                       R"(<data batch_axis="2" seq_axis="0"/>)"));
  expect<int8_t>(run(written(model), std::vector{Tensor::of<int8_t>({2, 1, 3}, {1, 2, 3, 4, 5, 6}),
                                                 Tensor::of<int32_t>({3}, {1, 2, 1})}),
                 0, {2, 1, 3}, {1, 5, 3, 4, 2, 6});
}

// j has 1 element in one operand and 3 in the other.
TEST(WriteOperations, RepeatsDimensionsBeforeEinsum) {
  const LoadedModel model = loaded(layer_of({{"i32", "2,1"}, {"i32", "?,3"}},
                                            R"(type="Einsum" version="opset7"><data equation="ij,ij->i"/>)"));
  const schema::ModelProto proto = written_proto(model);
  ASSERT_NE(find_node(proto.graph(), "Expand"), nullptr);
  EXPECT_EQ(find_node(proto.graph(), "Einsum")->input(0), find_node(proto.graph(), "Expand")->output(0));
  EXPECT_EQ(find_node(proto.graph(), "Einsum")->input(1), proto.graph().input(1).name());
  const std::vector<Tensor> inputs = {Tensor::of<int32_t>({2, 1}, {1, 2}),
                                      Tensor::of<int32_t>({2, 3}, {1, 2, 3, 4, 5, 6})};
  expect<int32_t>(run(written(model), inputs), 0, {2}, {6, 30});
}

std::string pool(const std::string& shape, const std::string& type, const std::string& more) {
  return layer_of(
      {{"f32", shape}},
      "type=\"" + type + "\" version=\"opset14\"><data strides=\"2\" pads_begin=\"1\" " + more + "/>",
      type == "MaxPool" ? R"(<port id="8"/>)" : "");
}

// A third window would begin in the padding at the end, and end with it. So there must be less padding.
TEST(WriteOperations, GivesPadsInsteadOfAWindowThatIsDropped) {
  const std::string in_pads = R"(kernel="2" pads_end="2" rounding_type="ceil_torch")";
  const LoadedModel greatest = loaded(pool("1,1,3", "MaxPool", in_pads + R"( dilations="1")"));
  const schema::ModelProto proto = written_proto(greatest);
  for (const auto& attribute : find_node(proto.graph(), "MaxPool")->attribute())
    EXPECT_NE(attribute.name(), "ceil_mode");
  expect<float>(run(written(greatest), std::vector{Tensor::of<float>({1, 1, 3}, {1, 2, 3})}), 0, {1, 1, 2},
                {1, 3});
  EXPECT_TRUE(write_graph(loaded(pool("1,1,3", "AvgPool", in_pads + R"( exclude-pad="true")")).graph()).ok());
  const auto is_refused = [](const std::string& document) {
    const Result<std::string> bytes = write_graph(loaded(document).graph());
    return !bytes.ok() && bytes.error().rule() == "ONNX-WRITE-1";
  };
  EXPECT_TRUE(is_refused(pool("1,1,3", "AvgPool", in_pads + R"( exclude-pad="false")")));
  EXPECT_TRUE(is_refused(pool("1,1,?", "MaxPool", in_pads + R"( dilations="1")")));
  EXPECT_FALSE(is_refused(
      pool("1,1,?", "MaxPool", R"(dilations="1" kernel="3" pads_end="1" rounding_type="ceil_torch")")));
}

// ONNX reduces no i16, and shifts no i32.
TEST(WriteOperations, WritesOtherTypes) {
  const LoadedModel sum = loaded(layer_of({{"i16", "2,1"}, {"i64", "1"}},
                                          R"(type="ReduceSum" version="opset1"><data keep_dims="false"/>)"));
  const std::vector<Tensor> inputs = {Tensor::of<int16_t>({2, 1}, {30000, 30001}),
                                      Tensor::of<int64_t>({1}, {0})};
  expect<int16_t>(run(written(sum), inputs), 0, {1}, {-5535});
  const LoadedModel shift =
      loaded(layer_of({{"i32", "2"}, {"i32", "2"}}, R"(type="BitwiseLeftShift" version="opset15">)"));
  expect<int32_t>(run(written(shift), std::vector{Tensor::of<int32_t>({2}, {-3, 0x40000001}),
                                                  Tensor::of<int32_t>({2}, {2, 1})}),
                  0, {2}, {-12, INT32_MIN + 2});
}

// 5 elements are no 2 equal parts, and an axis of no elements has no greatest one.
TEST(WriteOperations, RejectsSizesInARun) {
  const LoadedModel least = loaded(layer_of(
      {{"i32", "?,?"}, {"i64", "1"}}, R"(type="ReduceMin" version="opset1"><data keep_dims="false"/>)"));
  const Tensor rows = Tensor::of<int64_t>({1}, {0});
  expect<int32_t>(run(written(least), std::vector{Tensor::of<int32_t>({2, 1}, {7, -5}), rows}), 0, {1}, {-5});
  expect<int32_t>(run(written(least), std::vector{Tensor::of<int32_t>({0, 0}, {}), rows}), 0, {0}, {});
  EXPECT_FALSE(run(written(least), std::vector{Tensor::of<int32_t>({0, 2}, {}), rows}).ok());
}

}  // namespace
}  // namespace backedge::onnx::testing
