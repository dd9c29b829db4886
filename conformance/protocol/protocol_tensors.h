#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "conformance/corpus/json.h"
#include "conformance/corpus/patience.h"
#include "conformance/corpus/values_json.h"
#include "conformance/protocol/scratch_folder.h"
#include "interpreter/tensor/tensor.h"

/// Tensors in lines of the protocol.
namespace backedge {

/// Why a line does not follow the protocol. Only the message is used: NotProtocol.
inline Error protocol_error(std::string_view message) { return Error("", message); }

/// Writes a large tensor to a file of this name, and returns its path.
using WriteFile = std::function<Result<std::string>(const std::string& name, const Tensor& tensor)>;

/// name  the name of the file for a large tensor
Result<OrderedJson> protocol_json(const Tensor& tensor, const std::string& name, const WriteFile& write_file);

/// The files that a line names.
struct NamedFiles {
  const ScratchFolder* scratch = nullptr;  // the folder that must contain them; nullptr: any folder
  const Patience* patience = nullptr;
  int64_t bytes = 0;  // of the files that were read

  /// errors  protocol_error; those of read_npy
  Result<Tensor> read(const std::string& file);
};

/// errors  protocol_error; those of the readers of JSON and .npy
Result<Tensor> read_protocol_tensor(const Json& json, NamedFiles& files);

}  // namespace backedge
