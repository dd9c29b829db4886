#pragma once

#include <string>

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// A layer that reads or sets a variable of the model.
struct VariableAccess {
  std::string id;
  bool sets = false;
  Signature declared;

  bool operator==(const VariableAccess&) const = default;
};

/// The value itself, if it has the declared type and one of the declared shapes.
///
/// errors  VAR-2
/// source  OpenVINO's ReadValue-3, ReadValue-6, Assign-3, Assign-6
Operation make_access_variable(const VariableAccess& access);

}  // namespace backedge::ops
