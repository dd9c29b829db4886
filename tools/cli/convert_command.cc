#include "tools/cli/convert_command.h"

#include <filesystem>
#include <memory>

#include "interpreter/base/within_memory.h"
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
  Command& command =
      program.add_command("convert", "Write a model as OpenVINO IR, or say what IR cannot express.");
  add_model(command, *convert);
  command.add_option("OUT", convert->out, "the .xml file to write; the weights go into the .bin beside it")
      .required()
      .check([](const std::string& out) {
        return out.ends_with(".xml") ? Complaint() : "must end in .xml, because the weights go beside it";
      });
  command.runs([convert] {
    return exit_code(within_memory([&] { return convert_command(*convert); }), convert->json_errors);
  });
}

}  // namespace backedge
