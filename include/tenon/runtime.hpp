// SPDX-License-Identifier: Apache-2.0
//
// Tenon's runtime for C++20: the C interface of tenon/runtime.h with owners,
// spans and results. Header only; link libtenon.
//
//   auto engine = tenon::Engine::loadFile("model.tenon");
//   if (!engine)
//     return complain(engine.error().message);
//   auto context = tenon::Context::create(*engine);
//   ...
//
// Every call that can fail returns a Result. With TENON_THROW defined before
// this header is included, a failure throws tenon::Error instead, and results
// can be used without asking.
#ifndef TENON_RUNTIME_HPP
#define TENON_RUNTIME_HPP

#include <tenon/runtime.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A failure that was not looked at is a mistake, unless it throws.
#ifdef TENON_THROW
#include <stdexcept>
#define TENON_NODISCARD
#else
#define TENON_NODISCARD [[nodiscard]]
#endif

namespace tenon {

/// What went wrong: a status and a text that says what to do.
struct Failure {
  tenon_status status = TENON_OK;
  std::string message;
};

#ifdef TENON_THROW
/// Thrown in place of returning a failure.
class Error : public std::runtime_error {
public:
  explicit Error(const Failure &failure)
      : std::runtime_error(failure.message), code(failure.status) {}
  tenon_status status() const { return code; }

private:
  tenon_status code;
};
#endif

/// A value, or why there is none.
template <typename T> class TENON_NODISCARD Result {
public:
  Result(T value) : held(std::move(value)) {}
  Result(Failure failure) : problem(std::move(failure)) {
#ifdef TENON_THROW
    throw Error(problem);
#endif
  }

  explicit operator bool() const { return held.has_value(); }
  T &operator*() & { return *held; }
  const T &operator*() const & { return *held; }
  T &&operator*() && { return std::move(*held); }
  T *operator->() { return &*held; }
  const T *operator->() const { return &*held; }
  const Failure &error() const { return problem; }

private:
  std::optional<T> held;
  Failure problem;
};

/// Success, or why not.
template <> class TENON_NODISCARD Result<void> {
public:
  Result() = default;
  Result(Failure failure) : problem(std::move(failure)) {
#ifdef TENON_THROW
    throw Error(problem);
#endif
  }

  explicit operator bool() const { return problem.status == TENON_OK; }
  const Failure &error() const { return problem; }

private:
  Failure problem;
};

namespace detail {

/// The failure of the C call that just returned `status` on this thread.
inline Failure failure(tenon_status status) {
  return {status, tenon_error_message()};
}

inline Result<void> check(tenon_status status) {
  if (status == TENON_OK)
    return {};
  return failure(status);
}

/// A value that a call fills in.
template <typename T, typename Call> Result<T> ask(Call call) {
  T value = {};
  if (tenon_status status = call(&value); status != TENON_OK)
    return failure(status);
  return value;
}

/// A structure with a size that a call fills in.
template <typename T, typename Call> Result<T> askStruct(Call call) {
  T value = {};
  value.struct_size = sizeof(T);
  if (tenon_status status = call(&value); status != TENON_OK)
    return failure(status);
  return value;
}

} // namespace detail

/// Options with their sizes set; change the fields that matter.
inline tenon_engine_options engineOptions() {
  tenon_engine_options options = {};
  options.struct_size = sizeof options;
  return options;
}

inline tenon_context_options contextOptions() {
  tenon_context_options options = {};
  options.struct_size = sizeof options;
  return options;
}

/// A loaded engine. Copies share it.
class Engine {
public:
  static Result<Engine>
  loadFile(const std::string &path,
           const tenon_engine_options &options = engineOptions()) {
    return own(detail::ask<tenon_engine *>([&](tenon_engine **engine) {
      return tenon_engine_load_file(path.c_str(), &options, engine);
    }));
  }

  static Result<Engine>
  loadMemory(std::span<const std::byte> bytes,
             const tenon_engine_options &options = engineOptions()) {
    return own(detail::ask<tenon_engine *>([&](tenon_engine **engine) {
      return tenon_engine_load_memory(bytes.data(), bytes.size(), &options,
                                      engine);
    }));
  }

  tenon_engine *get() const { return handle.get(); }

  uint32_t numInputs() const { return count(tenon_engine_input_count); }
  uint32_t numOutputs() const { return count(tenon_engine_output_count); }

  Result<tenon_tensor_info> inputInfo(uint32_t index) const {
    return detail::askStruct<tenon_tensor_info>([&](tenon_tensor_info *info) {
      return tenon_engine_input_info(get(), index, info);
    });
  }
  Result<tenon_tensor_info> outputInfo(uint32_t index) const {
    return detail::askStruct<tenon_tensor_info>([&](tenon_tensor_info *info) {
      return tenon_engine_output_info(get(), index, info);
    });
  }
  Result<uint32_t> findInput(const std::string &name) const {
    return detail::ask<uint32_t>([&](uint32_t *index) {
      return tenon_engine_find_input(get(), name.c_str(), index);
    });
  }
  Result<uint32_t> findOutput(const std::string &name) const {
    return detail::ask<uint32_t>([&](uint32_t *index) {
      return tenon_engine_find_output(get(), name.c_str(), index);
    });
  }

  Result<tenon_engine_info> info() const {
    return detail::askStruct<tenon_engine_info>([&](tenon_engine_info *info) {
      return tenon_engine_get_info(get(), info);
    });
  }
  Result<tenon_section_info> section(uint32_t index) const {
    return detail::askStruct<tenon_section_info>([&](tenon_section_info *info) {
      return tenon_engine_section(get(), index, info);
    });
  }
  Result<tenon_variant_info> variant(uint32_t index) const {
    return detail::askStruct<tenon_variant_info>([&](tenon_variant_info *info) {
      return tenon_engine_variant(get(), index, info);
    });
  }

