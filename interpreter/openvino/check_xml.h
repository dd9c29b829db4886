#pragma once

#include "interpreter/base/result.h"
#include "interpreter/openvino/source.h"

namespace backedge::openvino {

/// Proves that a text is well-formed XML 1.0 in UTF-8, without a document type, not nested too deep.
///
/// RapidXML accepts much that is no XML, expands what it does not know to itself, and recurses: it is given
/// what has passed here.
///
/// errors  READ-2, READ-3, READ-4, at the line of the fault
/// source  Extensible Markup Language (XML) 1.0, fifth edition, "Documents" and "Logical Structures"
Result<void> check_xml(const Source& source, int64_t max_depth);

}  // namespace backedge::openvino
