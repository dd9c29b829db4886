#include "tools/cli/bounds_command.h"
#include "tools/cli/check_command.h"
#include "tools/cli/convert_command.h"
#include "tools/cli/explain_command.h"
#include "tools/cli/explain_failure_command.h"
#include "tools/cli/export_command.h"
#include "tools/cli/fuzz_command.h"
#include "tools/cli/generate_command.h"
#include "tools/cli/golden_command.h"
#include "tools/cli/list_command.h"
#include "tools/cli/run_command.h"
#include "tools/cli/run_program.h"
#include "tools/cli/serve_command.h"
#include "tools/cli/shrink_command.h"
#include "tools/cli/trace_command.h"
#include "tools/cli/verify_command.h"

int main(int count, char** words) {
  using namespace backedge;
  return run_program(
      {add_run, add_explain, add_trace, add_list, add_check, add_export, add_golden, add_verify, add_shrink,
       add_explain_failure, add_generate, add_fuzz, add_bounds, add_convert, add_serve},
      count, words);
}
