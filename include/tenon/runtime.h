/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tenon's runtime: load an engine file, bind shapes, run. This is the whole
 * C interface of libtenon.so; nothing here needs the compiler.
 *
 * Rules that hold for every call:
 *  - It returns a status (0 is success), except for the few look-ups that
 *    cannot fail. Nothing throws, aborts or exits, whatever the input.
 *  - After a failure, tenon_error_message() of the same thread says what was
 *    wrong, where, what was found, what is allowed and what to do.
 *  - Results are written only on success. A NULL result pointer, handle or
 *    name is TENON_INVALID_ARGUMENT.
 *  - Structures that may grow begin with `struct_size`; set it to the
 *    structure's sizeof (TENON_INIT does) before passing it.
 *  - An engine is immutable: any number of threads and contexts may use it.
 *    A context belongs to one thread at a time.
 *  - Strings are UTF-8 with a final zero. Sizes are bytes unless said
 *    otherwise, times nanoseconds. Tensors are dense and row-major.
 *
 *   tenon_engine *engine = NULL;
 *   tenon_context *context = NULL;
 *   float x[4] = {1, 2, 3, 4}, y[4];
 *   int64_t dims[1] = {4};
 *   if (tenon_engine_load_file("model.tenon", NULL, &engine) ||
 *       tenon_context_create(engine, NULL, &context) ||
 *       tenon_context_set_input(context, 0, x, sizeof x, dims, 1) ||
 *       tenon_context_set_output(context, 0, y, sizeof y) ||
 *       tenon_context_run(context))
 *     fprintf(stderr, "%s\n", tenon_error_message());
 *   tenon_context_destroy(context);
 *   tenon_engine_destroy(engine);
 */
#ifndef TENON_RUNTIME_H
#define TENON_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define TENON_API __attribute__((visibility("default")))
#else
#define TENON_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The interface this header describes. A library keeps every call of its
 * major version; a minor version adds calls and fields at the end. */
#define TENON_VERSION_MAJOR 0
#define TENON_VERSION_MINOR 1
#define TENON_VERSION_PATCH 0
#define TENON_VERSION                                                          \
  ((TENON_VERSION_MAJOR << 16) | (TENON_VERSION_MINOR << 8) |                  \
   TENON_VERSION_PATCH)

/* Version of the library at run time, built as TENON_VERSION is. */
TENON_API uint32_t tenon_version(void);

/* The same as text, for example "0.1.0". */
TENON_API const char *tenon_version_text(void);

/* ---------------------------------------------------------------- errors */

/* The hundreds of a status are the exit code of a command that fails with
 * it: 1 wrong use or bad file, 2 not supported, 3 verification, 4 resources,
 * 70 a fault of ours. */
typedef enum tenon_status {
  TENON_OK = 0,
  /* A NULL where none is allowed, an index out of range, wrong use. */
  TENON_INVALID_ARGUMENT = 101,
  /* No file, tensor, device or variant of that name. */
  TENON_NOT_FOUND = 102,
  /* A file cannot be read. */
  TENON_READ_FAILED = 103,
  /* The engine file is damaged, cut short or no engine at all. */
  TENON_BAD_ENGINE = 104,
  /* A tensor's rank, dimension or size in bytes is not what the model takes. */
  TENON_BAD_SHAPE = 105,
  /* Something must be done first, such as setting an input. */
  TENON_NOT_READY = 106,
  /* The data of a run asked for an element that does not exist. */
  TENON_BAD_DATA = 107,
  /* The engine needs a newer library. */
  TENON_NEWER_ENGINE = 201,
  /* No variant in the engine fits this device; the message has the list. */
  TENON_NO_VARIANT = 202,
  /* A valid request that this library or device cannot serve. */
  TENON_UNSUPPORTED = 203,
  /* The verdict stored in the engine, or a check, is a mismatch. */
  TENON_VERIFICATION_FAILED = 301,
  /* The system gave no memory. */
  TENON_OUT_OF_MEMORY = 401,
  /* The planned memory is above the limit of the context. */
  TENON_MEMORY_LIMIT = 402,
  /* The device failed, or threads could not be started. */
  TENON_DEVICE_FAILED = 403,
  /* A file cannot be written: disk full, folder read-only. */
  TENON_WRITE_FAILED = 404,
  /* A fault of ours. Please report it. */
  TENON_INTERNAL = 7001
} tenon_status;

