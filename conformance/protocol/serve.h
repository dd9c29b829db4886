#pragma once

#include <iosfwd>
#include <string_view>

#include "conformance/protocol/protocol.h"

namespace backedge {

/// The version with which this program identifies itself.
inline constexpr std::string_view kVersion = "0.1";

/// Speaks the backend's side of the protocol until `bye` or the end of the requests.
///
/// returns  whether every line was a request and could be answered; lines after one that was not a request
///          are not read
bool serve(Backend& backend, const Hello& hello, std::istream& requests, std::ostream& answers);

}  // namespace backedge
