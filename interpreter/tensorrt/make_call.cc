#include "interpreter/tensorrt/make_call.h"

#include <algorithm>

namespace backedge::tensorrt {
namespace {

// What a call returns; nothing for calls that return nothing.
using Made = std::optional<Object>;

struct Making {
  Call& call;
  INetworkDefinition& network;
};

struct Method {
  std::string_view name;
  Result<Made> (*make)(Making);
};

Made layer(ILayer* made) { return Object(made); }

Result<Made> add_input(Making m) {
  if (m.call.has("on")) {
    auto* const conditional = TRY(m.call.receiver<IIfConditional>());
    return layer(conditional->addInput(*TRY(m.call.tensor("input"))));
  }
  const std::string name = m.call.has("name") ? TRY(m.call.text("name")) : TRY(m.call.text("as"));
  const auto type = TRY(m.call.enumerator<DataType>("type"));
  return Made(Object(m.network.addInput(name.c_str(), type, TRY(m.call.dimensions("dimensions", -1)))));
}

Result<Made> mark_output(Making m) {
  m.network.markOutput(*TRY(m.call.tensor("tensor")));
  return Made();
}

Result<Made> add_trip_limit(Making m) {
  auto* const loop = TRY(m.call.receiver<ILoop>());
  ITensor* const tensor = TRY(m.call.tensor("tensor"));
  return layer(loop->addTripLimit(*tensor, TRY(m.call.enumerator<TripLimit>("limit"))));
}

Result<Made> add_recurrence(Making m) {
  auto* const loop = TRY(m.call.receiver<ILoop>());
  return layer(loop->addRecurrence(*TRY(m.call.tensor("initialValue"))));
}

Result<Made> add_iterator(Making m) {
  auto* const loop = TRY(m.call.receiver<ILoop>());
  ITensor* const tensor = TRY(m.call.tensor("tensor"));
  const int32_t axis = TRY(m.call.integer_or("axis", 0));
  return layer(loop->addIterator(*tensor, axis, TRY(m.call.boolean_or("reverse", false))));
}

Result<Made> add_loop_output(Making m) {
  auto* const loop = TRY(m.call.receiver<ILoop>());
  ITensor* const tensor = TRY(m.call.tensor("tensor"));
  const auto kind = TRY(m.call.enumerator<LoopOutput>("outputKind"));
  return layer(loop->addLoopOutput(*tensor, kind, TRY(m.call.integer_or("axis", 0))));
}

Result<Made> set_condition(Making m) {
  auto* const conditional = TRY(m.call.receiver<IIfConditional>());
  return layer(conditional->setCondition(*TRY(m.call.tensor("condition"))));
}

Result<Made> add_output(Making m) {
  auto* const conditional = TRY(m.call.receiver<IIfConditional>());
  ITensor* const when_true = TRY(m.call.tensor("trueSubgraphOutput"));
  return layer(conditional->addOutput(*when_true, *TRY(m.call.tensor("falseSubgraphOutput"))));
}

Result<Made> set_input(Making m) {
  auto* const receiver = TRY(m.call.receiver<ILayer>());
  const int32_t index = TRY(m.call.integer("index"));
  receiver->setInput(index, *TRY(m.call.tensor("tensor")));
  return Made();
}

Result<Made> set_name(Making m) {
  const std::string name = TRY(m.call.text("name"));
  const Object object = TRY(m.call.object("on"));
  std::visit([&](auto* named) { named->setName(name.c_str()); }, object);
  return Made();
}

Result<Made> add_constant(Making m) {
  const Dims dimensions = TRY(m.call.dimensions("dimensions", 0));
  const OwnedWeights weights = TRY(m.call.weights("weights"));
  IConstantLayer* const constant = m.network.addConstant(dimensions, weights.weights);
  if (std::get<ConstantArguments>(constant->data().arguments).value) return layer(constant);
  return Error("TRT-22", "weights: " + std::to_string(weights.weights.count) +  // [TRT-22]
                             " values do not fit the dimensions");
}

Result<Made> add_element_wise(Making m) {
  ITensor* const input1 = TRY(m.call.tensor("input1"));
  ITensor* const input2 = TRY(m.call.tensor("input2"));
  return layer(
      m.network.addElementWise(*input1, *input2, TRY(m.call.enumerator<ElementWiseOperation>("op"))));
}

Result<Made> add_unary(Making m) {
  ITensor* const input = TRY(m.call.tensor("input"));
  return layer(m.network.addUnary(*input, TRY(m.call.enumerator<UnaryOperation>("operation"))));
}

Result<Made> add_activation(Making m) {
  ITensor* const input = TRY(m.call.tensor("input"));
  return layer(m.network.addActivation(*input, TRY(m.call.enumerator<ActivationType>("type"))));
}

Result<Made> add_matrix_multiply(Making m) {
  ITensor* const input0 = TRY(m.call.tensor("input0"));
  ITensor* const input1 = TRY(m.call.tensor("input1"));
  const auto op0 = TRY(m.call.enumerator<MatrixOperation>("op0"));
  return layer(
      m.network.addMatrixMultiply(*input0, op0, *input1, TRY(m.call.enumerator<MatrixOperation>("op1"))));
}

Result<Made> add_slice(Making m) {
  ITensor* const input = TRY(m.call.tensor("input"));
  const Dims start = TRY(m.call.dimensions("start", INT64_MIN));
  const Dims size = TRY(m.call.dimensions("size", INT64_MIN));
  return layer(m.network.addSlice(*input, start, size, TRY(m.call.dimensions("stride", INT64_MIN))));
}

Result<Made> add_reduce(Making m) {
  ITensor* const input = TRY(m.call.tensor("input"));
  const auto operation = TRY(m.call.enumerator<ReduceOperation>("operation"));
  const uint32_t axes = TRY(m.call.mask("reduceAxes"));
  return layer(m.network.addReduce(*input, operation, axes, TRY(m.call.boolean("keepDimensions"))));
}

Result<Made> add_concatenation(Making m) {
  const std::vector<ITensor*> inputs = TRY(m.call.tensors("inputs"));
  return layer(m.network.addConcatenation(inputs.data(), static_cast<int32_t>(inputs.size())));
}

Result<Made> add_select(Making m) {
  ITensor* const condition = TRY(m.call.tensor("condition"));
  ITensor* const then_input = TRY(m.call.tensor("thenInput"));
  return layer(m.network.addSelect(*condition, *then_input, *TRY(m.call.tensor("elseInput"))));
}

Result<Made> add_gather(Making m) {
  ITensor* const data = TRY(m.call.tensor("data"));
  ITensor* const indices = TRY(m.call.tensor("indices"));
  return layer(m.network.addGather(*data, *indices, TRY(m.call.integer("axis"))));
}

Result<Made> add_top_k(Making m) {
  ITensor* const input = TRY(m.call.tensor("input"));
  const auto op = TRY(m.call.enumerator<TopKOperation>("op"));
  const int32_t k = TRY(m.call.integer("k"));
  return layer(m.network.addTopK(*input, op, k, TRY(m.call.mask("reduceAxes"))));
}

Result<Made> add_cast(Making m) {
  ITensor* const input = TRY(m.call.tensor("input"));
  return layer(m.network.addCast(*input, TRY(m.call.enumerator<DataType>("toType"))));
}

Result<Made> add_fill(Making m) {
  const Dims dimensions = TRY(m.call.dimensions("dimensions", 0));
  const auto op = TRY(m.call.enumerator<FillOperation>("op"));
  return layer(m.network.addFill(dimensions, op, TRY(m.call.enumerator<DataType>("outputType"))));
}

// setAlpha and setBeta, of an activation or a fill.
template <bool kAlpha>
Result<Made> set_number(Making m) {
  const double value = TRY(m.call.number(kAlpha ? "alpha" : "beta"));
  const auto set = [&](auto& receiver, auto number) {
    kAlpha ? receiver.setAlpha(number) : receiver.setBeta(number);
  };
  Result<IFillLayer*> fill = m.call.receiver<IFillLayer>();
  if (fill.ok()) {
    set(*fill.value(), value);
  } else {
    set(*TRY(m.call.receiver<IActivationLayer>()), static_cast<float>(value));
  }
  return Made();
}

// A setter of one class with one argument.
template <class Layer, auto kSetter, auto kGetter, auto... kMore>
Result<Made> set(Making m, const char* key) {
  auto* const receiver = TRY(m.call.receiver<Layer>());
  (receiver->*kSetter)(TRY((m.call.*kGetter)(key, kMore...)));
  return Made();
}

Result<Made> set_axis(Making m) {
  const int32_t axis = TRY(m.call.integer("axis"));
  auto* const layer = TRY(m.call.receiver<ILayer>());
  if (auto* const iterator = dynamic_cast<IIteratorLayer*>(layer)) {
    iterator->setAxis(axis);
  } else if (auto* const output = dynamic_cast<ILoopOutputLayer*>(layer)) {
    output->setAxis(axis);
  } else {
    TRY(m.call.receiver<IConcatenationLayer>())->setAxis(axis);
  }
  return Made();
}
Result<Made> set_reverse(Making m) {
  return set<IIteratorLayer, &IIteratorLayer::setReverse, &Call::boolean>(m, "reverse");
}
Result<Made> set_axes(Making m) {
  return set<ISoftMaxLayer, &ISoftMaxLayer::setAxes, &Call::mask>(m, "axes");
}
Result<Made> set_first_transpose(Making m) {
  return set<IShuffleLayer, &IShuffleLayer::setFirstTranspose, &Call::permutation>(m, "permutation");
}
Result<Made> set_second_transpose(Making m) {
  return set<IShuffleLayer, &IShuffleLayer::setSecondTranspose, &Call::permutation>(m, "permutation");
}
Result<Made> set_reshape_dimensions(Making m) {
  return set<IShuffleLayer, &IShuffleLayer::setReshapeDimensions, &Call::dimensions, int64_t{-1}>(
      m, "dimensions");
}
Result<Made> set_zero_is_placeholder(Making m) {
  return set<IShuffleLayer, &IShuffleLayer::setZeroIsPlaceholder, &Call::boolean>(m, "zeroIsPlaceholder");
}

constexpr Method kMethods[] = {
    {"addInput", add_input},
    {"markOutput", mark_output},
    {"addLoop", [](Making m) -> Result<Made> { return Made(Object(m.network.addLoop())); }},
    {"addTripLimit", add_trip_limit},
    {"addRecurrence", add_recurrence},
    {"addIterator", add_iterator},
    {"addLoopOutput", add_loop_output},
    {"addIfConditional", [](Making m) -> Result<Made> { return Made(Object(m.network.addIfConditional())); }},
    {"setCondition", set_condition},
    {"addOutput", add_output},
    {"setInput", set_input},
    {"setName", set_name},
    {"addConstant", add_constant},
    {"addElementWise", add_element_wise},
    {"addUnary", add_unary},
    {"addActivation", add_activation},
    {"addMatrixMultiply", add_matrix_multiply},
    {"addShuffle",
     [](Making m) -> Result<Made> { return layer(m.network.addShuffle(*TRY(m.call.tensor("input")))); }},
    {"addSlice", add_slice},
    {"addReduce", add_reduce},
    {"addConcatenation", add_concatenation},
    {"addSelect", add_select},
    {"addGather", add_gather},
    {"addTopK", add_top_k},
    {"addSoftMax",
     [](Making m) -> Result<Made> { return layer(m.network.addSoftMax(*TRY(m.call.tensor("input")))); }},
    {"addIdentity",
     [](Making m) -> Result<Made> { return layer(m.network.addIdentity(*TRY(m.call.tensor("input")))); }},
    {"addCast", add_cast},
    {"addShape",
     [](Making m) -> Result<Made> { return layer(m.network.addShape(*TRY(m.call.tensor("input")))); }},
    {"addFill", add_fill},
    {"setAlpha", set_number<true>},
    {"setBeta", set_number<false>},
    {"setAxis", set_axis},
    {"setReverse", set_reverse},
    {"setAxes", set_axes},
    {"setFirstTranspose", set_first_transpose},
    {"setSecondTranspose", set_second_transpose},
    {"setReshapeDimensions", set_reshape_dimensions},
    {"setZeroIsPlaceholder", set_zero_is_placeholder},
};

Result<void> note(Call& call, const Object& made, std::string_view method, Objects& objects) {
  const bool is_optional = method == "addTripLimit" || method == "setCondition";
  if (is_optional && !call.has("as")) return {};
  const std::string id = TRY(call.text("as"));
  if (id.empty() || id.find(':') != id.npos)  // [TRT-22]
    return Error("TRT-22", "as: the id \"" + safe_line(id) + "\" must not be empty or contain a colon");
  if (!objects.emplace(id, made).second)
    return Error("TRT-22", "as: the id \"" + safe_line(id) + "\" is given twice");  // [TRT-22]
  if (!std::holds_alternative<ITensor*>(made))
    std::visit([&](auto* named) { named->setName(id.c_str()); }, made);
  return {};
}

}  // namespace

Result<void> make_call(const Json& json, INetworkDefinition& network, Objects& objects) {
  if (!json.is_object())  // [TRT-22]
    return Error("TRT-22",
                 std::string("the call has the JSON type ") + json.type_name() + ", expected object");
  Call call(json, objects);
  const std::string name = TRY(call.text("call"));
  const auto* const method = std::find_if(std::begin(kMethods), std::end(kMethods),
                                          [&](const Method& each) { return each.name == name; });
  if (method == std::end(kMethods))
    return Error("TRT-22", "the API has no supported method \"" + safe_line(name) + "\"");  // [TRT-22]
  const Made made = TRY(method->make({call, network}));
  if (made) TRY(note(call, *made, name, objects));
  TRY(call.check_complete());
  if (!network.fault().empty()) return Error("TRT-22", network.fault());  // [TRT-22]
  return {};
}

}  // namespace backedge::tensorrt
