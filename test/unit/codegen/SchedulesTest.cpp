// SPDX-License-Identifier: Apache-2.0
// Each generator and schedule on the smallest graph that asks for it: which
// one is chosen, and that its numbers are the reference's. Sizes are odd, so
// that tiles, squares and vectors hang over.
#include "compiler/codegen/EmitKernel.h"
#include "compiler/driver/CompileModel.h"
#include "compiler/fuse/FormKernels.h"
#include "compiler/target/Target.h"
#include "compiler/transform/PackWeights.h"
#include "test/unit/driver/DriverTest.h"

namespace tenon {
namespace {

struct Case {
  const char *name;
  const char *arguments; ///< of @main, without names of ports
  const char *body;      ///< ends in a value %r
  const char *result;    ///< its type
  const char *schedule;  ///< a part of what explain says
};

/// The text of a convolution, channels last.
#define CONVOLVE(KERNEL, STRIDES, PADS, GROUPS, TYPES)                         \
  "%r = tenon.window <convolve> %x, %w {kernel = array<i64: " KERNEL           \
  ">, strides = array<i64: " STRIDES                                           \
  ">, dilations = array<i64: 1, 1>, input_dilations = array<i64: 1, 1>, "      \
  "low = #tenon.index<" PADS ">, high = #tenon.index<" PADS                    \
  ">, groups = " GROUPS " : i64, channels_last = true} : " TYPES "\n"

const Case kCases[] = {
    {"softmax keeps its powers", "%x: tensor<5x77xf32>",
     R"(%m = tenon.reduce <max> %x [1] : (tensor<5x77xf32>) -> tensor<5xf32>
        %n = tenon.reshape %m : (tensor<5xf32>) -> tensor<5x1xf32>
        %s = tenon.elementwise <sub>(%x, %n) : (tensor<5x77xf32>, tensor<5x1xf32>) -> tensor<5x77xf32>
        %e = tenon.elementwise <exp>(%s) : (tensor<5x77xf32>) -> tensor<5x77xf32>
        %t = tenon.reduce <sum> %e [1] : (tensor<5x77xf32>) -> tensor<5xf32>
        %u = tenon.reshape %t : (tensor<5xf32>) -> tensor<5x1xf32>
        %r = tenon.elementwise <div>(%e, %u) : (tensor<5x77xf32>, tensor<5x1xf32>) -> tensor<5x77xf32>)",
     "tensor<5x77xf32>", "lanes along the last dimension"},
    // The kept element is a product, which a sum would take apart.
    {"a row less the mean of its products", "%x: tensor<5x77xf32>",
     R"(%g = tenon.elementwise <sigmoid>(%x) : (tensor<5x77xf32>) -> tensor<5x77xf32>
        %p = tenon.elementwise <mul>(%x, %g) : (tensor<5x77xf32>, tensor<5x77xf32>) -> tensor<5x77xf32>
        %t = tenon.reduce <sum> %p [1] : (tensor<5x77xf32>) -> tensor<5xf32>
        %u = tenon.reshape %t : (tensor<5xf32>) -> tensor<5x1xf32>
        %r = tenon.elementwise <sub>(%p, %u) : (tensor<5x77xf32>, tensor<5x1xf32>) -> tensor<5x77xf32>)",
     "tensor<5x77xf32>", "lanes along the last dimension"},
    {"a transposition", "%x: tensor<3x37x21xf32>",
     "%r = tenon.transpose %x [0, 2, 1] : (tensor<3x37x21xf32>) -> "
     "tensor<3x21x37xf32>",
     "tensor<3x21x37xf32>", "turned in registers"},
    {"a transposition with a sum", "%x: tensor<37x21xf32>, %b: tensor<37xf32>",
     R"(%t = tenon.transpose %x [1, 0] : (tensor<37x21xf32>) -> tensor<21x37xf32>
        %r = tenon.elementwise <add>(%t, %b) : (tensor<21x37xf32>, tensor<37xf32>) -> tensor<21x37xf32>)",
     "tensor<21x37xf32>", "turned in registers"},
    {"a small transposition", "%x: tensor<5x6xf32>",
     "%r = tenon.transpose %x [1, 0] : (tensor<5x6xf32>) -> tensor<6x5xf32>",
     "tensor<6x5xf32>", "last dimension"},
    {"a concatenation", "%x: tensor<4x23xf32>, %y: tensor<4x9xf32>",
     R"(%e = tenon.elementwise <exp>(%y) : (tensor<4x9xf32>) -> tensor<4x9xf32>
        %r = tenon.concat(%x, %e, %x) 1 : (tensor<4x23xf32>, tensor<4x9xf32>, tensor<4x23xf32>) -> tensor<4x55xf32>)",
     "tensor<4x55xf32>", "in 3 pieces"},
    {"every third column", "%x: tensor<4x111xf32>",
     "%r = tenon.slice %x <\"0\", \"2\"> [1, 3] : (tensor<4x111xf32>) -> "
     "tensor<4x37xf32>",
     "tensor<4x37xf32>", "lanes along the last dimension"},
    {"a padded convolution", "%x: tensor<1x7x19x5xf32>",
     CONVOLVE("3, 3", "1, 1", "\"1\", \"1\"", "1",
              "(tensor<1x7x19x5xf32>, tensor<37x5x3x3xf32>) -> "
              "tensor<1x7x19x37xf32>"),
     "tensor<1x7x19x37xf32>", "register tile"},
    {"a convolution that steps over a border", "%x: tensor<2x9x33x3xf32>",
     CONVOLVE("5, 5", "2, 3", "\"2\", \"4\"", "1",
              "(tensor<2x9x33x3xf32>, tensor<20x3x5x5xf32>) -> "
              "tensor<2x5x13x20xf32>"),
     "tensor<2x5x13x20xf32>", "register tile"},
    {"a depthwise convolution", "%x: tensor<1x6x23x21xf32>",
     CONVOLVE("3, 3", "1, 1", "\"1\", \"1\"", "21",
              "(tensor<1x6x23x21xf32>, tensor<21x1x3x3xf32>) -> "
              "tensor<1x6x23x21xf32>"),
     "tensor<1x6x23x21xf32>", "register tile"},
    {"a tall depthwise kernel on a flat image", "%x: tensor<1x2x11x16xf32>",
     CONVOLVE("5, 5", "1, 1", "\"2\", \"2\"", "16",
              "(tensor<1x2x11x16xf32>, tensor<16x1x5x5xf32>) -> "
              "tensor<1x2x11x16xf32>"),
     "tensor<1x2x11x16xf32>", "register tile"},
    {"groups of odd width", "%x: tensor<1x5x9x12xf32>",
     CONVOLVE("1, 1", "1, 1", "\"0\", \"0\"", "3",
              "(tensor<1x5x9x12xf32>, tensor<63x4x1x1xf32>) -> "
              "tensor<1x5x9x63xf32>"),
     "tensor<1x5x9x63xf32>", "register tile"},
};

