#include "conformance/generate/root_causes.h"

#include <algorithm>
#include <bit>

namespace backedge::generate {

RootCause* RootCauses::find(const Failure& failure) {
  for (RootCause& cause : causes_) {
    const Failure& known = cause.failure;
    if (known.outcome != failure.outcome || known.complaint != failure.complaint) continue;
    const bool among =
        std::includes(failure.words.begin(), failure.words.end(), known.words.begin(), known.words.end());
    if (!known.complaint.empty() || among) return &cause;
  }
  return nullptr;
}

bool RootCauses::count(const Failure& failure) {
  RootCause* cause = find(failure);
  if (cause == nullptr) return false;
  ++cause->models;
  const bool look_again =
      failure.complaint.empty() && std::has_single_bit(static_cast<uint64_t>(cause->models));
  return !look_again;
}

bool RootCauses::add(RootCause cause) {
  if (find(cause.failure) != nullptr) return false;
  cause.models = 1;
  causes_.push_back(std::move(cause));
  return true;
}

}  // namespace backedge::generate
