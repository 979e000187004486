// SPDX-License-Identifier: Apache-2.0
// One greedy run that turns vector operations into simpler ones, one full
// conversion, the entry function. The only file of this folder that includes
// MLIR's conversion headers, which take seconds to compile.
//
//   func.func @kernel(%a: memref<f32> {llvm.noalias}, %n: index,
//                     %begin: index, %end: index)
// becomes
//   llvm.func internal @kernel.body(%a: !llvm.ptr {llvm.noalias}, %n: i64,
//                                   %begin: i64, %end: i64)
//   llvm.func @kernel(%buffers: !llvm.ptr, %sizes: !llvm.ptr,
//                     %begin: i64, %end: i64)
#include "compiler/target/cpu/LowerToLlvm.h"

#include "compiler/target/cpu/TransposeVectors.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/IR/Module.h"

using namespace mlir;

namespace tenon {

void registerLlvmTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}

/// Vector operations that the conversion does not know become others that it
/// does: broadcasts, slices, casts of shape, the odd transpose.
static LogicalResult simplifyVectors(ModuleOp module) {
  transposeVectors(module);
  RewritePatternSet patterns(module.getContext());
  vector::populateVectorToVectorCanonicalizationPatterns(patterns);
  vector::populateVectorBroadcastLoweringPatterns(patterns);
  vector::populateVectorShapeCastLoweringPatterns(patterns);
  vector::populateVectorTransposeLoweringPatterns(
      patterns, vector::VectorTransformsOptions());
  vector::populateVectorInterleaveLoweringPatterns(patterns);
  vector::populateVectorMaskMaterializationPatterns(
      patterns, /*force32BitVectorIndices=*/true);
  vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
  return applyPatternsAndFoldGreedily(module, std::move(patterns));
}

static LogicalResult convert(ModuleOp module) {
  MLIRContext *context = module.getContext();
  LowerToLLVMOptions options(context);
  options.useBarePtrCallConv = true;
  LLVMTypeConverter types(context, options);
  LLVMConversionTarget target(*context);
  target.addLegalOp<ModuleOp>();
  RewritePatternSet patterns(context);
  populateSCFToControlFlowConversionPatterns(patterns);
  populateVectorToLLVMMatrixConversionPatterns(types, patterns);
  populateVectorToLLVMConversionPatterns(types, patterns,
                                         /*reassociateFPReductions=*/false,
                                         /*force32BitVectorIndices=*/true);
  arith::populateArithToLLVMConversionPatterns(types, patterns);
  populateMathToLLVMConversionPatterns(types, patterns);
  populateFinalizeMemRefToLLVMConversionPatterns(types, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(types, patterns);
  ub::populateUBToLLVMConversionPatterns(types, patterns);
  populateFuncToLLVMConversionPatterns(types, patterns);
  return applyFullConversion(module, target, std::move(patterns));
}

/// Removes the casts that the conversion left between its types and the old:
/// from one to the other and back.
static LogicalResult resolveCasts(ModuleOp module) {
  SmallVector<UnrealizedConversionCastOp> casts;
  module.walk([&](UnrealizedConversionCastOp cast) { casts.push_back(cast); });
  for (UnrealizedConversionCastOp cast : casts) {
    auto source =
        cast.getInputs().front().getDefiningOp<UnrealizedConversionCastOp>();
    if (source && source.getInputs().getTypes() == cast.getResultTypes())
      cast->replaceAllUsesWith(source.getInputs());
  }
  for (UnrealizedConversionCastOp cast : llvm::reverse(casts)) {
    if (!cast.use_empty())
      return cast.emitError("cannot convert ")
             << cast.getInputs().front().getType() << " to "
             << cast.getResult(0).getType() << " for this target";
    cast.erase();
  }
  return success();
}

/// Loads element `index` of the array at `base`; it never changes during a
/// launch.
static Value loadArgument(OpBuilder &builder, Location loc, Value base,
                          Type type, int32_t index) {
  Value address = builder.create<LLVM::GEPOp>(loc, base.getType(), type, base,
                                              ArrayRef<LLVM::GEPArg>{index});
  auto load = builder.create<LLVM::LoadOp>(loc, type, address);
  load.setInvariant(true);
  return load;
}

static void addEntry(ModuleOp module, KernelSignature signature) {
  auto body = module.lookupSymbol<LLVM::LLVMFuncOp>(kKernelName);
  Location loc = body.getLoc();
  OpBuilder builder(body);
  body.setName((kKernelName + ".body").str());
  body.setLinkage(LLVM::Linkage::Internal);
  body.setPassthroughAttr(builder.getStrArrayAttr({"noinline"}));
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type i64 = builder.getI64Type();
  auto type =
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()),
                                  {pointer, pointer, i64, i64});
  auto entry = builder.create<LLVM::LLVMFuncOp>(loc, kKernelName, type);
  Block *block = entry.addEntryBlock(builder);
  builder.setInsertionPointToStart(block);
  SmallVector<Value> arguments;
  for (int64_t i = 0; i < signature.numBuffers; ++i)
    arguments.push_back(
        loadArgument(builder, loc, block->getArgument(0), pointer, i));
  for (int64_t i = 0; i < signature.numSizes; ++i)
    arguments.push_back(
        loadArgument(builder, loc, block->getArgument(1), i64, i));
  arguments.push_back(block->getArgument(2));
  arguments.push_back(block->getArgument(3));
  builder.create<LLVM::CallOp>(loc, body, arguments);
  builder.create<LLVM::ReturnOp>(loc, ValueRange{});
}

LogicalResult lowerToLlvm(ModuleOp module, KernelSignature signature) {
  if (failed(simplifyVectors(module)) || failed(convert(module)) ||
      failed(resolveCasts(module)))
    return failure();
  addEntry(module, signature);
  return success();
}

std::unique_ptr<llvm::Module> translateKernel(ModuleOp module,
                                              llvm::LLVMContext &context) {
  return translateModuleToLLVMIR(module, context, kKernelName);
}

} // namespace tenon