  /// What the model's author wrote under `key`; lives as long as the engine.
  Result<std::string_view> property(const std::string &key) const {
    const char *value = nullptr;
    size_t size = 0;
    if (tenon_status status =
            tenon_engine_find_property(get(), key.c_str(), &value, &size);
        status != TENON_OK)
      return detail::failure(status);
    return std::string_view(value, size);
  }

  /// JSON texts; they live as long as the engine.
  Result<const char *> explainJson() const {
    return detail::ask<const char *>([&](const char **text) {
      return tenon_engine_explain_json(get(), text, nullptr);
    });
  }
  Result<const char *> verdictJson() const {
    return detail::ask<const char *>([&](const char **text) {
      return tenon_engine_verdict_json(get(), text, nullptr);
    });
  }
  Result<const char *> programJson(uint32_t variant) const {
    return detail::ask<const char *>([&](const char **text) {
      return tenon_engine_program_json(get(), variant, text, nullptr);
    });
  }

  /// Memory of one context at these input shapes; none: at the optimum.
  Result<tenon_memory_info>
  planMemory(std::span<const std::vector<int64_t>> shapes = {},
             uint32_t variant = UINT32_MAX) const {
    std::vector<tenon_shape> given;
    for (const std::vector<int64_t> &shape : shapes)
      given.push_back({shape.data(), static_cast<int32_t>(shape.size())});
    return detail::askStruct<tenon_memory_info>([&](tenon_memory_info *info) {
      return tenon_engine_plan_memory(
          get(), variant, given.empty() ? nullptr : given.data(),
          static_cast<uint32_t>(given.size()), info);
    });
  }

private:
  static Result<Engine> own(Result<tenon_engine *> loaded) {
    if (!loaded)
      return loaded.error();
    Engine engine;
    engine.handle.reset(*loaded, tenon_engine_destroy);
    return engine;
  }

  uint32_t count(tenon_status (*call)(const tenon_engine *, uint32_t *)) const {
    uint32_t count = 0;
    (void)call(get(), &count);
    return count;
  }

  std::shared_ptr<tenon_engine> handle;
};

/// One thread's use of an engine.
class Context {
public:
  static Result<Context>
  create(const Engine &engine,
         const tenon_context_options &options = contextOptions()) {
    Result<tenon_context *> made =
        detail::ask<tenon_context *>([&](tenon_context **context) {
          return tenon_context_create(engine.get(), &options, context);
        });
    if (!made)
      return made.error();
    Context context;
    context.handle.reset(*made);
    return context;
  }

  tenon_context *get() const { return handle.get(); }

  /// The data is read during the runs, not copied now.
  Result<void> setInput(uint32_t index, std::span<const std::byte> data,
                        std::span<const int64_t> dims) {
    return detail::check(tenon_context_set_input(
        get(), index, data.data(), data.size(), dims.data(),
        static_cast<int32_t>(dims.size())));
  }
  /// The same for a span of elements.
  template <typename T>
  Result<void> setInput(uint32_t index, std::span<const T> data,
                        std::span<const int64_t> dims) {
    return setInput(index, std::as_bytes(data), dims);
  }

  Result<void> bind() { return detail::check(tenon_context_bind(get())); }

  Result<std::vector<int64_t>> outputShape(uint32_t index) const {
    int32_t rank = 0;
    if (tenon_status status =
            tenon_context_output_shape(get(), index, nullptr, 0, &rank);
        status != TENON_OK)
      return detail::failure(status);
    std::vector<int64_t> dims(static_cast<size_t>(rank));
    if (tenon_status status =
            tenon_context_output_shape(get(), index, dims.data(), rank, &rank);
        status != TENON_OK)
      return detail::failure(status);
    return dims;
  }

  /// An empty span: the context's own buffer again.
  Result<void> setOutput(uint32_t index, std::span<std::byte> data) {
    return detail::check(
        tenon_context_set_output(get(), index, data.data(), data.size()));
  }

  Result<std::span<const std::byte>> output(uint32_t index) const {
    const void *data = nullptr;
    size_t bytes = 0;
    if (tenon_status status = tenon_context_output(get(), index, &data, &bytes);
        status != TENON_OK)
      return detail::failure(status);
    return std::span(static_cast<const std::byte *>(data), bytes);
  }

  Result<void> run() { return detail::check(tenon_context_run(get())); }

  Result<std::span<const tenon_step_timing>> stepTimings() {
    const tenon_step_timing *timings = nullptr;
    uint32_t count = 0;
    if (tenon_status status =
            tenon_context_step_timings(get(), &timings, &count);
        status != TENON_OK)
      return detail::failure(status);
    return std::span(timings, count);
  }

  Result<tenon_statistics> statistics() const {
    return detail::askStruct<tenon_statistics>(
        [&](tenon_statistics *statistics) {
          return tenon_context_get_statistics(get(), statistics);
        });
  }

private:
  struct Destroy {
    void operator()(tenon_context *context) const {
      tenon_context_destroy(context);
    }
  };
  std::unique_ptr<tenon_context, Destroy> handle;
};

/// Facts of a device as JSON.
inline Result<const char *> deviceJson(const char *device = nullptr) {
  return detail::ask<const char *>([&](const char **text) {
    return tenon_device_json(device, text, nullptr);
  });
}

} // namespace tenon

#endif // TENON_RUNTIME_HPP