/* Name of a status, "TENON_BAD_SHAPE"; "TENON_UNKNOWN" for other numbers. */
TENON_API const char *tenon_status_name(int status);

/* Exit code of a command that fails so: 0, 1, 2, 3, 4 or 70. */
TENON_API int tenon_status_exit_code(int status);

/* Text of the last failure on this thread, "" when there was none. Valid
 * until the next failing call on this thread; at most 4 KiB. */
TENON_API const char *tenon_error_message(void);

/* ----------------------------------------------------------------- types */

typedef enum tenon_type {
  TENON_F32 = 1,
  TENON_U8 = 2,
  TENON_I8 = 3,
  TENON_U16 = 4,
  TENON_I16 = 5,
  TENON_I32 = 6,
  TENON_I64 = 7,
  TENON_STRING = 8, /* reserved: no engine holds string tensors yet */
  TENON_BOOL = 9,   /* one byte, 0 or 1 */
  TENON_F16 = 10,
  TENON_F64 = 11,
  TENON_U32 = 12,
  TENON_U64 = 13,
  TENON_BF16 = 16,
  TENON_U4 = 21, /* two in a byte, low half first */
  TENON_I4 = 22
} tenon_type;

/* Short name, "f32"; "?" for other numbers. */
TENON_API const char *tenon_type_name(int type);

/* Bits of one element; 0 for TENON_STRING and other numbers. */
TENON_API uint32_t tenon_type_bits(int type);

/* Sets the first field of a structure to its size and the rest to zero. In
 * C++ also: tenon_engine_info info = {}; info.struct_size = sizeof info; */
#ifdef __cplusplus
#define TENON_INIT(structure) {sizeof(structure)}
#else
#define TENON_INIT(structure) {.struct_size = sizeof(structure)}
#endif

/* No upper limit. */
#define TENON_UNBOUNDED INT64_MAX

/* One dimension of an input or output. A fixed one has min == max and an
 * empty name; the others carry the name of the model's dimension, or for an
 * output the expression it is computed by, such as "2*h+1". */
typedef struct tenon_dimension {
  const char *name;
  int64_t min;
  int64_t max;     /* TENON_UNBOUNDED: no limit */
  int64_t optimum; /* the size the engine was tuned for */
} tenon_dimension;

typedef struct tenon_tensor_info {
  size_t struct_size;
  const char *name;
  tenon_type type;
  int32_t rank;
  const tenon_dimension *dims; /* [rank] */
  /* Address alignment that spares a copy of this tensor, bytes. */
  uint32_t alignment;
} tenon_tensor_info;

/* -------------------------------------------------------------- engines */

/* A loaded engine: immutable, shared between threads. */
typedef struct tenon_engine tenon_engine;

typedef struct tenon_engine_options {
  size_t struct_size;
  /* "cpu" (also when NULL), or "null": plans and checks, computes zeros. */
  const char *device;
  /* Use the variant of this name; NULL: the best that this device can run. */
  const char *variant;
  /* 1: only to be looked at. No code is loaded, no variant has to fit, and
   * no context can be made. */
  uint32_t inspect_only;
  /* tenon_engine_load_memory only. 1: the bytes stay valid and unchanged
   * until the engine is destroyed; constants are used where they are (the
   * address must be a multiple of 64). 0: the bytes are copied. */
  uint32_t borrow_memory;
} tenon_engine_options;

