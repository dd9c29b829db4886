#include "conformance/corpus/expand_model.h"
#include "conformance/corpus/read_case.h"
#include "conformance/fuzz/fuzz_bytes.h"
#include "conformance/protocol/scratch_folder.h"
#include "conformance/verify/check_run.h"
#include "interpreter/tensor/npy.h"

/// Fuzzes the reader of case.json, next to a model with two placeholders and a tensor file t.npy. A case
/// that can be read has runs with different names, and every run has a model and a verdict.
namespace backedge {
namespace {

constexpr const char* kModel = R"(<net><layers>
<layer id="0" name="x" type="Parameter"><data shape="{{shape}}" element_type="i32"/><output><port id="0"/></output></layer>
<layer id="1" name="s" type="Concat"><data axis="{{axis}}"/><input><port id="0"/><port id="1"/></input><output><port id="2"/></output></layer>
<layer id="2" name="y" type="Result"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>
<edge from-layer="0" from-port="0" to-layer="1" to-port="1"/>
<edge from-layer="1" from-port="2" to-layer="2" to-port="0"/></edges></net>
)";

const ScratchFolder& folder() {
  static const std::unique_ptr<ScratchFolder> folder = [] {
    auto made = ScratchFolder::make().value();
    made->write("model.xml", {kModel}).value();
    write_npy(made->path() + "/t.npy", Tensor::of<int32_t>({2}, {5, 6})).value();
    return made;
  }();
  return *folder;
}

void check_run_of(const TestCase& test_case, const CaseRun& run) {
  demand(run.at.size() == test_case.columns.size(), "a run without a value for each column");
  demand(!run.inferences.empty(), "a run without inferences");
  for (const Inference& inference : run.inferences)
    demand(!inference.answers.empty(), "an inference without answers");
  demand(find_run(test_case, run.name) == &run, "two runs of one name");
  const Result<std::string> model = expand_model(test_case.model, test_case.columns, run.at);
  demand(model.ok() || model.error().rule() == "CASE-1", "a placeholder is rejected by another rule");
  const RunOptions options{.limits = {.max_iterations = 10, .max_bytes = 1 << 16, .max_seconds = 5}};
  const Result<Verdict> verdict = check_run(test_case, run, options);
  demand(verdict.ok() == model.ok(), "a verdict without a model, or none with one");
  demand(!verdict.ok() || verdict.value().passed() || !verdict.value().text.empty(),
         "a verdict without a reason");
}

void check_case(std::string_view json) {
  folder().write("case.json", {json}).value();
  const Result<TestCase> read = read_case(folder().path(), "fuzz/case");
  if (!read.ok()) {
    demand(!read.error().message().empty(), "an error without a message");
    return;
  }
  demand(!read.value().runs.empty(), "a case without runs");
  for (const CaseRun& run : read.value().runs) check_run_of(read.value(), run);
}

}  // namespace
}  // namespace backedge

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  backedge::check_case({reinterpret_cast<const char*>(data), size});
  return 0;
}
