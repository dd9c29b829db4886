#include "tools/cli/convert_command.h"

#include <filesystem>
#include <memory>

#include "interpreter/base/within_memory.h"
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

Result<void> convert_command(const ConvertArguments& arguments) {
  const LoadedModel loaded = TRY(load(arguments.model, arguments.load));
  if (arguments.out.ends_with(".onnx")) {
    TRY(write_text(arguments.out, TRY(onnx::write_graph(loaded.graph()))));
    return print(arguments.out + "\n");
  }
  const openvino::Model model = TRY(openvino::write_graph(loaded.graph()));
  const std::string weights = std::filesystem::path(arguments.out).replace_extension(".bin").string();
  const auto* bytes = reinterpret_cast<const char*>(model.weights.bytes.get());
  TRY(write_text(weights, {bytes, static_cast<size_t>(model.weights.size)}));
  TRY(write_text(arguments.out, openvino::write_model(model)));
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
  command.runs([convert] {
    return exit_code(within_memory([&] { return convert_command(*convert); }), convert->json_errors);
  });
}

}  // namespace backedge