/* Maps the file at `path`, checks every byte of it, and loads the code of
 * one variant. `options` may be NULL. The file may be replaced afterwards
 * (by rename), not overwritten in place. */
TENON_API tenon_status
tenon_engine_load_file(const char *path, const tenon_engine_options *options,
                       tenon_engine **engine);

/* The same for an engine of `size` bytes in memory. */
TENON_API tenon_status tenon_engine_load_memory(
    const void *bytes, size_t size, const tenon_engine_options *options,
    tenon_engine **engine);

/* Contexts keep what they need of an engine: it may be destroyed before
 * them. NULL is allowed. */
TENON_API void tenon_engine_destroy(tenon_engine *engine);

/* What inputs and outputs there are. Names and dimensions live as long as
 * the engine. An index out of range is TENON_INVALID_ARGUMENT. */
TENON_API tenon_status tenon_engine_input_count(const tenon_engine *engine,
                                                uint32_t *count);
TENON_API tenon_status tenon_engine_output_count(const tenon_engine *engine,
                                                 uint32_t *count);
TENON_API tenon_status tenon_engine_input_info(const tenon_engine *engine,
                                               uint32_t index,
                                               tenon_tensor_info *info);
TENON_API tenon_status tenon_engine_output_info(const tenon_engine *engine,
                                                uint32_t index,
                                                tenon_tensor_info *info);

/* Index of an input or output by name. TENON_NOT_FOUND lists the names and
 * the nearest one. */
TENON_API tenon_status tenon_engine_find_input(const tenon_engine *engine,
                                               const char *name,
                                               uint32_t *index);
TENON_API tenon_status tenon_engine_find_output(const tenon_engine *engine,
                                                const char *name,
                                                uint32_t *index);

typedef struct tenon_engine_info {
  size_t struct_size;
  uint32_t format_version;
  uint64_t file_bytes;
  uint64_t constant_bytes; /* weights, stored once for all variants */
  uint32_t section_count;
  uint32_t variant_count;
  /* The variant in use; UINT32_MAX when inspect_only. */
  uint32_t variant;
  const char *producer;   /* compiler and version */
  const char *model_name; /* as the model calls itself */
  const char *model_hash; /* hexadecimal */
} tenon_engine_info;

TENON_API tenon_status tenon_engine_get_info(const tenon_engine *engine,
                                             tenon_engine_info *info);

/* What the model's author wrote beside the network, as key and value: ONNX's
 * metadata_props, such as the characters that outputs stand for. In the
 * model's order; they live as long as the engine. `size` (may be NULL) is that
 * of the value without its final zero. */
TENON_API tenon_status tenon_engine_property_count(const tenon_engine *engine,
                                                   uint32_t *count);
TENON_API tenon_status tenon_engine_property(const tenon_engine *engine,
                                             uint32_t index, const char **key,
                                             const char **value, size_t *size);

/* The same by key. TENON_NOT_FOUND lists the keys and the nearest one. */
TENON_API tenon_status tenon_engine_find_property(const tenon_engine *engine,
                                                  const char *key,
                                                  const char **value,
                                                  size_t *size);

/* One section of the file, in file order. */
typedef struct tenon_section_info {
  size_t struct_size;
  const char *kind; /* "metadata", "code", "constants", ... */
  uint32_t variant; /* UINT32_MAX: shared by all */
  uint64_t offset;
  uint64_t size;
  uint64_t alignment;
  uint8_t hash[16]; /* XXH3-128, most significant byte first */
} tenon_section_info;

TENON_API tenon_status tenon_engine_section(const tenon_engine *engine,
                                            uint32_t index,
                                            tenon_section_info *info);

/* One variant: the same model for one kind of device. */
typedef struct tenon_variant_info {
  size_t struct_size;
  const char *name;     /* target, for example "x86-64-v4" */
  const char *device;   /* "cpu" */
  const char *features; /* required, separated by commas */
  uint32_t supported;   /* 1: this machine can run it */
  uint32_t kernel_count;
  uint32_t step_count;
  uint64_t code_bytes;
} tenon_variant_info;

