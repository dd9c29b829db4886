/// A shared library as a backend: `c_host LIBRARY [ARGUMENT...]` speaks docs/backend_protocol.md for the
/// library that backend_c.h describes. It is a small separate program, so that the library meets little
/// foreign code, and nothing else ends if it crashes.

#include <fcntl.h>
#include <unistd.h>

#include <ext/stdio_filebuf.h>
#include <iostream>

#include "conformance/protocol/c_library.h"
#include "conformance/protocol/serve.h"

namespace {

// Takes a standard stream from the library: the stream gets a new, unknown number, and `instead` takes its
// place.
int take_stream(int stream, int instead) {
  const int taken = fcntl(stream, F_DUPFD_CLOEXEC, 3);
  return taken < 0 || instead < 0 || dup2(instead, stream) < 0 ? -1 : taken;
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) {
    std::cerr << "usage: c_host LIBRARY [ARGUMENT...]\n";
    return 2;
  }
  const int requests = take_stream(STDIN_FILENO, open("/dev/null", O_RDONLY | O_CLOEXEC));
  const int answers = take_stream(STDOUT_FILENO, STDERR_FILENO);
  if (requests < 0 || answers < 0) {
    std::cerr << "c_host: standard input or output cannot be moved\n";
    return 1;
  }
  const auto library = backedge::CLibrary::open(words[1], words + 2);
  if (!library.ok()) {
    std::cerr << library.error().text() << "\n";
    return 1;
  }
  __gnu_cxx::stdio_filebuf<char> request_lines(requests, std::ios::in), answer_lines(answers, std::ios::out);
  std::istream in(&request_lines);
  std::ostream out(&answer_lines);
  return backedge::serve(*library.value(), library.value()->hello(), in, out) ? 0 : 1;
}
