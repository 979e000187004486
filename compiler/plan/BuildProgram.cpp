// SPDX-License-Identifier: Apache-2.0
// Writes the launch list: symbols, ports, buffers with lifetimes, steps.
#include "compiler/plan/BuildProgram.h"
#include "compiler/ir/graph/ConstantElements.h"
#include "compiler/plan/ValueTable.h"

using namespace mlir;

namespace tenon {

namespace {

/// The engine format's number of an element type.
format::ElementType formatType(Type type) {
  using E = format::ElementType;
  if (type.isF16())
    return E::f16;
  if (type.isBF16())
    return E::bf16;
  if (type.isF32())
    return E::f32;
  if (type.isF64())
    return E::f64;
  if (type.isInteger(1))
    return E::boolean;
  bool isUnsigned = type.isUnsignedInteger();
  switch (type.getIntOrFloatBitWidth()) {
  case 8:
    return isUnsigned ? E::u8 : E::i8;
  case 16:
    return isUnsigned ? E::u16 : E::i16;
  case 32:
    return isUnsigned ? E::u32 : E::i32;
  default:
    return isUnsigned ? E::u64 : E::i64;
  }
}

class ProgramBuilder {
public:
  ProgramBuilder(func::FuncOp function, llvm::ArrayRef<KernelLaunch> launches,
                 llvm::ArrayRef<uint32_t> kernels, PlannedConstants constants)
      : function(function), launches(launches), kernels(kernels),
        constants(constants), values(program) {}

  FailureOr<format::Program> build();

private:
  void addSymbols();
  void addChecks();
  void addInputs();
  void addOutputs();
  void addConstant(ConstantOp op);
  LogicalResult addKernel(KernelOp kernel);
  void addView(KernelOp kernel, const IndexExpr &offset);
  void addStep(KernelOp kernel);
  void addCopies();
  format::Port portOf(Type type, std::string name);
  format::BufferId addBuffer(format::Buffer buffer);
  IndexExpr bytesOf(Value value);
  void touch(format::BufferId buffer);

