// SPDX-License-Identifier: Apache-2.0
// The tables of CPU levels and of the features that may be added to one.
// Register tiles, fetch and masks: shapes that ran without a spill and near
// the peak rate, from measurements of the contraction kernels.
#include "compiler/target/cpu/CpuModel.h"

#include "compiler/target/cpu/HostCpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {
namespace {

constexpr int64_t kKiB = 1024;
constexpr int64_t kMiB = 1024 * kKiB;
constexpr const char *kX86Triple = "x86_64-unknown-linux-gnu";
constexpr const char *kArmTriple = "aarch64-unknown-linux-gnu";

/// A feature that a name may add to its level.
struct Feature {
  StringLiteral name;
  StringLiteral llvmName;
  void (*apply)(TargetFacts &);
};

constexpr Feature kFeatures[] = {
    {"vnni", "avx512vnni",
     [](TargetFacts &facts) {
       facts.int8Dot = DotFacts{.intrinsic = "llvm.x86.avx512.vpdpbusd.512",
                                .groupSize = 4,
                                .operandsAreGroups = true,
                                .aIsSigned = false,
                                .bIsSigned = true};
     }},
    // Flushes denormals and rounds its sums in its own way: half the rate of
    // f32 on some cores, double on others. The probe decides.
    {"bf16", "avx512bf16",
     [](TargetFacts &facts) {
       facts.bf16Dot = DotFacts{.intrinsic = "llvm.x86.avx512bf16.dpbf16ps.512",
                                .groupSize = 2};
     }},
    {"fp16", "avx512fp16",
     [](TargetFacts &facts) { facts.hasHalfArithmetic = true; }},
};

/// Caches of a typical machine of the level: named targets must not depend on
/// the machine that compiles.
TargetFacts makeX86Facts(StringRef name) {
  TargetFacts facts;
  facts.name = name.str();
  facts.hasFusedMultiplyAdd = true;
  facts.hasHalfConversion = true;
  facts.operandFetch = OperandFetch::ScalarBroadcast;
  facts.cacheLineBytes = 64;
  facts.hugePageBytes = 2 * kMiB;
  facts.l1Bytes = 32 * kKiB;
  facts.l3Bytes = 16 * kMiB;
  facts.numCores = 8;
  return facts;
}

CpuModel makeX86V3() {
  CpuModel model;
  model.facts = makeX86Facts("x86-64-v3");
  model.facts.vectorBytes = 32;
  model.facts.numVectorRegisters = 16;
  model.facts.minMaskedElementBytes = 4;
  model.facts.transposeTile = 8;
  model.facts.registerTiles = {{6, 2}, {4, 3}, {4, 2}};
  model.facts.l2Bytes = 512 * kKiB;
  model.requiredFeatures = {"avx2", "bmi",   "bmi2",  "f16c",
                            "fma",  "lzcnt", "movbe", "popcnt"};
  model.triple = kX86Triple;
  model.llvmCpu = "x86-64-v3";
  return model;
}

CpuModel makeX86V4() {
  CpuModel model = makeX86V3();
  model.facts = makeX86Facts("x86-64-v4");
  model.facts.vectorBytes = 64;
  model.facts.numVectorRegisters = 32;
  model.facts.minMaskedElementBytes = 1;
  model.facts.minGatherElementBytes = 4;
  model.facts.transposeTile = 16;
  model.facts.registerTiles = {{6, 4}, {12, 2}, {14, 2}, {8, 3}, {8, 2}};
  model.facts.l2Bytes = 1 * kMiB;
  for (const char *name :
       {"avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"})
    model.requiredFeatures.push_back(name);
  model.llvmCpu = "x86-64-v4";
  return model;
}

/// Not offered by name in messages: its code is checked, but has no runtime
/// that was tried yet.
CpuModel makeAArch64() {
  CpuModel model;
  model.facts.name = "aarch64";
  model.facts.vectorBytes = 16;
  model.facts.numVectorRegisters = 32;
  model.facts.hasFusedMultiplyAdd = true;
  model.facts.hasHalfConversion = true;
  model.facts.transposeTile = 4;
  model.facts.registerTiles = {{8, 3}, {4, 4}};
  model.facts.operandFetch = OperandFetch::VectorLanes;
  model.facts.cacheLineBytes = 64;
  model.facts.l1Bytes = 64 * kKiB;
  model.facts.l2Bytes = 512 * kKiB;
  model.facts.l3Bytes = 4 * kMiB;
  model.facts.numCores = 4;
  model.requiredFeatures = {"neon"};
  model.triple = kArmTriple;
  model.llvmCpu = "generic";
  return model;
}

Error addFeature(CpuModel &model, StringRef name) {
  const auto *feature =
      find_if(kFeatures, [&](const Feature &f) { return f.name == name; });
  // All of them are instructions on 512-bit registers.
  if (feature == std::end(kFeatures) || model.llvmCpu != "x86-64-v4")
    return createStringError("target '" + model.facts.name +
                             "' has no feature '" + name +
                             "'; known are vnni, bf16 and fp16, of x86-64-v4");
  if (is_contained(model.requiredFeatures, feature->llvmName))
    return createStringError("target feature '" + name + "' is named twice");
  feature->apply(model.facts);
  model.requiredFeatures.push_back(feature->llvmName.str());
  return Error::success();
}

/// One spelling for one set of features: the order of the table.
void finish(CpuModel &model) {
  for (const Feature &feature : kFeatures)
    if (is_contained(model.requiredFeatures, feature.llvmName)) {
      model.facts.name += ("+" + feature.name).str();
      model.llvmFeatures += model.llvmFeatures.empty() ? "+" : ",+";
      model.llvmFeatures += feature.llvmName;
    }
  sort(model.requiredFeatures);
}

} // namespace

Expected<CpuModel> makeCpuModel(StringRef name) {
  SmallVector<StringRef> parts;
  name.split(parts, '+');
  CpuModel model;
  if (parts.front() == "x86-64-v3")
    model = makeX86V3();
  else if (parts.front() == "x86-64-v4")
    model = makeX86V4();
  else if (parts.front() == "aarch64")
    model = makeAArch64();
  else
    return createStringError("no target is named '" + name +
                             "'; known are host, x86-64-v3, x86-64-v4 (which "
                             "takes +vnni, +bf16, +fp16) and null");
  for (StringRef feature : ArrayRef(parts).drop_front())
    if (Error error = addFeature(model, feature))
      return std::move(error);
  finish(model);
  return model;
}

Expected<CpuModel> makeHostCpuModel() {
  std::string name;
  for (StringRef level : {"x86-64-v4", "x86-64-v3"}) {
    if (!missingHostFeatures(cantFail(makeCpuModel(level)).requiredFeatures)
             .empty())
      continue;
    name = level.str();
    break;
  }
  if (name.empty())
    return createStringError(
        "this machine is no target that can be compiled for: it needs x86-64 "
        "with AVX2, FMA and F16C (x86-64-v3); name another target");
  if (name == "x86-64-v4")
    for (const Feature &feature : kFeatures)
      if (missingHostFeatures({feature.llvmName.str()}).empty())
        name += ("+" + feature.name).str();
  Expected<CpuModel> model = makeCpuModel(name);
  if (model)
    readHostFacts(model->facts);
  return model;
}

} // namespace tenon
