// Runs one model as often as requested, and reports the time of each run: one line in, one line out.
//
//   worker MODEL [--weights FILE] [NAME=INTEGER | NAME=1x512 ...]
//
// Other inputs than scalars get random values, which are the same every time. Give the shape of an input if
// the model leaves it open.
#include <chrono>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

#include "interpreter/interpreter.h"
#include "interpreter/tensor/random_tensor.h"

namespace {

using namespace backedge;

struct Arguments {
  std::string model;
  LoadOptions options;
  std::map<std::string, std::string> inputs;
};

Arguments read_arguments(int argc, char** argv) {
  Arguments arguments{.model = argc > 1 ? argv[1] : "", .options = {}, .inputs = {}};
  for (int i = 2; i < argc; ++i) {
    const std::string argument = argv[i];
    const size_t equals = argument.find('=');
    if (argument == "--weights" && i + 1 < argc) {
      arguments.options.weights = argv[++i];
    } else if (equals != std::string::npos) {
      arguments.inputs[argument.substr(0, equals)] = argument.substr(equals + 1);
    }
  }
  return arguments;
}

Shape shape_in(const std::string& text) {
  Shape shape;
  std::istringstream sizes(text);
  for (std::string size; std::getline(sizes, size, 'x');) shape.push_back(std::stoll(size));
  return shape;
}

Tensor make_input(const ModelInput& input, const Arguments& arguments, size_t stream) {
  const auto given = arguments.inputs.find(input.name);
  if (given == arguments.inputs.end()) return random_tensor(input.type, input.shape.shape(), 1, stream);
  if (given->second.find('x') == std::string::npos) return Tensor::scalar<int64_t>(std::stoll(given->second));
  return random_tensor(input.type, shape_in(given->second), 1, stream);
}

std::vector<Tensor> make_inputs(const LoadedModel& model, const Arguments& arguments) {
  std::vector<Tensor> inputs;
  for (const ModelInput& input : model.inputs())
    inputs.push_back(make_input(input, arguments, inputs.size()));
  return inputs;
}

// The largest resident memory since the program began. rusage would include the process that started it.
std::string peak_kibibytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word == "VmHWM:" && status >> word) return word;
  }
  return "0";
}

Result<void> serve(const Arguments& arguments) {
  const LoadedModel model = TRY(load(arguments.model, arguments.options));
  const std::vector<Tensor> inputs = make_inputs(model, arguments);
  for (std::string line; std::getline(std::cin, line);) {
    const auto begin = std::chrono::steady_clock::now();
    TRY(run(model, inputs));
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::cout << seconds.count() << " " << peak_kibibytes() << std::endl;
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const Result<void> served = serve(read_arguments(argc, argv));
  if (served.ok()) return 0;
  std::cerr << served.error().text() << "\n";
  return 1;
}
