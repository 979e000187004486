// SPDX-License-Identifier: Apache-2.0
// Every operation of the contract, on every type, as a scalar and as vectors,
// compiles for every target without a call of a library: an unexpected one
// would be refused with the name of the missing symbol.
#include "test/unit/target/KernelRunner.h"
#include "gtest/gtest.h"

namespace tenon::test {
namespace {

using Parameter = std::tuple<const char *, int>;

class EveryOperation : public testing::TestWithParam<Parameter> {
protected:
  std::string inLanes(std::string type) {
    int lanes = std::get<1>(GetParam());
    return lanes == 1 ? type
                      : "vector<" + std::to_string(lanes) + "x" + type + ">";
  }

  /// A view of a new buffer argument of `type`.
  std::string addBuffer(std::string type) {
    std::string n = std::to_string(count++);
    arguments += "%a" + n + ": memref<" + type + ">, ";
    body += "%v" + n + " = memref.reinterpret_cast %a" + n +
            " to offset: [0], sizes: [64], strides: [1] : memref<" + type +
            "> to memref<64x" + type + ", strided<[1]>>\n";
    return "%v" + n + "[%begin] : memref<64x" + type + ", strided<[1]>>";
  }

  bool isScalar() const { return std::get<1>(GetParam()) == 1; }

  std::string load(std::string type) {
    std::string name = "%x" + std::to_string(count);
    std::string buffer = addBuffer(type);
    body += name + (isScalar() ? " = memref.load " : " = vector.load ") +
            buffer + (isScalar() ? "" : ", " + inLanes(type)) + "\n";
    return name;
  }

  void store(std::string value, std::string type) {
    std::string buffer = addBuffer(type);
    body += (isScalar() ? "memref.store " : "vector.store ") + value + ", " +
            buffer + (isScalar() ? "" : ", " + inLanes(type)) + "\n";
  }

  /// Writes `%r = op` and stores the result of type `type`.
  void apply(std::string op, std::string type) {
    std::string result = "%r" + std::to_string(count);
    body += result + " = " + op + "\n";
    store(result, type);
  }

  /// The same for a result of i1, which is widened first.
  void applyPredicate(std::string op) {
    std::string n = std::to_string(count);
    body += "%p" + n + " = " + op + "\n";
    apply("arith.extui %p" + n + " : " + inLanes("i1") + " to " + inLanes("i8"),
          "i8");
  }

  void expectCompiles(std::string what) {
    std::string text = "func.func @kernel(" + arguments +
                       "%begin: index, %end: index) {\n" + body + "return\n}";
    Compiled compiled = compileText(*makeTarget(std::get<0>(GetParam())), text);
    EXPECT_EQ(compiled.error, "") << what;
    EXPECT_TRUE(compiled.kernel.has_value()) << what;
    arguments.clear();
    body.clear();
    count = 0;
  }

