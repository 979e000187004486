/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tenon's compiler: models to engines. The library libtenon-compiler.so holds
 * LLVM and is opened only by who compiles; running an engine needs runtime.h
 * alone. The rules of runtime.h hold here too: every call returns a status,
 * nothing throws or aborts, tenon_compiler_message() has the text of the last
 * failure on the thread, structures begin with their size.
 *
 * Reports are JSON texts with a "version" field; they belong to the handle
 * that gave them.
 */
#ifndef TENON_COMPILER_H
#define TENON_COMPILER_H

#include <tenon/runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One dimension of --shape: a fixed size has min == max; max INT64_MAX is
 * unbounded; keep 1 leaves what the model says. */
typedef struct tenon_dimension_choice {
  uint32_t keep;
  int64_t min;
  int64_t max;
  int64_t optimum;
} tenon_dimension_choice;

typedef struct tenon_input_choice {
  const char *name;
  const tenon_dimension_choice *dims; /* [rank] */
  int32_t rank;
} tenon_input_choice;

/* Called with what is done now and how much of all is done, in [0, 1]. */
typedef void (*tenon_progress)(void *user, const char *stage, double fraction);

typedef struct tenon_compile_options {
  size_t struct_size;
  const char *model_path;
  /* Target names; none: the machine this runs on. */
  const char *const *targets;
  uint32_t target_count;
  const tenon_input_choice *inputs;
  uint32_t input_count;
  uint32_t throughput; /* 1: tune for throughput instead of latency */
  uint32_t skip_verify;
  const char *dump_at;  /* stage name or "all"; NULL: none */
  const char *dump_dir; /* NULL: standard error */
  uint32_t threads;     /* 0: one per core */
  tenon_progress progress;
  void *progress_user;
  /* tenon_reference_execute: most bytes of tensors at a time; 0: no limit. */
  uint64_t memory_limit_bytes;
  /* 1: the result of every node is an output of the engine, to find out which
   * one goes wrong. */
  uint32_t expose_nodes;
} tenon_compile_options;

/* A compiled model in memory, or the report of why there is none. */
typedef struct tenon_compilation tenon_compilation;

/* Compiles. Also after a failure `compilation` is set: its report lists every
 * problem. TENON_INVALID_ARGUMENT and TENON_READ_FAILED: the file or an
 * option is wrong; TENON_UNSUPPORTED: a valid model that is not supported;
 * TENON_VERIFICATION_FAILED; TENON_OUT_OF_MEMORY; TENON_INTERNAL. */
TENON_API tenon_status tenon_compile(const tenon_compile_options *options,
                                     tenon_compilation **compilation);

/* Reads, imports and prices the model; builds nothing. The report has
 * "version", "status" and "problems" as after tenon_compile, and for a
 * supported model
 * {"slow":[{"nodes":[],"why"}],"predicted":{"kernels","distinct_kernels",
 *  "build_ms"},"memory":{"planned_peak_bytes" (0: not known),"weights_bytes",
 *  "sizes":{dynamic dimension: the size it was planned at}}}. */
TENON_API tenon_status tenon_check(const tenon_compile_options *options,
                                   tenon_compilation **compilation);

TENON_API void tenon_compilation_destroy(tenon_compilation *compilation);

/* The engine's bytes; they live as long as the compilation. */
TENON_API tenon_status tenon_compilation_engine(
    const tenon_compilation *compilation, const void **bytes, size_t *size);

/* Writes the engine to `path`: complete or not at all. */
TENON_API tenon_status
tenon_compilation_write(const tenon_compilation *compilation, const char *path);

/* {"version":1,"status":"ok"|"bad_input"|"unsupported"|"mismatch"|
 *  "resources"|"internal","problems":[{"node","op","what","hint"}],
 *  "build_ms","engine_bytes",
 *  "verify":{"ran","checked","mismatches","unjudged"},
 *  "memory":{"planned_peak_bytes","weights_bytes"},"passes":[{"name","ms"}],
 *  "targets":[{"target","kernels","distinct_kernels","code_bytes",
 *              "compile_ms","passes":[{"name","ms"}]}]} */
TENON_API const char *
tenon_compilation_report(const tenon_compilation *compilation);

/* A tensor given to or got from the reference interpreter. */
typedef struct tenon_host_tensor {
  const char *name;
  tenon_type type;
  int32_t rank;
  const int64_t *dims; /* [rank] */
  const void *data;    /* row-major, little-endian */
  size_t bytes;
} tenon_host_tensor;

/* Results of the reference interpreter. */
typedef struct tenon_reference_run tenon_reference_run;

/* Imports the model and interprets it in double precision; `inputs` are
 * found by name. Slow and right: this is the truth others are judged by. */
TENON_API tenon_status tenon_reference_execute(
    const tenon_compile_options *options, const tenon_host_tensor *inputs,
    uint32_t input_count, tenon_reference_run **run);
TENON_API uint32_t tenon_reference_output_count(const tenon_reference_run *run);
TENON_API tenon_status tenon_reference_output(const tenon_reference_run *run,
                                              uint32_t index,
                                              tenon_host_tensor *tensor);
TENON_API void tenon_reference_destroy(tenon_reference_run *run);

/* The inputs and outputs of a model without compiling it, as its file declares
 * them: {"version":1,"name","inputs":[{"name","type","dims":[number or symbol
 * name]}],"outputs":[the same],"symbols":[{"name","min","max" (absent: none),
 * "optimum" (0: not chosen)}],"nodes"}. */
TENON_API tenon_status tenon_model_signature(
    const tenon_compile_options *options, tenon_compilation **report);

/* Text of the last failure of the compiler on this thread. */
TENON_API const char *tenon_compiler_message(void);

#ifdef __cplusplus
}
#endif

#endif /* TENON_COMPILER_H */
