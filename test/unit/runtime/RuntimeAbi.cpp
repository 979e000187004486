// SPDX-License-Identifier: Apache-2.0
//
// The C interface as its header documents it: every call, every refusal, and
// callers that are older or newer than the library.
#include "EngineMaker.h"

#include <tenon/runtime.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

using namespace tenon::test;
namespace format = tenon::format;

namespace {

template <typename T> T sized() {
  T made = {};
  made.struct_size = sizeof(T);
  return made;
}

#define EXPECT_STATUS(call, expected)                                          \
  EXPECT_STREQ(tenon_status_name(call), #expected) << tenon_error_message()

bool messageHas(const char *part) {
  return std::strstr(tenon_error_message(), part) != nullptr;
}

/// input [n in 1..64 (best 8), 3] f32, scale [1] f32 -> out [n*3] f32 through
/// an arena of the same size.
std::vector<std::byte> makeEngine() {
  EngineMaker maker;
  auto n = maker.symbol("n", 1, 64, 8);
  auto count = maker.apply(format::ValueOp::mul, n, maker.constant(3));
  auto bytes = maker.apply(format::ValueOp::mul, count, maker.constant(4));
  auto x =
      maker.input("input", format::ElementType::f32, {n, maker.constant(3)}, 4);
  auto scale =
      maker.input("scale", format::ElementType::f32, {maker.constant(1)}, 4);
  auto y = maker.output("out", format::ElementType::f32, {count}, 4);
  auto arena = maker.arena(bytes, 0, 1);
  auto &first = maker.step(kAddConstant, {x, scale, arena}, {}, count);
  first.operations = count;
  first.bytes = bytes;
  first.nodes = {"Mul_1", "Add_2"};
  maker.step(kAddConstant, {arena, maker.weights({0.5f}), y}, {}, count);
  return maker.build();
}

class RuntimeAbi : public testing::Test {
protected:
  void SetUp() override {
    std::vector<std::byte> bytes = makeEngine();
    ASSERT_STATUS(
        tenon_engine_load_memory(bytes.data(), bytes.size(), nullptr, &engine));
    auto options = sized<tenon_context_options>();
    options.threads = 1;
    options.profile = 1;
    ASSERT_STATUS(tenon_context_create(engine, &options, &context));
  }
  void TearDown() override {
    tenon_engine_destroy(engine); // before its context: allowed
    tenon_context_destroy(context);
  }
  void ASSERT_STATUS(tenon_status status) {
    ASSERT_EQ(status, TENON_OK) << tenon_error_message();
  }
  void setInputs(int64_t n) {
    int64_t dims[] = {n, 3};
    int64_t one[] = {1};
    ASSERT_STATUS(tenon_context_set_input(
        context, 0, x, static_cast<size_t>(n) * 12, dims, 2));
    ASSERT_STATUS(tenon_context_set_input(context, 1, &scale, 4, one, 1));
  }

  tenon_engine *engine = nullptr;
  tenon_context *context = nullptr;
  float x[64 * 3] = {};
  float scale = 2;
};

TEST_F(RuntimeAbi, runs) {
  x[5] = 10;
  setInputs(2);
  ASSERT_STATUS(tenon_context_run(context));
  const void *data = nullptr;
  size_t bytes = 0;
  ASSERT_STATUS(tenon_context_output(context, 0, &data, &bytes));
  EXPECT_EQ(bytes, 24u);
  EXPECT_EQ(static_cast<const float *>(data)[5], 12.5f);
  EXPECT_EQ(static_cast<const float *>(data)[0], 2.5f);
}

TEST_F(RuntimeAbi, tellsItsInputsAndOutputs) {
  uint32_t count = 0;
  ASSERT_STATUS(tenon_engine_input_count(engine, &count));
  EXPECT_EQ(count, 2u);
  ASSERT_STATUS(tenon_engine_output_count(engine, &count));
  EXPECT_EQ(count, 1u);

  auto info = sized<tenon_tensor_info>();
  ASSERT_STATUS(tenon_engine_input_info(engine, 0, &info));
  EXPECT_STREQ(info.name, "input");
  EXPECT_EQ(info.type, TENON_F32);
  ASSERT_EQ(info.rank, 2);
  EXPECT_STREQ(info.dims[0].name, "n");
  EXPECT_EQ(info.dims[0].min, 1);
  EXPECT_EQ(info.dims[0].max, 64);
  EXPECT_EQ(info.dims[0].optimum, 8);
  EXPECT_STREQ(info.dims[1].name, "");
  EXPECT_EQ(info.dims[1].min, 3);
  EXPECT_EQ(info.dims[1].max, 3);
  EXPECT_EQ(info.alignment, 4u);

  ASSERT_STATUS(tenon_engine_output_info(engine, 0, &info));
  ASSERT_EQ(info.rank, 1);
  EXPECT_STREQ(info.dims[0].name, "n*3");
  EXPECT_EQ(info.dims[0].min, 3);
  EXPECT_EQ(info.dims[0].max, 192);
  EXPECT_EQ(info.dims[0].optimum, 24);
  EXPECT_STATUS(tenon_engine_output_info(engine, 1, &info),
                TENON_INVALID_ARGUMENT);
}

TEST_F(RuntimeAbi, findsNamesAndSuggestsNearOnes) {
  uint32_t index = 9;
  ASSERT_STATUS(tenon_engine_find_input(engine, "scale", &index));
  EXPECT_EQ(index, 1u);
  EXPECT_STATUS(tenon_engine_find_input(engine, "inptu", &index),
                TENON_NOT_FOUND);
  EXPECT_TRUE(messageHas("did you mean 'input'?")) << tenon_error_message();
  EXPECT_EQ(index, 1u); // untouched
  ASSERT_STATUS(tenon_engine_find_output(engine, "out", &index));
  EXPECT_EQ(index, 0u);
}

TEST_F(RuntimeAbi, givesThePropertiesOfTheModel) {
  uint32_t count = 0;
  ASSERT_STATUS(tenon_engine_property_count(engine, &count));
  ASSERT_EQ(count, 2u);
  const char *key = nullptr, *value = nullptr;
  size_t size = 0;
  ASSERT_STATUS(tenon_engine_property(engine, 0, &key, &value, nullptr));
  EXPECT_STREQ(key, "author");
  EXPECT_STREQ(value, "us");
  ASSERT_STATUS(tenon_engine_find_property(engine, "labels", &value, &size));
  EXPECT_STREQ(value, "a\nb");
  EXPECT_EQ(size, 3u);

  EXPECT_EQ(tenon_engine_property(engine, 2, &key, &value, &size),
            TENON_INVALID_ARGUMENT);
  EXPECT_EQ(tenon_engine_find_property(engine, "lables", &value, &size),
            TENON_NOT_FOUND);
  EXPECT_NE(std::string(tenon_error_message()).find("'labels'"),
            std::string::npos);
  EXPECT_EQ(tenon_engine_find_property(engine, nullptr, &value, &size),
            TENON_INVALID_ARGUMENT);
}

TEST_F(RuntimeAbi, tellsWhatTheFileHolds) {
  auto info = sized<tenon_engine_info>();
  ASSERT_STATUS(tenon_engine_get_info(engine, &info));
  EXPECT_EQ(info.format_version, 1u);
  EXPECT_EQ(info.variant_count, 1u);
  EXPECT_EQ(info.variant, 0u);
  EXPECT_EQ(info.constant_bytes, 64u);
  EXPECT_STREQ(info.producer, "test");
  EXPECT_STREQ(info.model_name, "made by hand");

  uint64_t end = 0;
  std::string kinds;
  for (uint32_t i = 0; i < info.section_count; ++i) {
    auto section = sized<tenon_section_info>();
    ASSERT_STATUS(tenon_engine_section(engine, i, &section));
    EXPECT_GE(section.offset, end);
    end = section.offset + section.size;
    kinds += std::string(section.kind) + " ";
  }
  EXPECT_EQ(end, info.file_bytes);
  EXPECT_EQ(kinds, "metadata explain verdict variant program code constants ");

  auto variant = sized<tenon_variant_info>();
  ASSERT_STATUS(tenon_engine_variant(engine, 0, &variant));
  EXPECT_STREQ(variant.name, "test");
  EXPECT_STREQ(variant.device, "cpu");
  EXPECT_STREQ(variant.features, "");
  EXPECT_EQ(variant.supported, 1u);
  EXPECT_EQ(variant.step_count, 2u);
  EXPECT_STATUS(tenon_engine_variant(engine, 1, &variant),
                TENON_INVALID_ARGUMENT);
}

TEST_F(RuntimeAbi, handsOutItsTexts) {
  const char *text = nullptr;
  size_t size = 0;
  ASSERT_STATUS(tenon_engine_explain_json(engine, &text, &size));
  EXPECT_STREQ(text, "{\"kernels\":[]}");
  EXPECT_EQ(size, std::strlen(text));
  ASSERT_STATUS(tenon_engine_verdict_json(engine, &text, nullptr));
  EXPECT_STREQ(text, "{\"checked\":3,\"mismatches\":0}");
  ASSERT_STATUS(tenon_engine_program_json(engine, 0, &text, &size));
  EXPECT_EQ(text[0], '{');
  const char *again = nullptr;
  ASSERT_STATUS(tenon_engine_program_json(engine, 0, &again, nullptr));
  EXPECT_EQ(text, again);
  ASSERT_STATUS(tenon_device_json("null", &text, nullptr));
  EXPECT_STREQ(text, "{\"device\":\"null\"}");
  EXPECT_STATUS(tenon_device_json("cpi", &text, nullptr), TENON_NOT_FOUND);
  EXPECT_TRUE(messageHas("'cpu'"));
}

TEST_F(RuntimeAbi, plansMemoryWithoutAllocating) {
  auto memory = sized<tenon_memory_info>();
  int64_t dims[] = {16, 3};
  int64_t one[] = {1};
  tenon_shape shapes[] = {{dims, 2}, {one, 1}};
  ASSERT_STATUS(
      tenon_engine_plan_memory(engine, UINT32_MAX, shapes, 2, &memory));
  EXPECT_EQ(memory.arena_bytes, 192u);
  EXPECT_EQ(memory.output_bytes, 192u);
  EXPECT_EQ(memory.planned_peak_bytes, 384u);
  EXPECT_EQ(memory.live_bytes, 192u);
  // At the optimum, n = 8: 96 bytes, in whole lines of 64.
  ASSERT_STATUS(tenon_engine_plan_memory(engine, 0, nullptr, 0, &memory));
  EXPECT_EQ(memory.arena_bytes, 128u);
  EXPECT_EQ(memory.live_bytes, 96u);

  EXPECT_STATUS(tenon_engine_plan_memory(engine, 0, shapes, 1, &memory),
                TENON_INVALID_ARGUMENT);
  EXPECT_STATUS(tenon_engine_plan_memory(engine, 1, shapes, 2, &memory),
                TENON_INVALID_ARGUMENT);
  dims[0] = 65;
  EXPECT_STATUS(tenon_engine_plan_memory(engine, 0, shapes, 2, &memory),
                TENON_BAD_SHAPE);
  shapes[0].rank = -1;
  EXPECT_STATUS(tenon_engine_plan_memory(engine, 0, shapes, 2, &memory),
                TENON_INVALID_ARGUMENT);
}

TEST_F(RuntimeAbi, tellsOutputShapesOnceBound) {
  int64_t dims[2] = {-7, -7};
  int32_t rank = -1;
  EXPECT_STATUS(tenon_context_output_shape(context, 0, dims, 2, &rank),
                TENON_NOT_READY);
  setInputs(5);
  ASSERT_STATUS(tenon_context_bind(context));
  ASSERT_STATUS(tenon_context_output_shape(context, 0, nullptr, 0, &rank));
  EXPECT_EQ(rank, 1);
  EXPECT_STATUS(tenon_context_output_shape(context, 0, dims, 0, &rank),
                TENON_INVALID_ARGUMENT);
  EXPECT_STATUS(tenon_context_output_shape(context, 0, dims, -5, &rank),
                TENON_INVALID_ARGUMENT);
  EXPECT_STATUS(tenon_context_output_shape(context, 1, dims, 2, &rank),
                TENON_INVALID_ARGUMENT);
  ASSERT_STATUS(tenon_context_output_shape(context, 0, dims, 2, &rank));
  EXPECT_EQ(dims[0], 15);
  EXPECT_EQ(dims[1], -7);
}

TEST_F(RuntimeAbi, timesSteps) {
  const tenon_step_timing *timings = nullptr;
  uint32_t count = 0;
  setInputs(4);
  EXPECT_STATUS(tenon_context_step_timings(context, &timings, &count),
                TENON_NOT_READY);
  ASSERT_STATUS(tenon_context_run(context));
  ASSERT_STATUS(tenon_context_step_timings(context, &timings, &count));
  ASSERT_EQ(count, 2u);
  EXPECT_STREQ(timings[0].name, "addConstant");
  EXPECT_STREQ(timings[0].nodes, "Mul_1, Add_2");
  EXPECT_EQ(timings[0].operations, 12u);
  EXPECT_EQ(timings[0].bytes, 48u);
  EXPECT_EQ(timings[0].threads, 1u);
  EXPECT_EQ(timings[1].operations, 0u);
}

TEST_F(RuntimeAbi, countsWhatItDid) {
  auto numbers = sized<tenon_statistics>();
  setInputs(16);
  ASSERT_STATUS(tenon_context_run(context));
  ASSERT_STATUS(tenon_context_run(context));
  ASSERT_STATUS(tenon_context_get_statistics(context, &numbers));
  EXPECT_EQ(numbers.runs, 2u);
  EXPECT_EQ(numbers.binds, 1u);
  EXPECT_EQ(numbers.shapes_cached, 1u);
  EXPECT_EQ(numbers.arena_bytes, 192u);
  EXPECT_EQ(numbers.output_bytes, 192u);
  EXPECT_EQ(numbers.planned_peak_bytes, 384u);
  EXPECT_EQ(numbers.operations, 48u);
  EXPECT_EQ(numbers.threads, 1u);
  EXPECT_EQ(numbers.steps, 2u);
}

TEST_F(RuntimeAbi, inspectingNeedsNoVariantThatFits) {
  EngineMaker maker;
  auto n = maker.symbol("n", 0, 10, 4);
  maker.input("x", format::ElementType::f32, {n});
  maker.variant.features = {"no-such-feature", "another"};
  std::vector<std::byte> bytes = maker.build();
  tenon_engine *other = nullptr;
  EXPECT_STATUS(
      tenon_engine_load_memory(bytes.data(), bytes.size(), nullptr, &other),
      TENON_NO_VARIANT);
  auto options = sized<tenon_engine_options>();
  options.inspect_only = 1;
  ASSERT_STATUS(
      tenon_engine_load_memory(bytes.data(), bytes.size(), &options, &other));
  auto variant = sized<tenon_variant_info>();
  ASSERT_STATUS(tenon_engine_variant(other, 0, &variant));
  EXPECT_EQ(variant.supported, 0u);
  EXPECT_STREQ(variant.features, "no-such-feature,another");
  auto info = sized<tenon_engine_info>();
  ASSERT_STATUS(tenon_engine_get_info(other, &info));
  EXPECT_EQ(info.variant, UINT32_MAX);
  tenon_context *none = nullptr;
  EXPECT_STATUS(tenon_context_create(other, nullptr, &none),
                TENON_INVALID_ARGUMENT);
  tenon_engine_destroy(other);
}

TEST_F(RuntimeAbi, borrowingNeedsAlignment) {
  std::vector<std::byte> bytes(makeEngine().size() + 64);
  auto options = sized<tenon_engine_options>();
  options.borrow_memory = 1;
  auto address = reinterpret_cast<uintptr_t>(bytes.data());
  std::byte *odd = bytes.data() + (address % 64 == 0 ? 1 : 0);
  tenon_engine *other = nullptr;
  EXPECT_STATUS(
      tenon_engine_load_memory(odd, bytes.size() - 64, &options, &other),
      TENON_INVALID_ARGUMENT);
}

TEST_F(RuntimeAbi, refusesNull) {
  uint32_t number = 0;
  int32_t rank = 0;
  const char *text = nullptr;
  const void *data = nullptr;
  auto info = sized<tenon_tensor_info>();
  auto engineInfo = sized<tenon_engine_info>();
  auto section = sized<tenon_section_info>();
  auto variant = sized<tenon_variant_info>();
  auto memory = sized<tenon_memory_info>();
  auto numbers = sized<tenon_statistics>();
  const tenon_step_timing *timings = nullptr;
  tenon_status all[] = {
      tenon_engine_load_file(nullptr, nullptr, &engine),
      tenon_engine_load_file("x", nullptr, nullptr),
      tenon_engine_load_memory(nullptr, 0, nullptr, &engine),
      tenon_engine_load_memory(&number, 4, nullptr, nullptr),
      tenon_engine_input_count(nullptr, &number),
      tenon_engine_input_count(engine, nullptr),
      tenon_engine_output_count(nullptr, &number),
      tenon_engine_input_info(nullptr, 0, &info),
      tenon_engine_input_info(engine, 0, nullptr),
      tenon_engine_output_info(nullptr, 0, &info),
      tenon_engine_find_input(nullptr, "x", &number),
      tenon_engine_find_input(engine, nullptr, &number),
      tenon_engine_find_input(engine, "input", nullptr),
      tenon_engine_find_output(nullptr, "x", &number),
      tenon_engine_get_info(nullptr, &engineInfo),
      tenon_engine_get_info(engine, nullptr),
      tenon_engine_section(nullptr, 0, &section),
      tenon_engine_section(engine, 0, nullptr),
      tenon_engine_variant(nullptr, 0, &variant),
      tenon_engine_variant(engine, 0, nullptr),
      tenon_engine_explain_json(nullptr, &text, nullptr),
      tenon_engine_explain_json(engine, nullptr, nullptr),
      tenon_engine_verdict_json(nullptr, &text, nullptr),
      tenon_engine_program_json(nullptr, 0, &text, nullptr),
      tenon_engine_program_json(engine, 0, nullptr, nullptr),
      tenon_engine_plan_memory(nullptr, 0, nullptr, 0, &memory),
      tenon_engine_plan_memory(engine, 0, nullptr, 0, nullptr),
      tenon_device_json("cpu", nullptr, nullptr),
      tenon_context_create(nullptr, nullptr, &context),
      tenon_context_create(engine, nullptr, nullptr),
      tenon_context_set_input(nullptr, 0, x, 0, nullptr, 0),
      tenon_context_set_input(context, 0, x, 0, nullptr, 2),
      tenon_context_bind(nullptr),
      tenon_context_output_shape(nullptr, 0, nullptr, 0, &rank),
      tenon_context_output_shape(context, 0, nullptr, 0, nullptr),
      tenon_context_set_output(nullptr, 0, nullptr, 0),
      tenon_context_output(nullptr, 0, &data, nullptr),
      tenon_context_output(context, 0, nullptr, nullptr),
      tenon_context_run(nullptr),
      tenon_context_step_timings(nullptr, &timings, &number),
      tenon_context_step_timings(context, nullptr, &number),
      tenon_context_step_timings(context, &timings, nullptr),
      tenon_context_get_statistics(nullptr, &numbers),
      tenon_context_get_statistics(context, nullptr),
  };
  for (size_t i = 0; i < std::size(all); ++i)
    EXPECT_EQ(all[i], TENON_INVALID_ARGUMENT) << i;
}

TEST_F(RuntimeAbi, refusesNegativeRanks) {
  int64_t dims[] = {1, 3};
  EXPECT_STATUS(tenon_context_set_input(context, 0, x, 12, dims, -1),
                TENON_INVALID_ARGUMENT);
}

TEST_F(RuntimeAbi, servesOlderCallers) {
  // A caller whose structure ends after `file_bytes`.
  auto info = sized<tenon_engine_info>();
  info.struct_size = offsetof(tenon_engine_info, constant_bytes);
  info.constant_bytes = 12345;
  ASSERT_STATUS(tenon_engine_get_info(engine, &info));
  EXPECT_EQ(info.format_version, 1u);
  EXPECT_EQ(info.constant_bytes, 12345u); // beyond the caller's structure
  EXPECT_EQ(info.struct_size, offsetof(tenon_engine_info, constant_bytes));
}

TEST_F(RuntimeAbi, servesNewerCallersAsLongAsTheyAskNothingNew) {
  struct Newer {
    tenon_context_options options;
    uint64_t more;
  };
  Newer newer = {};
  newer.options.struct_size = sizeof newer;
  tenon_context *other = nullptr;
  ASSERT_STATUS(tenon_context_create(engine, &newer.options, &other));
  tenon_context_destroy(other);
  newer.more = 1;
  EXPECT_STATUS(tenon_context_create(engine, &newer.options, &other),
                TENON_UNSUPPORTED);
}

TEST_F(RuntimeAbi, refusesStructuresWithoutASize) {
  tenon_engine_info info = {};
  EXPECT_STATUS(tenon_engine_get_info(engine, &info), TENON_INVALID_ARGUMENT);
  EXPECT_TRUE(messageHas("struct_size is 0"));
  tenon_context_options options = {};
  tenon_context *other = nullptr;
  EXPECT_STATUS(tenon_context_create(engine, &options, &other),
                TENON_INVALID_ARGUMENT);
}

TEST_F(RuntimeAbi, messagesBelongToTheirThread) {
  EXPECT_STATUS(tenon_context_bind(nullptr), TENON_INVALID_ARGUMENT);
  std::string mine = tenon_error_message();
  std::thread([] {
    EXPECT_STREQ(tenon_error_message(), "");
    uint32_t index = 0;
    EXPECT_STATUS(tenon_engine_find_input(nullptr, "x", &index),
                  TENON_INVALID_ARGUMENT);
  }).join();
  EXPECT_EQ(tenon_error_message(), mine);
}

TEST(RuntimeStatus, hundredsAreExitCodes) {
  EXPECT_EQ(tenon_status_exit_code(TENON_OK), 0);
  EXPECT_EQ(tenon_status_exit_code(TENON_BAD_ENGINE), 1);
  EXPECT_EQ(tenon_status_exit_code(TENON_BAD_DATA), 1);
  EXPECT_EQ(tenon_status_exit_code(TENON_NEWER_ENGINE), 2);
  EXPECT_EQ(tenon_status_exit_code(TENON_VERIFICATION_FAILED), 3);
  EXPECT_EQ(tenon_status_exit_code(TENON_MEMORY_LIMIT), 4);
  EXPECT_EQ(tenon_status_exit_code(TENON_INTERNAL), 70);
}

TEST(RuntimeStatus, namesAndTypesOfAnyNumber) {
  EXPECT_STREQ(tenon_status_name(999), "TENON_UNKNOWN");
  EXPECT_STREQ(tenon_type_name(TENON_BF16), "bf16");
  EXPECT_EQ(tenon_type_bits(TENON_I4), 4u);
  EXPECT_EQ(tenon_type_bits(TENON_STRING), 0u);
  EXPECT_STREQ(tenon_type_name(77), "?");
  EXPECT_STREQ(tenon_type_name(1 + 256), "?"); // not cut to a byte
}

#if !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer) &&     \
    !__has_feature(thread_sanitizer)
/// Loads engines until no memory is left at all, then ends the process: 0
/// when the last call said so.
[[noreturn]] void loadUntilNothingIsLeft() {
  std::vector<std::byte> bytes = makeEngine();
  rlimit none = {1, 1};
  setrlimit(RLIMIT_AS, &none);
  // What the allocator already holds runs out sooner or later.
  tenon_status status = TENON_OK;
  constexpr int kManyTimes = 100000;
  for (int i = 0; i < kManyTimes && status == TENON_OK; ++i) {
    tenon_engine *engine = nullptr;
    status =
        tenon_engine_load_memory(bytes.data(), bytes.size(), nullptr, &engine);
  }
  _exit(status == TENON_OUT_OF_MEMORY ? 0 : 1);
}

TEST(RuntimeMemory, exhaustionIsAStatus) {
  EXPECT_EXIT(loadUntilNothingIsLeft(), testing::ExitedWithCode(0), "");
}
#endif

} // namespace
