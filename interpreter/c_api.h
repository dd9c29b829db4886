#pragma once

#include <stddef.h>
#include <stdint.h>

/// The library for programs in C, and for other languages that can call C. It loads a model and runs it, as
/// interpreter.h does for C++.
///
/// Handles are opaque, and each has a function that frees it. Texts are in UTF-8. No function ends the process,
/// and none throws, if its pointers are valid and null only where that is allowed. Functions that can fail
/// return null and set `*error`, which the caller frees. A model never
/// changes, so threads may share it; everything else belongs to one thread at a time.
///
/// Later versions add functions and members of backedge_options. They change nothing else.
#ifdef __cplusplus
extern "C" {
#endif

typedef struct backedge_model backedge_model;
typedef struct backedge_outputs backedge_outputs;
typedef struct backedge_error backedge_error;

/// A tensor. Its elements are in row-major order, without gaps, in the byte order of the machine. An element of
/// less than a byte takes a byte: docs/c_api.md.
typedef struct {
  const char* element_type;  ///< "f32", "i64", "boolean": the names in OpenVINO's `element_type`
  int64_t rank;
  const int64_t* shape;  ///< `rank` dimensions; may be null if there are none
  const void* data;      ///< may be null if there are no elements
} backedge_tensor;

/// An input or an output of a model, as far as it is known before a run.
typedef struct {
  const char* name;
  const char* element_type;
  int64_t rank;          ///< -1: not known
  const int64_t* shape;  ///< `rank` dimensions; -1: not known
} backedge_port;

/// An event in a run: see TraceEvent in interpreter/exec/run_options.h. It is valid only during the call.
typedef struct {
  const char* kind;  ///< "loop begin", "iteration begin", "parameter", "result" or "loop end"
  const char* loop;  ///< `layer 3 "Loop_1" (Loop-5)`
  int64_t depth;     ///< 0: a loop of the outermost graph
  int64_t iteration;
  const char* name;               ///< of the Parameter or Result; otherwise null
  const backedge_tensor* tensor;  ///< null: not a tensor
} backedge_event;

/// A member that is 0 or null has its default, except `size`: without it the options are an error.  (INPUT-7)
typedef struct {
  size_t size;             ///< sizeof(backedge_options), so that later versions can add members
  const char* weights;     ///< the file of a model's weights; default: the .bin beside the .xml
  int64_t max_bytes;       ///< of constants at load, of live tensors in a run; default: 8 GiB  (LIMIT-1)
  int64_t max_iterations;  ///< of all loops of a run together; default: 10^9  (LIMIT-1)
  double max_seconds;      ///< of wall time, of the load or of the run; default: no limit  (LIMIT-1)
  void (*trace)(void* user, const backedge_event* event);
  void* user;  ///< the first argument of `trace`
  /// Names of inputs that have a default and get another value. At load, they become inputs, after all others.
  const char* const* overridden;
  size_t overridden_count;
  /// At load, not 0: the new value of each variable is an output, after all others. (VAR-4)
  int variable_outputs;
} backedge_options;

/// "0.1.0". The first number changes if a program must change.
const char* backedge_version(void);

/// Reads a model and checks that it is well-formed. The ending of its name says the format: .xml, .onnx,
/// .onnxtxt or .json.
///
/// options  may be null
/// error    may be null
/// returns  the model, or null
backedge_model* backedge_load(const char* path, const backedge_options* options, backedge_error** error);

/// The same for bytes in memory. `name` says the format, and is the file's name in errors.
backedge_model* backedge_load_bytes(const void* bytes, size_t size, const char* name,
                                    const backedge_options* options, backedge_error** error);
void backedge_free_model(backedge_model* model);

size_t backedge_input_count(const backedge_model* model);
size_t backedge_output_count(const backedge_model* model);
/// A port lives as long as the model. It is all zeros if `position` is not less than the count.
backedge_port backedge_input(const backedge_model* model, size_t position);
backedge_port backedge_output(const backedge_model* model, size_t position);

/// The inputs that have a default: initializers of an ONNX model, and variables of OpenVINO IR.
/// backedge_options.overridden can name them. (ONNX-GRAPH-18, VAR-4)
size_t backedge_default_count(const backedge_model* model);
backedge_port backedge_default(const backedge_model* model, size_t position);

/// Runs one inference.
///
/// inputs   one for each input, in the order of the model. They are read, not copied, if their data is aligned
///          for the element type
/// returns  the outputs, or null
backedge_outputs* backedge_run(const backedge_model* model, const backedge_tensor* inputs, size_t count,
                               const backedge_options* options, backedge_error** error);
void backedge_free_outputs(backedge_outputs* outputs);

/// Output `position`, in the order of the model. It lives as long as the outputs. It is all zeros if there is
/// none.
backedge_tensor backedge_output_tensor(const backedge_outputs* outputs, size_t position);

/// The parts of an error live as long as the error.
const char* backedge_error_phase(const backedge_error* error);    ///< "read", "load", "input" or "run"
const char* backedge_error_rule(const backedge_error* error);     ///< "SLICE-6": a heading in docs/spec
const char* backedge_error_where(const backedge_error* error);    ///< file, line, layer, as far as known
const char* backedge_error_message(const backedge_error* error);  ///< what is wrong, with the values
void backedge_free_error(backedge_error* error);

#ifdef __cplusplus
}
#endif
