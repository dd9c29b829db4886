// Runs a model from C++.
//
//   my_program MODEL.xml VALUE...
//
// The values are the tensor for the model's first Parameter; the second Parameter starts from 0. The
// program prints the elements of each Result.
#include <cstdio>
#include <cstdlib>

#include "interpreter/interpreter.h"

namespace {

using namespace backedge;

Result<std::vector<Tensor>> run_model(const std::string& file, const std::vector<float>& values) {
  const LoadedModel model = TRY(load(file));  // TRY returns the Error to the caller, if there is one
  const std::vector<Tensor> inputs = {
      Tensor::of<float>({std::ssize(values)}, std::span<const float>(values)),
      Tensor::of<float>({1}, {0}),
  };
  RunOptions options;
  options.limits.max_seconds = 10;
  return run(model, inputs, options);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: my_program MODEL.xml VALUE...\n");
    return 2;
  }
  std::vector<float> values;
  for (int i = 2; i < argc; ++i) values.push_back(std::strtof(argv[i], nullptr));
  const Result<std::vector<Tensor>> outputs = run_model(argv[1], values);
  if (!outputs.ok()) {
    std::fprintf(stderr, "%s\n", outputs.error().text().c_str());
    return 1;
  }
  for (const Tensor& output : outputs.value()) {
    for (const float value : output.values<float>()) std::printf("%g ", static_cast<double>(value));
    std::printf("\n");
  }
  return 0;
}
