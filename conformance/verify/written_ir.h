#pragma once

#include <string>
#include <vector>

#include "conformance/verify/interpreter_backend.h"
#include "interpreter/graph/graph.h"
#include "interpreter/openvino/build_graph.h"
#include "interpreter/openvino/parse_model.h"
#include "interpreter/openvino/write_graph.h"
#include "interpreter/openvino/write_model.h"

/// Compares models with what they are after they were written as OpenVINO IR.
namespace backedge {

/// The model that a reader of a graph's IR gets.
///
/// errors  those of the writer and of the reader
inline Result<LoadedModel> read_written_ir(const Graph& graph) {
  const openvino::Model written = TRY(openvino::write_graph(graph));
  openvino::Model model = TRY(openvino::parse_model({"written IR", openvino::write_model(written)}, 100'000));
  model.weights = written.weights;
  return LoadedModel(TRY(openvino::build_model(model)));
}

/// How the answers of two models differ: the bits of the outputs, or phase and rule of the error; "" if they
/// do not.
inline std::string difference(const LoadedModel& model, const LoadedModel& other, const Inputs& inputs) {
  const Result<std::vector<Tensor>> expected = infer(model, inputs, case_options());
  const Result<std::vector<Tensor>> actual = infer(other, inputs, case_options());
  if (expected.ok() != actual.ok())
    return expected.ok() ? actual.error().text() : "expected " + expected.error().text();
  if (!expected.ok()) {
    const Error &wanted = expected.error(), &found = actual.error();
    const bool same = wanted.phase() == found.phase() && wanted.rule() == found.rule();
    return same ? "" : "expected " + wanted.text() + ", found " + found.text();
  }
  for (size_t k = 0; k < expected.value().size(); ++k) {
    if (!expected.value()[k].same_bits(actual.value()[k])) return "output " + std::to_string(k) + " differs";
  }
  return "";
}

}  // namespace backedge
