// SPDX-License-Identifier: Apache-2.0
#include "test/unit/math/MathKernel.h"

#include "compiler/ir/kernel/Kernel.h"
#include "compiler/target/cpu/HostCpu.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "gtest/gtest.h"

using namespace mlir;

namespace tenon::test {

EmitFunction unary(Value (*emit)(OpBuilder &, Location, Value)) {
  return [emit](OpBuilder &builder, Location loc, ValueRange operands) {
    return emit(builder, loc, operands[0]);
  };
}

EmitFunction binary(Value (*emit)(OpBuilder &, Location, Value, Value)) {
  return [emit](OpBuilder &builder, Location loc, ValueRange operands) {
    return emit(builder, loc, operands[0], operands[1]);
  };
}

namespace {

Type typeOf(Element element, Builder builder) {
  switch (element) {
  case Element::F16:
    return builder.getF16Type();
  case Element::BF16:
    return builder.getBF16Type();
  case Element::F32:
    return builder.getF32Type();
  case Element::F64:
    return builder.getF64Type();
  case Element::I8:
    return builder.getI8Type();
  case Element::I32:
    return builder.getI32Type();
  case Element::I64:
    return builder.getI64Type();
  }
  return {};
}

/// The buffer `argument` seen as `size` elements.
Value viewOf(OpBuilder &builder, Location loc, Value argument, Value size) {
  Type element = cast<MemRefType>(argument.getType()).getElementType();
  auto type = MemRefType::get({ShapedType::kDynamic}, element);
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  return builder.create<memref::ReinterpretCastOp>(loc, type, argument, zero,
                                                   ArrayRef<OpFoldResult>(size),
                                                   ArrayRef<OpFoldResult>(one));
}

/// A loop over [begin, end) in steps of `lanes`; the last step may go past it.
OwningOpRef<ModuleOp> buildKernel(MLIRContext &context, Type element,
                                  int64_t lanes, int arity,
                                  const EmitFunction &emit) {
  Location loc = UnknownLoc::get(&context);
  SmallVector<KernelBuffer> buffers(arity + 1, KernelBuffer{element});
  buffers.push_back({IntegerType::get(&context, 64)});
  OwningOpRef<ModuleOp> module = createKernelModule(loc, buffers, 0);
  Block &body = getKernel(*module).getBody().front();
  OpBuilder builder = OpBuilder::atBlockEnd(&body);
  Value begin = body.getArgument(arity + 2), end = body.getArgument(arity + 3);
  SmallVector<Value> views;
  for (int i = 0; i <= arity; ++i)
    views.push_back(viewOf(builder, loc, body.getArgument(i), end));
  Value step = builder.create<arith::ConstantIndexOp>(loc, lanes);
  auto loop = builder.create<scf::ForOp>(loc, begin, end, step);
  builder.create<func::ReturnOp>(loc);

  builder.setInsertionPointToStart(loop.getBody());
  Value index = loop.getInductionVar();
  auto vector = VectorType::get({lanes}, element);
  SmallVector<Value> operands;
  for (int i = 0; i < arity; ++i)
    if (lanes == 1)
      operands.push_back(builder.create<memref::LoadOp>(loc, views[i], index));
    else
      operands.push_back(
          builder.create<vector::LoadOp>(loc, vector, views[i], index));
  Value result = emit(builder, loc, operands);
  EXPECT_EQ(result.getType(), operands[0].getType());
  if (lanes == 1)
    builder.create<memref::StoreOp>(loc, result, views[arity], index);
  else
    builder.create<vector::StoreOp>(loc, result, views[arity], index);
  return module;
}

} // namespace

MathKernel::MathKernel(llvm::StringRef targetName, Element element, Form form,
                       int arity, const EmitFunction &emit) {
  std::unique_ptr<Target> target = llvm::cantFail(createTarget(targetName));
  DialectRegistry registry;
  target->addDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  loadKernelDialects(context);
  Type type = typeOf(element, Builder(&context));
  int64_t vectorBits = target->facts().vectorBytes * 8;
  int64_t lanes =
      form == Form::Scalar ? 1 : vectorBits / type.getIntOrFloatBitWidth();
  auto module = buildKernel(context, type, lanes, arity, emit);
  FailureOr<CompiledKernel> kernel = target->compileKernel(*module);
  if (failed(kernel)) {
    ADD_FAILURE() << "the kernel was refused; see the diagnostics";
    return;
  }
  CodeImage code = llvm::cantFail(target->buildImage({&*kernel}));
  image = llvm::cantFail(HostImage::map(*target, code));
}

void MathKernel::run(std::vector<void *> buffers, int64_t count) const {
  ASSERT_TRUE(image.has_value());
  int64_t fault = 0;
  buffers.push_back(&fault);
  image->entry(0)(buffers.data(), nullptr, 0, count);
  ASSERT_EQ(fault, 0);
}

const std::vector<std::string> &runnableTargets() {
  static const std::vector<std::string> targets = [] {
    std::vector<std::string> names;
    for (const char *name : {"x86-64-v3", "x86-64-v4"}) {
      auto target = llvm::cantFail(createTarget(name));
      if (missingHostFeatures(target->requiredFeatures()).empty())
        names.push_back(name);
      else
        std::printf("not run here: %s\n", name);
    }
    return names;
  }();
  return targets;
}

} // namespace tenon::test
