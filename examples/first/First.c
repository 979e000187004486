/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The smallest program on Tenon's C interface: loads an engine, runs it once
 * with zeros at the sizes it was tuned for, and prints what comes out.
 *
 *   cc First.c -o first $(pkg-config --cflags --libs tenon)
 *   ./first model.tenon
 */
#include <tenon/runtime.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_DIMENSIONS = 16, BITS_PER_BYTE = 8 };

static int64_t product(const int64_t *dims, int32_t rank) {
  int64_t count = 1;
  for (int32_t i = 0; i < rank; ++i)
    count *= dims[i];
  return count;
}

/* Zeros for input `index`. The context reads them when it runs, so they stay
 * until the program ends. */
static tenon_status give_zeros(const tenon_engine *engine,
                               tenon_context *context, uint32_t index) {
  tenon_tensor_info info = TENON_INIT(info);
  int64_t dims[MOST_DIMENSIONS];
  tenon_status status = tenon_engine_input_info(engine, index, &info);
  if (status != TENON_OK)
    return status;
  for (int32_t i = 0; i < info.rank; ++i)
    dims[i] = info.dims[i].optimum;
  size_t bytes = (size_t)product(dims, info.rank) * tenon_type_bits(info.type) /
                 BITS_PER_BYTE;
  void *zeros = calloc(bytes ? bytes : 1, 1);
  if (!zeros)
    return TENON_OUT_OF_MEMORY;
  return tenon_context_set_input(context, index, zeros, bytes, dims, info.rank);
}

static tenon_status print_output(const tenon_engine *engine,
                                 tenon_context *context, uint32_t index) {
  tenon_tensor_info info = TENON_INIT(info);
  int64_t dims[MOST_DIMENSIONS];
  int32_t rank = 0;
  const void *data = NULL;
  size_t bytes = 0;
  tenon_status status = tenon_engine_output_info(engine, index, &info);
  if (status == TENON_OK)
    status = tenon_context_output_shape(context, index, dims, MOST_DIMENSIONS,
                                        &rank);
  if (status == TENON_OK)
    status = tenon_context_output(context, index, &data, &bytes);
  if (status != TENON_OK)
    return status;
  printf("%s: %s [", info.name, tenon_type_name(info.type));
  for (int32_t i = 0; i < rank; ++i)
    printf("%s%" PRId64, i ? ", " : "", dims[i]);
  printf("]");
  if (info.type == TENON_F32 && bytes > 0)
    printf(", the first %g", *(const float *)data);
  printf("\n");
  return TENON_OK;
}

static tenon_status run(const char *path) {
  tenon_engine *engine = NULL;
  tenon_context *context = NULL;
  uint32_t inputs = 0, outputs = 0;
  tenon_status status = tenon_engine_load_file(path, NULL, &engine);
  if (status == TENON_OK)
    status = tenon_context_create(engine, NULL, &context);
  if (status == TENON_OK)
    status = tenon_engine_input_count(engine, &inputs);
  if (status == TENON_OK)
    status = tenon_engine_output_count(engine, &outputs);
  for (uint32_t i = 0; i < inputs && status == TENON_OK; ++i)
    status = give_zeros(engine, context, i);
  if (status == TENON_OK)
    status = tenon_context_run(context);
  for (uint32_t i = 0; i < outputs && status == TENON_OK; ++i)
    status = print_output(engine, context, i);
  tenon_context_destroy(context);
  tenon_engine_destroy(engine);
  return status;
}

int main(int count, char **words) {
  if (count != 2) {
    fprintf(stderr, "usage: first ENGINE\n");
    return 1;
  }
  tenon_status status = run(words[1]);
  if (status != TENON_OK)
    fprintf(stderr, "first: %s [%s]\n", tenon_error_message(),
            tenon_status_name(status));
  return tenon_status_exit_code(status);
}
