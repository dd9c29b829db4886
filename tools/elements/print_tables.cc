#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "interpreter/elements/restride_dim.h"
#include "interpreter/elements/tensor_iterator_config.h"

/// Asks TensorIterators the questions of tables.json, and prints the answers as JSON: a list for each table.
///
///   print_tables TABLES.json
namespace backedge {
namespace {

using nlohmann::json;

Shape shape_in(const json& dims) {
  Shape shape;
  for (const json& dim : dims) shape.push_back(dim.get<int64_t>());
  return shape;
}

Strides strides_in(const json& strides) {
  Strides result;
  for (size_t axis = 0; axis < strides.size(); ++axis)
    result[static_cast<int64_t>(axis)] = strides[axis].get<int64_t>();
  return result;
}

ElementType type_in(const json& name) { return *element_type_named(name.get<std::string>()); }

/// What an iterator answers, or `if_error` if it reports this rule. Any other error is no answer of the table.
template <class Answer>
json ask(const TensorIteratorConfig& config, const char* rule, const json& if_error, const Answer& answer) {
  const Result<TensorIterator> built = config.build();
  if (built.ok()) return answer(built.value());
  return built.error().rule() == rule ? if_error : json(built.error().rule());
}

/// A tensor with an axis, a tensor of rank 0, or a number.
StridedTensor operand_in(const json& name, const json& category) {
  const ElementType type = type_in(name);
  if (category == "dimensioned") return Tensor::zeros(type, {1});
  if (category == "zero") return Tensor::zeros(type, {});
  if (type == ElementType::kBoolean) return StridedTensor::scalar(true);
  return type == ElementType::kI64 ? StridedTensor::scalar(int64_t{1}) : StridedTensor::scalar(1.5);
}

json answer_promotion(const json& row) {
  const auto sum =
      TensorIteratorConfig::binary_op({}, operand_in(row[0], row[1]), operand_in(row[2], row[3]));
  return ask(sum, "ELEM-5", "error",
             [](const TensorIterator& iterator) { return std::string(name_of(iterator.output().type())); });
}

json answer_casts(const json& row) {
  const StridedTensor from = Tensor::zeros(type_in(row[0]), {1});
  Tensor to = Tensor::zeros(type_in(row[1]), {1});
  const auto sum = TensorIteratorConfig::binary_op(StridedTensor::writable(to), from, from);
  return ask(sum, "ELEM-8", false, [](const TensorIterator&) { return true; });
}

json answer_broadcast(const json& row) {
  const auto zeros = [](const json& shape) { return Tensor::zeros(ElementType::kF32, shape_in(shape)); };
  const auto sum = TensorIteratorConfig::binary_op({}, zeros(row[0]), zeros(row[1]));
  return ask(sum, "ELEM-1", "error", [](const TensorIterator& iterator) {
    return std::vector<int64_t>(iterator.shape().begin(), iterator.shape().end());
  });
}

/// Elements of one piece of memory.
StridedTensor part_of(const StridedTensor& memory, const json& shape, const json& strides,
                      int64_t offset = 0) {
  return memory.seen_as({shape_in(shape), strides_in(strides), offset});
}

TensorIterator iterator_over(const json& row) {
  const StridedTensor memory = Tensor::zeros(ElementType::kF32, {512});
  return TensorIteratorConfig::binary_op({}, part_of(memory, row[0], row[1]), part_of(memory, row[2], row[3]))
      .build()
      .value();
}

json answer_strides(const json& row) {
  const TensorIterator iterator = iterator_over(row);
  const Strides& strides = iterator.output().strides();
  return std::vector<int64_t>(strides.values.begin(), strides.values.begin() + iterator.shape().rank());
}

/// The axes of size 2 or more, from the innermost to the outermost.
json order_of(const TensorIterator& iterator) {
  std::vector<int64_t> axes;
  for (const int64_t axis : iterator.order()) {
    if (iterator.shape()[axis] > 1) axes.push_back(axis);
  }
  return axes;
}

json answer_order(const json& row) { return order_of(iterator_over(row)); }

json answer_given(const json& row) {
  const StridedTensor read = Tensor::zeros(ElementType::kF32, {512});
  Tensor memory = Tensor::zeros(ElementType::kF32, {512});
  const StridedTensor written = StridedTensor::writable(memory);
  return order_of(TensorIteratorConfig()
                      .add_output(part_of(written, row[0], row[1]))
                      .add_output({})
                      .add_input(part_of(read, row[2], row[3]))
                      .build()
                      .value());
}

json answer_overlap(const json& row) {
  Tensor tensor = Tensor::zeros(ElementType::kF32, {64});
  const StridedTensor memory = StridedTensor::writable(tensor);
  const auto built = TensorIteratorConfig::unary_op(part_of(memory, row[0], row[2], row[1].get<int64_t>()),
                                                    part_of(memory, row[0], row[4], row[3].get<int64_t>()))
                         .build();
  if (built.ok()) return "allowed";
  const std::string& rule = built.error().rule();
  return rule == "ELEM-9" ? "inside" : rule == "ELEM-10" ? "partial" : rule;
}

double value_at(int64_t place) { return (place % 3 != 0 ? 1.0 : -1e8) / static_cast<double>(place + 3); }

std::string hex_of(double value) {
  constexpr char kDigits[] = "0123456789abcdef";
  const auto bits = std::bit_cast<uint64_t>(value);
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[bits >> shift & 15];
  return text;
}

/// Cumulative sums along an axis that restride_dim fixes.
json answer_sums(const json& row) {
  Tensor memory = Tensor::zeros(ElementType::kF64, {512});
  for (int64_t place = 0; place < 512; ++place) memory.writable<double>()[place] = value_at(place);
  const Shape shape = shape_in(row[0]);
  const auto axis = row[2].get<int64_t>();
  const StridedTensor input = part_of(memory, row[0], row[1]);
  Tensor sums = Tensor::zeros(ElementType::kF64, shape);
  const StridedTensor output = StridedTensor::writable(sums);
  Shape fixed = shape;
  fixed[axis] = 1;
  const TensorIterator iterator = TensorIteratorConfig()
                                      .resize_outputs(false)
                                      .add_output(restride_dim(output, axis, fixed).value())
                                      .add_input(restride_dim(input, axis, fixed).value())
                                      .build()
                                      .value();
  const int64_t to_step = output.strides()[axis], from_step = input.strides()[axis];
  iterator.for_each([&](char** data, const int64_t* strides, int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      auto* const to = reinterpret_cast<double*>(data[0] + i * strides[0]);
      const auto* const from = reinterpret_cast<const double*>(data[1] + i * strides[1]);
      double sum = 0;
      for (int64_t j = 0; j < shape[axis]; ++j) to[j * to_step] = sum += from[j * from_step];
    }
  });
  json bits = json::array();
  for (const double value : sums.values<double>()) bits.push_back(hex_of(value));
  return bits;
}

int print_tables(const char* path) {
  const json tables = json::parse(std::ifstream(path));
  const std::pair<const char*, json (*)(const json&)> kAnswers[] = {
      {"promotion", answer_promotion}, {"casts", answer_casts}, {"broadcast", answer_broadcast},
      {"strides", answer_strides},     {"order", answer_order}, {"given", answer_given},
      {"overlap", answer_overlap},     {"sums", answer_sums},
  };
  json answers;
  for (const auto& [name, answer] : kAnswers) {
    json& list = answers[name] = json::array();
    for (const json& row : tables.at(name)) list.push_back(answer(row));
  }
  std::cout << answers.dump() << "\n";
  return 0;
}

}  // namespace
}  // namespace backedge

int main(int argc, char** argv) {
  if (argc == 2) return backedge::print_tables(argv[1]);
  std::cerr << "expected one TABLES.json\n";
  return 2;
}