  func::FuncOp function;
  llvm::ArrayRef<KernelLaunch> launches;
  llvm::ArrayRef<uint32_t> kernels;
  PlannedConstants constants;
  format::Program program;
  ValueTable values;
  llvm::DenseMap<Value, format::BufferId> buffers;
  llvm::DenseMap<Value, unsigned> outputs; // results that live in an output
  size_t nextLaunch = 0;
};

IndexExpr ProgramBuilder::bytesOf(Value value) {
  return numElements(sizesOf(value)) *
         elementBytes(elementTypeOf(value)).value_or(1);
}

format::BufferId ProgramBuilder::addBuffer(format::Buffer buffer) {
  program.buffers.push_back(buffer);
  return program.buffers.size() - 1;
}

void ProgramBuilder::addSymbols() {
  auto module = function->getParentOfType<ModuleOp>();
  auto symbols = module->getAttrOfType<DictionaryAttr>("tenon.symbols");
  if (!symbols)
    return;
  for (NamedAttribute entry : symbols) {
    auto range = cast<DenseI64ArrayAttr>(entry.getValue());
    int64_t max = range[1] < 0 ? format::kUnbounded : range[1];
    int64_t optimum = range[2] > 0 ? range[2] : std::max<int64_t>(1, range[0]);
    values.addSymbol(
        {entry.getName().str(), range[0], max, std::min(optimum, max)});
  }
}

void ProgramBuilder::addChecks() {
  auto module = function->getParentOfType<ModuleOp>();
  auto checks = module->getAttrOfType<ArrayAttr>("tenon.checks");
  if (!checks)
    return;
  for (Attribute entry : checks) {
    auto check = cast<ArrayAttr>(entry);
    auto text = [&](unsigned i) {
      return cast<StringAttr>(check[i]).getValue();
    };
    std::optional<IndexExpr> a = IndexExpr::parse(text(0));
    std::optional<IndexExpr> b = IndexExpr::parse(text(1));
    if (a && b)
      program.checks.push_back({format::CheckKind::equal, values.value(*a),
                                values.value(*b), text(2).str()});
  }
}

format::Port ProgramBuilder::portOf(Type type, std::string name) {
  format::Port port;
  port.name = std::move(name);
  port.type = formatType(cast<RankedTensorType>(type).getElementType());
  for (const IndexExpr &size : sizesOf(type))
    port.dims.push_back(values.value(size));
  // Kernels load and store without assuming more than the element's own
  // alignment.
  port.alignment =
      elementBytes(cast<RankedTensorType>(type).getElementType()).value_or(1);
  return port;
}

static std::string nameAttribute(DictionaryAttr attributes) {
  auto name = attributes ? attributes.getAs<StringAttr>("tenon.name") : nullptr;
  return name ? name.str() : "";
}

void ProgramBuilder::addInputs() {
  for (BlockArgument argument : function.getArguments()) {
    unsigned i = argument.getArgNumber();
    program.inputs.push_back(
        portOf(argument.getType(), nameAttribute(function.getArgAttrDict(i))));
    format::Buffer buffer;
    buffer.kind = format::BufferKind::input;
    buffer.index = i;
    buffers[argument] = addBuffer(buffer);
  }
}

void ProgramBuilder::addOutputs() {
  auto yield = cast<func::ReturnOp>(function.getBody().front().getTerminator());
  for (auto [i, value] : llvm::enumerate(yield.getOperands())) {
    program.outputs.push_back(
        portOf(value.getType(), nameAttribute(function.getResultAttrDict(i))));
    // The first output that a kernel's result is gets written in place; what
    // else must become an output is copied at the end.
    if (value.getDefiningOp<KernelOp>())
      outputs.try_emplace(value, i);
  }
}

void ProgramBuilder::addConstant(ConstantOp op) {
  std::vector<char> storage;
  llvm::ArrayRef<char> bytes = constantBytes(op, storage);
  if (!isa<WeightAttr>(op.getValue())) { // the attribute does not outlive us
    constants.owned.emplace_back(bytes.begin(), bytes.end());
    bytes = constants.owned.back();
  }
  format::Buffer buffer;
  buffer.kind = format::BufferKind::constant;
  buffer.length = bytes.size();
  buffer.offset = constants.pool.add(
      std::as_bytes(std::span<const char>(bytes.data(), bytes.size())));
  buffers[op.getResult()] = addBuffer(buffer);
}

void ProgramBuilder::addView(KernelOp kernel, const IndexExpr &offset) {
  format::Buffer buffer;
  buffer.kind = format::BufferKind::alias;
  buffer.index = buffers.lookup(kernel->getOperand(0));
  buffer.size = values.value(bytesOf(kernel.getResult(0)));
  buffer.byteOffset = values.value(offset);
  buffers[kernel.getResult(0)] = addBuffer(buffer);
}

/// Extends the life of the memory under `buffer` to the current step.
void ProgramBuilder::touch(format::BufferId id) {
  format::Buffer *buffer = &program.buffers[id];
  while (buffer->kind == format::BufferKind::alias)
    buffer = &program.buffers[buffer->index];
  if (buffer->kind == format::BufferKind::arena)
    buffer->lastStep = program.steps.size();
}

void ProgramBuilder::addStep(KernelOp kernel) {
  const KernelLaunch &launch = launches[nextLaunch];
  format::Step step;
  step.kind = format::StepKind::kernel;
  step.kernel = kernels[nextLaunch];
  step.name = launch.name;
  ++nextLaunch;
  for (Value operand : kernel->getOperands())
    step.buffers.push_back(buffers.lookup(operand));
  for (Value result : kernel->getResults())
    step.buffers.push_back(buffers.lookup(result));
  for (format::BufferId id : step.buffers)
    touch(id);
  for (const std::string &symbol : launch.symbols)
    step.sizes.push_back(values.value(IndexExpr::symbol(symbol)));
  step.extent = values.value(launch.extent);
  step.grain = values.value(launch.grain);
  step.operations = values.value(launch.operations);
  step.bytes = values.value(launch.bytes);
  kernel->getLoc()->walk([&](Location at) {
    if (auto name = dyn_cast<NameLoc>(at))
      if (!llvm::is_contained(step.nodes, name.getName().str()))
        step.nodes.push_back(name.getName().str());
    return WalkResult::advance();
  });
  program.steps.push_back(std::move(step));
}

LogicalResult ProgramBuilder::addKernel(KernelOp kernel) {
  if (std::optional<IndexExpr> offset = viewOffset(kernel)) {
    addView(kernel, *offset);
    return success();
  }
  if (nextLaunch >= launches.size())
    return kernel->emitError("a kernel without a launch");
  for (Value result : kernel->getResults()) {
    format::Buffer buffer;
    auto output = outputs.find(result);
    if (output != outputs.end()) {
      buffer.kind = format::BufferKind::output;
      buffer.index = output->second;
    } else {
      buffer.kind = format::BufferKind::arena;
      buffer.size = values.value(bytesOf(result));
      buffer.firstStep = buffer.lastStep = program.steps.size();
    }
    buffers[result] = addBuffer(buffer);
  }
  addStep(kernel);
  return success();
}

/// Outputs that are inputs, constants, or the second name of a result.
void ProgramBuilder::addCopies() {
  auto yield = cast<func::ReturnOp>(function.getBody().front().getTerminator());
  for (auto [i, value] : llvm::enumerate(yield.getOperands())) {
    auto written = outputs.find(value);
    if (written != outputs.end() && written->second == i)
      continue;
    format::Buffer to;
    to.kind = format::BufferKind::output;
    to.index = i;
    format::Step step;
    step.kind = format::StepKind::builtin;
    step.kernel = static_cast<uint32_t>(format::Builtin::copy);
    step.buffers = {buffers.lookup(value), addBuffer(to)};
    step.extent = values.value(bytesOf(value));
    step.bytes = values.value(bytesOf(value) * 2);
    step.operations = values.value(IndexExpr(0));
    step.name = "copy";
    program.steps.push_back(std::move(step));
  }
}

FailureOr<format::Program> ProgramBuilder::build() {
  addSymbols();
  addInputs();
  addChecks();
  addOutputs();
  for (Operation &op : function.getBody().front()) {
    if (auto constant = dyn_cast<ConstantOp>(op))
      addConstant(constant);
    else if (auto kernel = dyn_cast<KernelOp>(op)) {
      if (failed(addKernel(kernel)))
        return failure();
    } else if (!isa<func::ReturnOp>(op)) {
      return op.emitError("an op outside of any kernel reached the plan");
    }
  }
  addCopies();
  return program;
}

} // namespace

FailureOr<format::Program> buildProgram(func::FuncOp function,
                                        llvm::ArrayRef<KernelLaunch> launches,
                                        llvm::ArrayRef<uint32_t> kernels,
                                        PlannedConstants constants) {
  return ProgramBuilder(function, launches, kernels, constants).build();
}

} // namespace tenon
