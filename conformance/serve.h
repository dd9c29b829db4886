#pragma once

#include <iosfwd>
#include <string_view>

namespace backedge {

/// Of this program, as it calls itself to others.
inline constexpr std::string_view kVersion = "0.1";

/// Speaks the backend's side of the protocol with the interpreter, until `bye` or the end of the requests.
///
/// returns  whether every line was a request; what follows one that was not is left unread
bool serve(std::istream& requests, std::ostream& answers);

}  // namespace backedge
