#include "tools/cli/run_program.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>

#include "interpreter/base/within_memory.h"
#include "tools/cli/command_line.h"
#include "tools/cli/report_error.h"

namespace backedge {
namespace {

// A file that is opened gets the number of a standard stream that is closed. Then texts for that stream would
// be in the file. So these numbers get a file that can be neither read nor written.
void reserve_standard_streams() {
  for (int stream = 0; stream <= 2; ++stream) {
    const bool closed = fcntl(stream, F_GETFD) < 0 && errno == EBADF;
    if (closed && open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

// Destructors of JSON values need memory, and cannot pass on an exception.
void end_without_memory() {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {  // [LIMIT-5]
    std::fputs("LIMIT-5\n  the machine has no more memory\n  see docs/spec/limits.md#LIMIT-5\n", stderr);
    _exit(1);
  } catch (...) {
    __gnu_cxx::__verbose_terminate_handler();
  }
  std::abort();
}

}  // namespace

int run_program(std::initializer_list<void (*)(CommandLine&)> commands, int count, char** words) {
  reserve_standard_streams();
  std::set_terminate(end_without_memory);
  // `bazel run` starts the program in a folder of its own. File names are relative to the user's folder.
  const char* users_folder = std::getenv("BUILD_WORKING_DIRECTORY");
  if (users_folder != nullptr && chdir(users_folder) != 0) {
    std::perror(users_folder);
    return 1;
  }
  return exit_code(within_memory([&]() -> Result<int> {
    CommandLine program(
        "backedge",
        "Run and explain inference graphs with loops, and the cases that verify implementations of them.\n"
        "Exit codes: 0 done; 1 the model or an input was rejected, a limit was reached, a file could not be "
        "written,\n"
        "or a case or test failed; 2 wrong usage." +
            std::string(std::getenv("BACKEDGE_REPORT") == nullptr
                            ? ""
                            : "\nbackedge report makes a page of results: backedge report --help"));
    for (const auto add : commands) add(program);
    try {
      return program.run(count, words);
    } catch (const std::system_error& failure) {  // [LIMIT-5]
      if (failure.code() != std::errc::resource_unavailable_try_again) throw;
      return Error("LIMIT-5", std::string("the machine cannot start a thread: ") + failure.what());
    }
  }));
}

}  // namespace backedge
