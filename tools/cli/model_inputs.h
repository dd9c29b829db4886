#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "interpreter/interpreter.h"

namespace backedge {

/// `--input NAME=FILE` or `--input INDEX=FILE`, a .npy or a .pb.
struct InputFile {
  std::string parameter;  // a name or a position in layer order
  std::string file;
};

/// The value in a file for a Parameter, which must fit it.
///
/// bytes_left  of the limit; the bytes of the value are subtracted
/// errors      phase input: INPUT-3..5; ONNX-GRAPH-7, 8; LIMIT-1, 3, 4
Result<Value> read_input(const ModelInput& parameter, const std::string& file, int64_t& bytes_left);

/// A value for each Parameter, in layer order. It is read from the file that the user names, otherwise
/// filled with random numbers.
///
/// seed       the seed of the random values; without one, every Parameter needs a file
/// max_bytes  the most bytes that the values may take together
/// errors     phase input: INPUT-1..5; ONNX-GRAPH-7, 8; LIMIT-1, 3, 4
Result<std::vector<Value>> read_inputs(std::span<const ModelInput> parameters,
                                       std::span<const InputFile> files, std::optional<uint64_t> seed,
                                       int64_t max_bytes);

/// The error with a list of the Parameters: position, name, type and shape, one in each line. Inputs with a
/// default follow, without a position.
Error with_parameters(Error error, std::span<const ModelInput> parameters,
                      std::span<const ModelInput> defaults = {});

}  // namespace backedge
