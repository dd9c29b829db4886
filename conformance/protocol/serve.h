#pragma once

#include <iosfwd>

#include "conformance/protocol/protocol.h"

namespace backedge {

/// Speaks the backend's side of the protocol until `bye` or the end of the requests.
///
/// returns  whether every line was a request and could be answered; lines after one that was not a request
///          are not read
bool serve(Backend& backend, const Hello& hello, std::istream& requests, std::ostream& answers);

}  // namespace backedge
