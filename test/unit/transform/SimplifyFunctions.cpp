// SPDX-License-Identifier: Apache-2.0
// Exact replacements are made; those that would change a number are not.
#include "compiler/transform/SimplifyFunctions.h"
#include "test/unit/transform/TransformTest.h"

namespace tenon {
namespace {

class SimplifyFunctionsTest : public TransformTest {
protected:
  /// What `fn` of x and the literal `number` becomes.
  std::string textOf(const std::string &fn, const std::string &number) {
    auto function =
        run("func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
            "%c = tenon.constant dense<" +
                number +
                "> : tensor<f32> -> tensor<f32>\n"
                "%r = tenon.elementwise <" +
                fn +
                ">(%x, %c) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>\n"
                "return %r : tensor<3xf32>\n}",
            {simplifyFunctions});
    ElementwiseOp op = first<ElementwiseOp>(function);
    if (!op)
      return "x";
    std::string name = stringifyScalarFn(op.getFn()).str();
    bool square = op.getInputs()[0] == op.getInputs()[1];
    return square ? name + "(x, x)" : name;
  }
};

TEST_F(SimplifyFunctionsTest, PowersThatAreProducts) {
  EXPECT_EQ(textOf("pow", "2.0"), "mul(x, x)");
  EXPECT_EQ(textOf("pow", "1.0"), "x");
}

TEST_F(SimplifyFunctionsTest, DivisionsWithAnExactInverse) {
  EXPECT_EQ(textOf("div", "4.0"), "mul");
  EXPECT_EQ(textOf("div", "-0.5"), "mul");
  EXPECT_EQ(textOf("div", "1.0"), "x");
  EXPECT_EQ(textOf("mul", "1.0"), "x");
}

TEST_F(SimplifyFunctionsTest, LeavesWhatWouldChangeANumber) {
  EXPECT_EQ(textOf("pow", "0.5"), "pow"); // of -infinity
  EXPECT_EQ(textOf("pow", "3.0"), "pow"); // rounded twice
  EXPECT_EQ(textOf("div", "3.0"), "div");
  EXPECT_EQ(textOf("div", "1.0e38"), "div");
  EXPECT_EQ(textOf("add", "0.0"), "add"); // of -0
}

} // namespace
} // namespace tenon
