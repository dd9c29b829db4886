#include "tools/cli/convert_command.h"

#include <filesystem>
#include <memory>

#include "interpreter/base/new_file.h"
#include "interpreter/base/open_file.h"
#include "interpreter/base/within_memory.h"
#include "interpreter/onnx/lower_model.h"
#include "interpreter/onnx/writer/write_graph.h"
#include "interpreter/openvino/write_graph.h"
#include "interpreter/openvino/write_model.h"
#include "tools/cli/command_line.h"
#include "tools/cli/model_arguments.h"
#include "tools/cli/output_files.h"
#include "tools/cli/print.h"
#include "tools/cli/report_error.h"

namespace backedge {
namespace {

struct ConvertArguments : ModelArguments {
  std::string out;
};

// The weights beside a model in OpenVINO IR.
std::string weights_beside(const std::string& model) {
  return std::filesystem::path(model).replace_extension(".bin").string();
}

std::vector<std::string> written_files(const ConvertArguments& arguments) {
  if (!arguments.out.ends_with(".xml")) return {arguments.out};
  return {arguments.out, weights_beside(arguments.out)};
}

// The first of these files that would be replaced, or "".
std::string replaced_file(const ConvertArguments& arguments, const std::vector<std::string>& read) {
  for (const std::string& out : written_files(arguments)) {
    for (const std::string& in : read) {
      if (is_same_file(out, in)) return in;
    }
  }
  return "";
}

// Refuses to replace a file that is read.
Complaint check_out(const ConvertArguments& arguments) {
  const std::vector<std::string> written = written_files(arguments);
  if (written.size() > 1 && is_same_file(written[0], written[1]))
    return "OUT and " + written[1] + " are the same file";
  std::vector<std::string> read = {arguments.model};
  const bool has_weights = arguments.model.ends_with(".xml");
  if (has_weights) read.push_back(weights_beside(arguments.model));
  if (!arguments.load.weights.empty()) read.push_back(arguments.load.weights);
  const std::string replaced = replaced_file(arguments, read);
  return replaced.empty() ? "" : "OUT would replace " + replaced + ", a file of the model";
}

// The same for the external data of a model, whose names are in it.
Result<void> check_external_data(const ConvertArguments& arguments) {
  if (!onnx::is_onnx_file(arguments.model)) return {};
  const std::string bytes = TRY(read_model_file(arguments.model, arguments.load.max_bytes));
  const std::string replaced = replaced_file(arguments, TRY(onnx::data_files(bytes, arguments.model)));
  if (replaced.empty()) return {};
  return Error("FILE-1", "OUT would replace this file, which holds data of " + arguments.model)  // [FILE-1]
      .at(replaced, 0);
}

Result<void> convert_command(const ConvertArguments& arguments) {
  const LoadedModel loaded = TRY(load(arguments.model, arguments.load));
  TRY(check_external_data(arguments));
  if (arguments.out.ends_with(".onnx")) {
    TRY(write_text(arguments.out, TRY(onnx::write_graph(loaded.graph()))));
    return print(arguments.out + "\n");
  }
  const openvino::Model model = TRY(openvino::write_graph(loaded.graph()));
  const std::string weights = weights_beside(arguments.out);
  const auto* bytes = reinterpret_cast<const char*>(model.weights.bytes.get());
  // Both are complete before one of them replaces an older file: a model with the weights of another is wrong.
  NewFile new_weights = TRY(NewFile::create(weights)), new_model = TRY(NewFile::create(arguments.out));
  TRY(new_weights.write({bytes, static_cast<size_t>(model.weights.size)}));
  TRY(new_weights.close());
  TRY(new_model.write(openvino::write_model(model)));
  TRY(new_model.close());
  TRY(new_weights.commit());
  TRY(new_model.commit());
  return print(arguments.out + " and " + weights + "\n");
}

}  // namespace

void add_convert(CommandLine& program) {
  const auto convert = std::make_shared<ConvertArguments>();
  Command& command = program.add_command(
      "convert", "Write a model as OpenVINO IR or ONNX, or say what these cannot express.");
  add_model(command, *convert);
  command
      .add_option("OUT", convert->out,
                  "the .onnx file to write, or the .xml; its weights go into the .bin beside it")
      .required()
      .check([](const std::string& out) {
        const bool fits = out.ends_with(".xml") || out.ends_with(".onnx");
        return fits ? Complaint() : "must end in .xml or .onnx, which says the format";
      });
  command.check([convert] { return check_out(*convert); });
  command.runs([convert] {
    return exit_code(within_memory([&] { return convert_command(*convert); }), convert->json_errors);
  });
}

}  // namespace backedge
