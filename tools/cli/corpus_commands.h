#pragma once

#include "interpreter/base/result.h"
#include "tools/cli/corpus_arguments.h"

namespace backedge {

/// `backedge list`: a line for each case, or with --summary what the corpus covers.
///
/// errors  CASE-1, CASE-2 after all that could be read is listed; FILE-1
Result<void> list_command(const ListArguments& arguments);

/// `backedge check`: runs cases and reports those that fail. Returns whether none did.
///
/// errors  CASE-1, CASE-2; FILE-1
Result<bool> check_command(const CheckArguments& arguments);

/// `backedge export`: a folder for each run, without parameters and names, for other runners.
///
/// errors  CASE-1, CASE-2; FILE-1 also where there is something in the folder already
Result<void> export_command(const ExportArguments& arguments);

/// `backedge golden`: holds stored goldens against the interpreter's values, and shows both where they differ;
/// and their tolerances against the derived ones (docs/bounds.md); or makes a case of a model and its inputs. Nothing
/// that is there is written over. Returns whether all agree and hold.
///
/// errors  CASE-1, CASE-2; FILE-1; those of load and run
Result<bool> golden_command(const GoldenArguments& arguments);

/// `backedge verify`: runs cases on a backend and reports what fails, by outcome and by rule.
///
/// returns  the exit code: 0, 1, or 130 after SIGINT, SIGTERM or SIGHUP
/// errors   CASE-1, CASE-2; BACKEND-1; FILE-1
Result<int> verify_command(const VerifyArguments& arguments);

}  // namespace backedge