TENON_API tenon_status tenon_engine_variant(const tenon_engine *engine,
                                            uint32_t index,
                                            tenon_variant_info *info);

/* JSON texts carried by the engine; "" when it has none. They live as long
 * as the engine. `size` (may be NULL) leaves out the final zero. */
TENON_API tenon_status tenon_engine_explain_json(const tenon_engine *engine,
                                                 const char **text,
                                                 size_t *size);
TENON_API tenon_status tenon_engine_verdict_json(const tenon_engine *engine,
                                                 const char **text,
                                                 size_t *size);

/* The launch list of a variant as JSON: symbols, values, checks, buffers,
 * steps. Made at the first call. Lives as long as the engine. */
TENON_API tenon_status tenon_engine_program_json(const tenon_engine *engine,
                                                 uint32_t variant,
                                                 const char **text,
                                                 size_t *size);

/* A shape given to a question or a check; dims: [rank]. */
typedef struct tenon_shape {
  const int64_t *dims;
  int32_t rank;
} tenon_shape;

/* What one context will allocate at a shape. Weights are not in it: they
 * are mapped once per engine (constant_bytes). */
typedef struct tenon_memory_info {
  size_t struct_size;
  uint64_t planned_peak_bytes; /* arena_bytes + output_bytes */
  uint64_t arena_bytes;        /* intermediate tensors */
  uint64_t output_bytes;       /* outputs that no caller's buffer holds */
  uint64_t live_bytes;         /* most bytes alive at once: the lower bound */
} tenon_memory_info;

/* Plans the memory of a variant for the given input shapes without
 * allocating any of it. `shapes`: one per input, in order; NULL: the optimum
 * of every dimension. `variant`: UINT32_MAX for the one in use, or the first
 * when the engine is only looked at. Errors as in tenon_context_bind. */
TENON_API tenon_status tenon_engine_plan_memory(const tenon_engine *engine,
                                                uint32_t variant,
                                                const tenon_shape *shapes,
                                                uint32_t shape_count,
                                                tenon_memory_info *info);

/* --------------------------------------------------------------- devices */

/* Facts of a device as JSON: for "cpu" vendor, model, cores, caches,
 * features. `device` NULL: "cpu". The text lives as long as the program. */
TENON_API tenon_status tenon_device_json(const char *device, const char **text,
                                         size_t *size);

/* -------------------------------------------------------------- contexts */

/* One thread's use of an engine: bound shapes, arena, results. */
typedef struct tenon_context tenon_context;

typedef struct tenon_context_options {
  size_t struct_size;
  /* Threads that work on one run, the caller's included. 0: one for each CPU
   * this process may use. Results do not depend on it, to the bit. */
  uint32_t threads;
  /* 1: keep the time of every step of the last run. Costs about 50 ns per
   * step. */
  uint32_t profile;
  /* Refuse shapes whose planned peak is above this, before allocating.
   * 0: no limit. */
  uint64_t memory_limit_bytes;
} tenon_context_options;

/* `options` may be NULL. Nothing large is allocated before shapes are bound;
 * threads start with the first step that is split. */
TENON_API tenon_status tenon_context_create(
    const tenon_engine *engine, const tenon_context_options *options,
    tenon_context **context);

/* NULL is allowed. Buffers owned by the context go with it. */
TENON_API void tenon_context_destroy(tenon_context *context);

/* Gives input `index` its data for the following runs: `bytes` bytes at
 * `data`, of shape `dims` [rank]. The data is read during the run, not
 * copied now, and must stay valid until then; it may change between runs
 * without a new call. `data` may be NULL when the shape has no elements, or
 * when the shape is only to be bound for now. Rank, fixed dimensions, ranges
 * and bytes are checked here; dimensions that must agree with other inputs
 * are checked by bind. A pointer that is not aligned as the tensor's info
 * says costs one copy per run. */
