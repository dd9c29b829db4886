#include "tools/cli/explain_command.h"
#include "tools/cli/run_command.h"
#include "tools/cli/run_program.h"

int main(int count, char** words) {
  return backedge::run_program({backedge::add_run, backedge::add_explain}, count, words);
}
