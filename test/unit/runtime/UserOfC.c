/* SPDX-License-Identifier: Apache-2.0 */
/* The interface compiles as C99 and links from the shared library; what can
 * be asked without an engine answers. */
#include <tenon/runtime.h>

#include <stdio.h>
#include <string.h>

static int expect(int holds, const char *what) {
  if (!holds)
    fprintf(stderr, "failed: %s (%s)\n", what, tenon_error_message());
  return holds ? 0 : 1;
}

int main(void) {
  int failures = 0;
  tenon_engine *engine = NULL;
  tenon_context *context = NULL;
  const char *text = NULL;
  size_t size = 0;
  tenon_context_options options = TENON_INIT(options);

  failures += expect(tenon_version() == TENON_VERSION, "version");
  failures += expect(strcmp(tenon_version_text(), "0.1.0") == 0, "text");
  failures += expect(tenon_device_json(NULL, &text, &size) == TENON_OK &&
                         strlen(text) == size && size > 0,
                     "facts of the default device");
  failures += expect(tenon_engine_load_file("/does/not/exist", NULL, &engine) ==
                         TENON_NOT_FOUND,
                     "missing file");
  failures += expect(strstr(tenon_error_message(), "/does/not/exist") != NULL,
                     "message names the file");
  failures += expect(tenon_context_create(NULL, &options, &context) ==
                         TENON_INVALID_ARGUMENT,
                     "no engine");
  tenon_context_destroy(NULL);
  tenon_engine_destroy(NULL);
  return failures;
}