TENON_API tenon_status tenon_context_set_input(tenon_context *context,
                                               uint32_t index, const void *data,
                                               size_t bytes,
                                               const int64_t *dims,
                                               int32_t rank);

/* Computes all sizes for the shapes set, checks them, plans and allocates.
 * Cheap when nothing changed; shapes seen before are remembered. `run` does
 * it by itself; call it to learn output shapes or to pay the cost early.
 * TENON_BAD_SHAPE: the shapes contradict the model or each other.
 * TENON_MEMORY_LIMIT, TENON_OUT_OF_MEMORY: as they say; the context stays
 * usable. TENON_NOT_READY: an input has no shape yet. */
TENON_API tenon_status tenon_context_bind(tenon_context *context);

/* Shape of an output at the shapes bound: fills dims [capacity] and `rank`.
 * dims may be NULL to ask only for the rank. TENON_NOT_READY before bind. */
TENON_API tenon_status tenon_context_output_shape(tenon_context *context,
                                                  uint32_t index, int64_t *dims,
                                                  int32_t capacity,
                                                  int32_t *rank);

/* Lets runs write output `index` to `data` [bytes], until set again. `bytes`
 * may be more than needed; less is an error of run and bind. NULL: the
 * context's own buffer again. The buffer must not overlap an input's or
 * another output's. Not aligned as the tensor's info says: one copy. */
TENON_API tenon_status tenon_context_set_output(tenon_context *context,
                                                uint32_t index, void *data,
                                                size_t bytes);

/* Where output `index` is: the caller's buffer or the context's own. The
 * context's own is valid until the context is bound to another shape or
 * destroyed. TENON_NOT_READY before bind. */
TENON_API tenon_status tenon_context_output(tenon_context *context,
                                            uint32_t index, const void **data,
                                            size_t *bytes);

/* Computes. Once bound, a run allocates nothing and takes no lock.
 * TENON_NOT_READY: an input is missing. TENON_BAD_DATA: an index in the data
 * was out of range; the message names the step and its nodes, the outputs
 * are not valid. Errors of bind. */
TENON_API tenon_status tenon_context_run(tenon_context *context);

/* One step of the last run of a context made with profile = 1. */
typedef struct tenon_step_timing {
  const char *name;  /* kernel */
  const char *nodes; /* the model's nodes in it, separated by ", " */
  uint64_t time_ns;
  uint64_t operations; /* arithmetic operations at this shape */
  uint64_t bytes;      /* least bytes read and written at this shape */
  uint32_t threads;    /* how many parts it was split into */
} tenon_step_timing;

/* The steps in order, [count]; valid until the next call on this context.
 * TENON_NOT_READY: no run yet, or not made with profile = 1. */
TENON_API tenon_status tenon_context_step_timings(
    tenon_context *context, const tenon_step_timing **timings, uint32_t *count);

typedef struct tenon_statistics {
  size_t struct_size;
  uint64_t runs;
  uint64_t binds;         /* bind calls that had to compute something */
  uint64_t shapes_cached; /* plans remembered */
  uint64_t arena_bytes;   /* allocated now */
  uint64_t output_bytes;  /* allocated now for outputs */
  uint64_t staging_bytes; /* allocated now for callers' misaligned buffers */
  uint64_t planned_peak_bytes; /* of the bound shape */
  uint64_t operations;         /* of one run at the bound shape */
  uint64_t bytes;              /* least traffic of one run at the bound shape */
  uint32_t threads;
  uint32_t steps;
} tenon_statistics;

TENON_API tenon_status tenon_context_get_statistics(
    const tenon_context *context, tenon_statistics *statistics);

#ifdef __cplusplus
}
#endif

#endif /* TENON_RUNTIME_H */
