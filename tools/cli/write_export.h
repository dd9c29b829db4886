#pragma once

#include <span>
#include <string>

#include "conformance/corpus/corpus.h"
#include "interpreter/base/result.h"

namespace backedge {

/// Writes each run as a case of its own, OUT/CASE/RUN, and OUT/index.jsonl: docs/corpus_format.md, "Export".
/// A model of ONNX is there as text and as a binary file.
///
/// out        a folder, or a file whose name ends with .tar.gz
/// digest     of the corpus, for the index
/// every_npy  whether every tensor is a .npy, not only those above 4 KB
/// errors     FILE-1, also if the output exists; CASE-1
Result<void> write_export(const std::string& out, std::span<const SelectedRun> runs,
                          const std::string& digest, bool every_npy);

/// Whether an output is an archive and not a folder.
bool is_archive(const std::string& out);

}  // namespace backedge
