#ifndef BACKEDGE_CONFORMANCE_BACKEND_C_H_
#define BACKEDGE_CONFORMANCE_BACKEND_C_H_

/// A backend as a shared library: what it exports, so that `c_host LIBRARY` can speak docs/backend_protocol.md for it.
///
///     backedge verify --backend "c_host ./libmine.so ARGUMENT..."
///
/// C11 or C++11. A library exports the six functions below, and nothing else of it is looked at.
///
/// Errors      are answers. No exception leaves a function, and none of them ends the process: what crashes, exits or never
///             returns takes the host with it, which the suite notes and starts again.
/// Breaches    An answer that this text does not allow (an unknown kind or element type, a negative dimension, a wrong number of
///             bytes ...) counts as a protocol error.
/// Memory      Whoever made a thing frees it. What the host hands over is the host's, is not to be written to, and is valid
///             until the function returns. What the library hands over, strings included, is the library's, and stays valid until
///             the next call of any of its functions, the description until backedge_bye returns.
/// Threads     The host calls from one thread, the one that loaded the library, and one function at a time. The library may use
///             threads of its own; they are at rest when a function has returned.
/// Streams     Standard input is empty, standard output is standard error: print as you like.
/// Order       abi_version, hello, any number of (load, any number of run, unload), bye. A load that gives no model has no unload.
/// Strings     are UTF-8 and end with a zero byte.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version that this text describes.
#define BACKEDGE_ABI_VERSION 1

/// Dimensions of a tensor at most.
#define BACKEDGE_MAX_RANK 12

/// What belongs to the library from hello to bye, and to a model from load to unload. Both are the library's own to declare.
typedef struct backedge_backend backedge_backend;
typedef struct backedge_model backedge_model;

enum { /* backedge_tensor.element_type, and how an element is stored, in the machine's order of bytes: */
       BACKEDGE_BOOLEAN = 1, /* a byte, 0 or 1 */
       BACKEDGE_I8 = 2,      /* int8_t */
       BACKEDGE_I16 = 3,     /* int16_t */
       BACKEDGE_I32 = 4,     /* int32_t */
       BACKEDGE_I64 = 5,     /* int64_t */
       BACKEDGE_U8 = 6,      /* uint8_t */
       BACKEDGE_U16 = 7,     /* uint16_t */
       BACKEDGE_U32 = 8,     /* uint32_t */
       BACKEDGE_U64 = 9,     /* uint64_t */
       BACKEDGE_F16 = 10,    /* the bits of an IEEE 754 binary16, two bytes */
       BACKEDGE_BF16 = 11,   /* the upper half of a binary32, two bytes */
       BACKEDGE_F32 = 12,    /* float */
       BACKEDGE_F64 = 13     /* double */
};

/// Elements in row-major order, without gaps.
typedef struct backedge_tensor {
  const char* name;     /* of an input: that of its Parameter, or ""; of an output: not looked at */
  int32_t element_type; /* BACKEDGE_BOOLEAN ... BACKEDGE_F64 */
  int32_t rank;         /* 0 for a scalar */
  const int64_t* shape; /* `rank` dimensions, none negative; not looked at for a scalar */
  const void* data;     /* of inputs, aligned to 16 bytes; not looked at where there are no elements */
  size_t byte_count;    /* the product of the dimensions times the bytes of an element */
} backedge_tensor;

enum {                        /* backedge_answer.kind */
       BACKEDGE_OUTPUTS = 1,  /* of run alone */
       BACKEDGE_REJECTED = 2, /* the model or its inputs are wrong */
       BACKEDGE_SKIPPED = 3,  /* they may be right, but the library has not what they need, and knows */
       BACKEDGE_FAILED = 4    /* the library broke */
};

enum {                          /* backedge_answer.phase */
       BACKEDGE_PHASE_LOAD = 1, /* the model is wrong */
       BACKEDGE_PHASE_RUN = 2   /* the inference is */
};

/// Made by the host with every member 0, filled by the library. docs/backend_protocol.md, "Other answers", says when which kind is right.
typedef struct backedge_answer {
  int32_t kind;
  int32_t phase;       /* BACKEDGE_REJECTED */
  const char* rule;    /* BACKEDGE_REJECTED: the id of the rule that is broken; NULL: not said */
  const char* message; /* for people, of every kind but BACKEDGE_OUTPUTS; NULL: none */
  const backedge_tensor*
      outputs; /* BACKEDGE_OUTPUTS: one for each Result, in the order of the Result layers in the IR */
  size_t output_count;
} backedge_answer;

/// Made by the host with every member 0, filled by the library.
typedef struct backedge_description {
  const char* name; /* not empty, as `version` */
  const char* version;
  const char* const*
      features; /* those of testdata/features.txt that it has, and a NULL after the last; NULL: all */
  const char* const*
      formats; /* of the models that it reads, "openvino-ir" for example, and a NULL after the last;
                  NULL: "openvino-ir" alone. A library that was compiled before this member existed leaves it NULL */
} backedge_description;

#if defined(__GNUC__)
#define BACKEDGE_EXPORT __attribute__((visibility("default")))
#else
#define BACKEDGE_EXPORT
#endif

/// BACKEDGE_ABI_VERSION as the library was compiled with. Called first; of another version nothing else is called.
BACKEDGE_EXPORT uint32_t backedge_abi_version(void);

/// Begins.
///
/// arguments    what stands behind the library in the host's command line, and a NULL behind the last
/// description  to be filled
/// returns      what load and bye are given; NULL: it cannot begin, and has said why on standard error
BACKEDGE_EXPORT backedge_backend* backedge_hello(const char* const* arguments,
                                                 backedge_description* description);

/// Reads a model.
///
/// model    the absolute path of the model, in one of the formats that the library reads: model.xml is OpenVINO IR; the
///          file stays until unload
/// weights  the file of its weights, absolute; NULL where there are none
/// answer   to be filled where NULL is returned: BACKEDGE_REJECTED, BACKEDGE_SKIPPED or BACKEDGE_FAILED
/// returns  the model; NULL: there is none
BACKEDGE_EXPORT backedge_model* backedge_load(backedge_backend* backend, const char* model,
                                              const char* weights, backedge_answer* answer);

/// Runs one inference, which depends on its own inputs alone.
///
/// inputs  for each Parameter, in the order of the Parameter layers in the IR; a few cases leave one out, give one too many, or one
///         of a wrong element type or shape, which are to be rejected
/// answer  to be filled: any kind
BACKEDGE_EXPORT void backedge_run(backedge_model* model, const backedge_tensor* inputs, size_t input_count,
                                  backedge_answer* answer);

/// Frees a model.
BACKEDGE_EXPORT void backedge_unload(backedge_model* model);

/// Ends, and frees the backend. The library is not called again.
BACKEDGE_EXPORT void backedge_bye(backedge_backend* backend);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* BACKEDGE_CONFORMANCE_BACKEND_C_H_ */
