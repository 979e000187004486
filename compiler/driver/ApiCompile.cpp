// SPDX-License-Identifier: Apache-2.0
// The calls of the compiler's C interface that compile.
#include "compiler/driver/ApiCall.h"
#include "compiler/driver/ApiOptions.h"
#include "compiler/driver/ApiReport.h"
#include "compiler/driver/CheckModel.h"
#include "compiler/driver/ModelSignature.h"

using namespace tenon;

struct tenon_compilation {
  Failure failure;
  std::vector<std::byte> engine;
  std::string report;
};

namespace {

tenon_status missing(const char *argument) {
  return tenon::reportFailure(TENON_INVALID_ARGUMENT,
                              std::string("the argument '") + argument +
                                  "' must not be NULL");
}

/// Reads the options and fills a new compilation by `work`.
tenon_status makeCompilation(const tenon_compile_options *given,
                             tenon_compilation **compilation,
                             void (*work)(const CompileOptions &,
                                          tenon_compilation &)) {
  if (!compilation)
    return missing("compilation");
  return apiCallOnLargeStack([&] {
    auto made = std::make_unique<tenon_compilation>();
    CompileOptions options;
    if ((made->failure = readOptions(given, options)))
      made->report = failureReport(made->failure);
    else
      work(options, *made);
    *compilation = made.release();
    Failure &failure = (*compilation)->failure;
    return failure ? reportFailure(failure) : TENON_OK;
  });
}

} // namespace

tenon_status tenon_compile(const tenon_compile_options *options,
                           tenon_compilation **compilation) {
  return makeCompilation(
      options, compilation,
      [](const CompileOptions &options, tenon_compilation &made) {
        CompiledModel model = compileModel(options);
        made.report = compileReport(model);
        made.failure = std::move(model.failure);
        made.engine = std::move(model.engine);
      });
}

tenon_status tenon_check(const tenon_compile_options *options,
                         tenon_compilation **compilation) {
  return makeCompilation(
      options, compilation,
      [](const CompileOptions &options, tenon_compilation &made) {
        CheckedModel model = checkModel(options);
        made.report = checkReport(model);
        made.failure = std::move(model.failure);
      });
}

tenon_status tenon_model_signature(const tenon_compile_options *options,
                                   tenon_compilation **report) {
  return makeCompilation(
      options, report,
      [](const CompileOptions &options, tenon_compilation &made) {
        made.failure = signatureJson(options, made.report);
        if (made.failure)
          made.report = failureReport(made.failure);
      });
}

void tenon_compilation_destroy(tenon_compilation *compilation) {
  delete compilation;
}

tenon_status tenon_compilation_engine(const tenon_compilation *compilation,
                                      const void **bytes, size_t *size) {
  return apiCall([&] {
    if (!compilation || !bytes || !size)
      return missing(!compilation ? "compilation" : !bytes ? "bytes" : "size");
    if (compilation->engine.empty())
      return tenon::reportFailure(TENON_NOT_READY,
                                  "this compilation made no engine; its report "
                                  "says why");
    *bytes = compilation->engine.data();
    *size = compilation->engine.size();
    return TENON_OK;
  });
}

tenon_status tenon_compilation_write(const tenon_compilation *compilation,
                                     const char *path) {
  return apiCall([&] {
    if (!compilation || !path)
      return missing(!compilation ? "compilation" : "path");
    if (compilation->engine.empty())
      return tenon::reportFailure(TENON_NOT_READY,
                                  "this compilation made no engine; its report "
                                  "says why");
    Failure failure = writeEngine(compilation->engine, path);
    if (!failure)
      return TENON_OK;
    return tenon::reportFailure(TENON_WRITE_FAILED,
                                failure.messages.front().text());
  });
}

const char *tenon_compilation_report(const tenon_compilation *compilation) {
  return compilation ? compilation->report.c_str() : "";
}