  std::string arguments, body;
  int count = 0;
};

TEST_P(EveryOperation, OnIntegers) {
  for (std::string type : {"i8", "i16", "i32", "i64"}) {
    std::string x = load(type), y = load(type), t = " : " + inLanes(type);
    for (const char *op :
         {"addi", "subi", "muli", "divsi", "divui", "remsi", "remui",
          "ceildivsi", "floordivsi", "andi", "ori", "xori", "shli", "shrsi",
          "shrui", "maxsi", "maxui", "minsi", "minui"})
      apply(std::string("arith.") + op + " " + x + ", " + y + t, type);
    for (const char *op : {"absi", "ctpop"})
      apply(std::string("math.") + op + " " + x + t, type);
    for (const char *op : {"ctlz", "cttz"})
      apply(std::string("math.") + op + " " + x + t, type);
    for (const char *predicate : {"eq", "slt", "uge"})
      applyPredicate(std::string("arith.cmpi ") + predicate + ", " + x + ", " +
                     y + t);
    for (const char *op : {"mulsi_extended", "mului_extended"}) {
      std::string pair = "%h" + std::to_string(count);
      body += pair + ":2 = arith." + op + " " + x + ", " + y + t + "\n";
      store(pair + "#1", type);
    }
    expectCompiles(type);
  }
}

TEST_P(EveryOperation, OnFloats) {
  for (std::string type : {"f16", "bf16", "f32", "f64"}) {
    std::string x = load(type), y = load(type), t = " : " + inLanes(type);
    for (const char *op : {"addf", "subf", "mulf", "divf"})
      apply(std::string("arith.") + op + " " + x + ", " + y + t, type);
    apply("arith.negf " + x + t, type);
    for (const char *op :
         {"floor", "ceil", "roundeven", "trunc", "sqrt", "absf"})
      apply(std::string("math.") + op + " " + x + t, type);
    apply("math.copysign " + x + ", " + y + t, type);
    if (type == "f32" || type == "f64")
      apply("math.fma " + x + ", " + y + ", " + x + t, type);
    for (const char *predicate : {"oeq", "ult", "uno"})
      applyPredicate(std::string("arith.cmpf ") + predicate + ", " + x + ", " +
                     y + t);
    expectCompiles(type);
  }
}

TEST_P(EveryOperation, BetweenTypes) {
  const std::vector<std::string> integers = {"i8", "i16", "i32", "i64"};
  const std::vector<std::string> floats = {"f16", "bf16", "f32", "f64"};
  auto cast = [&](std::string op, std::string from, std::string to) {
    std::string x = load(from);
    apply("arith." + op + " " + x + " : " + inLanes(from) + " to " +
              inLanes(to),
          to);
  };
  for (const std::string &integer : integers)
    for (const std::string &real : floats) {
      cast("sitofp", integer, real);
      cast("uitofp", integer, real);
      cast("fptosi", real, integer);
      cast("fptoui", real, integer);
    }
  for (const char *wide : {"f32", "f64"})
    for (const char *narrow : {"f16", "bf16"}) {
      cast("extf", narrow, wide);
      cast("truncf", wide, narrow);
    }
  cast("extf", "f32", "f64");
  cast("truncf", "f64", "f32");
  for (size_t i = 0; i < integers.size(); ++i)
    for (size_t j = i + 1; j < integers.size(); ++j) {
      cast("extsi", integers[i], integers[j]);
      cast("extui", integers[i], integers[j]);
      cast("trunci", integers[j], integers[i]);
    }
  cast("bitcast", "i32", "f32");
  cast("bitcast", "f64", "i64");
  cast("bitcast", "bf16", "i16");
  cast("bitcast", "i16", "f16");
  expectCompiles("casts");
}

TEST_P(EveryOperation, OnMemory) {
  if (isScalar()) {
    std::string i8 = addBuffer("i8"), i64 = addBuffer("i64");
    std::string x = load("i64");
    body += "%old = memref.atomic_rmw ori " + x + ", " +
            i64.substr(0, i64.find(" :")) +
            " : (i64, memref<64xi64, strided<[1]>>) -> i64\n"
            "memref.prefetch " +
            i8.substr(0, i8.find(" :")) +
            ", read, locality<3>, data : memref<64xi8, strided<[1]>>\n";
    expectCompiles("atomics and prefetch");
    return;
  }
  for (std::string type :
       {"i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"}) {
    std::string x = load(type), indices = load("i32");
    std::string vector = inLanes(type), mask = inLanes("i1");
    body += "%mask = vector.create_mask %end : " + mask + "\n";
    std::string buffer = addBuffer(type);
    std::string place = buffer.substr(0, buffer.find(" :"));
    std::string memref = buffer.substr(buffer.find("memref"));
    apply("vector.maskedload " + place + ", %mask, " + x + " : " + memref +
              ", " + mask + ", " + vector + " into " + vector,
          type);
    body += "vector.maskedstore " + place + ", %mask, " + x + " : " + memref +
            ", " + mask + ", " + vector + "\n";
    apply("vector.gather " + place + "[" + indices + "], %mask, " + x + " : " +
              memref + ", " + inLanes("i32") + ", " + mask + ", " + vector +
              " into " + vector,
          type);
    body += "vector.scatter " + place + "[" + indices + "], %mask, " + x +
            " : " + memref + ", " + inLanes("i32") + ", " + mask + ", " +
            vector + "\n";
    expectCompiles(type);
  }
}

TEST_P(EveryOperation, OnRegisters) {
  if (isScalar())
    return;
  int lanes = std::get<1>(GetParam());
  for (std::string type : {"i8", "i32", "bf16", "f16", "f32"}) {
    std::string x = load(type), y = load(type), vector = inLanes(type);
    std::string half = "vector<" + std::to_string(lanes / 2) + "x" + type + ">";
    std::string twice =
        "vector<" + std::to_string(lanes * 2) + "x" + type + ">";
    body += "%e = vector.extract " + x + "[1] : " + type + " from " + vector +
            "\n%two = vector.interleave " + x + ", " + y + " : " + vector +
            " -> " + twice +
            "\n%even, %odd = vector.deinterleave %two : " + twice + " -> " +
            vector + "\n%low = vector.extract_strided_slice " + x +
            " {offsets = [0], sizes = [" + std::to_string(lanes / 2) +
            "], strides = [1]} : " + vector + " to " + half + "\n";
    apply("vector.broadcast %e : " + type + " to " + vector, type);
    apply("vector.insert %e, %even [0] : " + type + " into " + vector, type);
    apply("vector.insert_strided_slice %low, %odd {offsets = [" +
              std::to_string(lanes / 2) + "], strides = [1]} : " + half +
              " into " + vector,
          type);
    if (type == "i32" || type == "f32")
      body += "%sum = vector.reduction <add>, " + x + " : " + vector +
              " into " + type + "\n";
    expectCompiles(type);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Targets, EveryOperation,
    testing::Combine(testing::Values("x86-64-v3", "x86-64-v4",
                                     "x86-64-v4+vnni+bf16+fp16", "aarch64"),
                     testing::Values(1, 8, 16)),
    [](const testing::TestParamInfo<Parameter> &info) {
      std::string name = std::get<0>(info.param);
      for (char &c : name)
        c = c == '-' || c == '+' ? '_' : c;
      return name + "_x" + std::to_string(std::get<1>(info.param));
    });

} // namespace
} // namespace tenon::test
