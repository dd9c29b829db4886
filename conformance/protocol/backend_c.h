#ifndef BACKEDGE_CONFORMANCE_BACKEND_C_H_
#define BACKEDGE_CONFORMANCE_BACKEND_C_H_

/// The functions of a backend that is a shared library, so that `c_host LIBRARY` can speak
/// docs/backend_protocol.md for it.
///
///     backedge verify --backend "c_host ./libmine.so ARGUMENT..."
///
/// This is C11 or C++11. A library exports the six functions below; nothing else in it is used.
///
/// Errors      are answers. No exception leaves a function, and no error ends the process. A function that
///             crashes, exits or never returns ends the host too, which the suite records before it
///             restarts the host.
/// Breaches    An answer that this text does not allow (an unknown kind or element type, a negative
///             dimension, a wrong number of bytes ...) is a protocol error.
/// Memory      Each side frees what it has allocated. Data from the host belongs to the host, must not be
///             written to, and is valid until the function returns. Data from the library, including
///             strings, belongs to the library and stays valid until the next call of any of its functions;
///             the description stays valid until backedge_bye returns.
/// Threads     The host calls one function at a time, from the one thread that loaded the library. The
///             library may use its own threads, but they must be idle when a function has returned.
/// Streams     Standard input is empty, and standard output goes to standard error, so you may print
///             anything.
/// Order       abi_version, hello, any number of (load, any number of run, unload), bye. A load that gives
///             no model has no unload.
/// Strings     are UTF-8 and end with a zero byte.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version that this file describes.
#define BACKEDGE_ABI_VERSION 1

/// The largest number of dimensions of a tensor.
#define BACKEDGE_MAX_RANK 12

/// The state of the library from hello to bye, and of a model from load to unload. The library defines both
/// types.
typedef struct backedge_backend backedge_backend;
typedef struct backedge_model backedge_model;

/// backedge_tensor.element_type, and how an element is stored, in the machine's byte order.
enum {
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
  const char* name;     /* of an input: the name of its Parameter, or ""; of an output: ignored */
  int32_t element_type; /* BACKEDGE_BOOLEAN ... BACKEDGE_F64 */
  int32_t rank;         /* 0 for a scalar */
  const int64_t* shape; /* `rank` dimensions, none negative; ignored for a scalar */
  const void* data;     /* inputs are aligned to 16 bytes; ignored if there are no elements */
  size_t byte_count;    /* the product of the dimensions times the bytes of an element */
} backedge_tensor;

enum {                        /* backedge_answer.kind */
       BACKEDGE_OUTPUTS = 1,  /* only an answer to run */
       BACKEDGE_REJECTED = 2, /* the model or its inputs are wrong */
       BACKEDGE_SKIPPED = 3,  /* they may be right, but the library knows that it does not support them */
       BACKEDGE_FAILED = 4    /* the library broke */
};

enum {                          /* backedge_answer.phase */
       BACKEDGE_PHASE_LOAD = 1, /* the model is wrong */
       BACKEDGE_PHASE_RUN = 2   /* the inference is wrong */
};

/// The host sets every member to 0, and the library fills it. docs/backend_protocol.md, "Other answers",
/// says which kind is right when.
typedef struct backedge_answer {
  int32_t kind;
  int32_t phase;       /* BACKEDGE_REJECTED */
  const char* rule;    /* BACKEDGE_REJECTED: the id of the broken rule; NULL if you do not name one */
  const char* message; /* for people, for every kind except BACKEDGE_OUTPUTS; NULL if there is none */
  /* BACKEDGE_OUTPUTS: one for each Result, in the order of the Result layers in the IR */
  const backedge_tensor* outputs;
  size_t output_count;
} backedge_answer;

/// The host sets every member to 0, and the library fills it.
typedef struct backedge_description {
  const char* name; /* not empty, like `version` */
  const char* version;
  /* Its features among those of testdata/features.txt, followed by NULL; NULL means all. */
  const char* const* features;
  /* The formats of the models that it reads, for example "openvino-ir", followed by NULL. NULL means only
     "openvino-ir". A library that was compiled before this member existed leaves it NULL. */
  const char* const* formats;
} backedge_description;

#if defined(__GNUC__)
#define BACKEDGE_EXPORT __attribute__((visibility("default")))
#else
#define BACKEDGE_EXPORT
#endif

/// Returns the BACKEDGE_ABI_VERSION with which the library was compiled. It is called first. If the version
/// is another one, nothing else is called.
BACKEDGE_EXPORT uint32_t backedge_abi_version(void);

/// Begins.
///
/// arguments    the words after the library in the host's command line, followed by NULL
/// description  for the library to fill
/// returns      the value that load and bye get; NULL if the library cannot begin and has written the
///              reason to standard error
BACKEDGE_EXPORT backedge_backend* backedge_hello(const char* const* arguments,
                                                 backedge_description* description);

/// Reads a model.
///
/// model    the absolute path of the model, in one of the formats that the library reads. model.xml is
///          OpenVINO IR. The file stays until unload
/// weights  the absolute path of its weights; NULL if there are none
/// answer   for the library to fill if it returns NULL: BACKEDGE_REJECTED, BACKEDGE_SKIPPED or
///          BACKEDGE_FAILED
/// returns  the model; NULL if there is none
BACKEDGE_EXPORT backedge_model* backedge_load(backedge_backend* backend, const char* model,
                                              const char* weights, backedge_answer* answer);

/// Runs one inference, which must depend only on its own inputs.
///
/// inputs  one for each Parameter, in the order of the Parameter layers in the IR. A few cases leave one
///         out, or give one too many, or one with a wrong element type or shape. These must be rejected
/// answer  for the library to fill, with any kind
BACKEDGE_EXPORT void backedge_run(backedge_model* model, const backedge_tensor* inputs, size_t input_count,
                                  backedge_answer* answer);

/// Frees a model.
BACKEDGE_EXPORT void backedge_unload(backedge_model* model);

/// Ends, and frees the backend. No function of the library is called afterwards.
BACKEDGE_EXPORT void backedge_bye(backedge_backend* backend);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* BACKEDGE_CONFORMANCE_BACKEND_C_H_ */