class SchedulesTest : public DriverTest,
                      public ::testing::WithParamInterface<Case> {
protected:
  mlir::ModuleOp parseCase() {
    const Case &test = GetParam();
    std::string ports = test.arguments;
    for (const char *name : {"x", "y", "b"}) {
      std::string from = "%" + std::string(name) + ": tensor<";
      size_t at = ports.find(from);
      if (at == std::string::npos)
        continue;
      size_t end = ports.find('>', at);
      ports.insert(end + 1, " {tenon.name = \"" + std::string(name) + "\"}");
    }
    std::string result = test.result;
    return parse("module attributes {tenon.symbols = {}} {\nfunc.func @main(" +
                 ports + ") -> (" + result + " {tenon.name = \"r\"}) {\n" +
                 filter() + test.body + "\nreturn %r : " + result + "\n}}");
  }

  /// A convolution's filter as a constant: numbers that all differ.
  static std::string filter() {
    std::string body = GetParam().body;
    size_t begin = body.find(", tensor<");
    if (body.find("%w") == std::string::npos)
      return "";
    size_t end = body.find('>', begin);
    std::string type = body.substr(begin + 2, end - begin - 1);
    int64_t count = 1;
    std::string bytes;
    for (const char *at = type.c_str() + sizeof("tensor"); *at != 'f';) {
      char *next = nullptr;
      count *= std::strtoll(at, &next, 10);
      at = next + 1;
    }
    for (int64_t i = 0; i < count; ++i) {
      float value = static_cast<float>((i * 7 + 3) % 23 - 11) / 16;
      uint32_t bits = llvm::bit_cast<uint32_t>(value);
      for (int byte = 0; byte < 4; ++byte)
        bytes += llvm::toHex(
            llvm::StringRef(reinterpret_cast<char *>(&bits) + byte, 1));
    }
    return "%w = tenon.constant dense<\"0x" + bytes + "\"> : " + type + " -> " +
           type + "\n";
  }
};

TEST_P(SchedulesTest, IsChosen) {
  mlir::ModuleOp module = parseCase();
  auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
  ASSERT_TRUE(mlir::succeeded(packWeights(main)));
  ASSERT_TRUE(mlir::succeeded(formKernels(main)));
  auto target = createTarget("x86-64-v4", {});
  ASSERT_TRUE(static_cast<bool>(target));
  auto kernels = main.getOps<KernelOp>();
  ASSERT_EQ(std::distance(kernels.begin(), kernels.end()), 1);
  KernelPlan plan = planKernel(*kernels.begin(), (*target)->facts());
  EXPECT_NE(plan.launch.schedule.find(GetParam().schedule), std::string::npos)
      << plan.launch.schedule;
}

TEST_P(SchedulesTest, AgreesWithTheReference) {
  CompileOptions options;
  options.targets = {"host", "x86-64-v3"};
  CompiledModel compiled = compileModule(parseCase(), options);
  ASSERT_FALSE(compiled.failure) << compiled.failure.messages[0].text();
  for (const auto &target : compiled.targets)
    EXPECT_GT(target.verify.checked, 0) << target.target;
}

INSTANTIATE_TEST_SUITE_P(Cases, SchedulesTest, ::testing::ValuesIn(kCases),
                         [](const auto &info) {
                           std::string name = info.param.name;
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

} // namespace
} // namespace tenon
