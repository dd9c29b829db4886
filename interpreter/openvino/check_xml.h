#pragma once

#include "interpreter/base/result.h"
#include "interpreter/openvino/source.h"

namespace backedge::openvino {

/// Checks that a text is well-formed XML 1.0 in UTF-8, has no document type, and is not nested too deeply.
///
/// RapidXML accepts much that is not XML, copies unknown entities unchanged, and recurses. So it only gets
/// texts that have passed this check.
///
/// errors  READ-2, READ-3, READ-4, at the line of the fault
/// source  Extensible Markup Language (XML) 1.0, fifth edition, "Documents" and "Logical Structures"
Result<void> check_xml(const Source& source, int64_t max_depth);

}  // namespace backedge::openvino
