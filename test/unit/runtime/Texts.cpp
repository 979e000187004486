// SPDX-License-Identifier: Apache-2.0
//
// The runtime's texts: JSON, nearest names, faults.
#include "EngineMaker.h"
#include "format/FaultWord.h"
#include "runtime/core/FaultText.h"
#include "runtime/core/JsonWriter.h"
#include "runtime/core/NearestName.h"
#include "runtime/core/ProgramJson.h"

#include <gtest/gtest.h>

#include <limits>

using namespace tenon::runtime;
using namespace tenon::test;
namespace format = tenon::format;

namespace {

TEST(JsonWriter, nestsAndSeparates) {
  JsonWriter out;
  out.beginObject().key("a").number(int64_t{-1});
  out.key("b").beginArray().boolean(true).string("x").endArray();
  out.key("c").beginObject().endObject();
  out.key("d").numbers(std::vector<uint32_t>{1, 2});
  out.key("e").strings({"y", "z"});
  EXPECT_EQ(out.endObject().take(),
            R"({"a":-1,"b":[true,"x"],"c":{},"d":[1,2],"e":["y","z"]})");
}

TEST(JsonWriter, escapesWhatJsonCannotHold) {
  JsonWriter out;
  out.string("a\"b\\c\nd\x01\xc3\xa9");
  EXPECT_EQ(out.take(), "\"a\\\"b\\\\c\\nd\\u0001\xc3\xa9\"");
}

TEST(JsonWriter, keepsTheLargestNumbers) {
  JsonWriter out;
  out.beginArray().number(std::numeric_limits<uint64_t>::max());
  out.number(std::numeric_limits<int64_t>::min());
  EXPECT_EQ(out.endArray().take(),
            "[18446744073709551615,-9223372036854775808]");
}

TEST(ProgramJson, tellsEverything) {
  EngineMaker maker;
  auto n = maker.symbol("n", 1, format::kUnbounded, 4);
  auto bytes = maker.apply(format::ValueOp::mul, n, maker.constant(4));
  auto x = maker.input("x", format::ElementType::f32, {n}, 4);
  auto y = maker.output("y", format::ElementType::f32, {n});
  auto arena = maker.arena(bytes, 0, 0);
  maker.alias(arena, bytes, maker.constant(0));
  auto weight = maker.weights({1});
  maker.check(format::CheckKind::lessEqual, n, bytes, "n");
  maker.step(kAddConstant, {x, weight, arena}, {n}, n).grain = n;
  maker.copy(x, y, bytes);
  EXPECT_EQ(
      writeProgramJson(maker.program, maker.variant),
      R"({"symbols":[{"name":"n","min":1,"optimum":4}],)"
      R"("values":["n","4","n*4","0"],)"
      R"("checks":[{"kind":"at most","a":0,"b":2,"subject":"n"}],)"
      R"("inputs":[{"name":"x","type":"f32","dims":[0],"alignment":4}],)"
      R"("outputs":[{"name":"y","type":"f32","dims":[0],"alignment":64}],)"
      R"("buffers":[{"kind":"input","index":0},{"kind":"output","index":0},)"
      R"({"kind":"arena","size":2,"first_step":0,"last_step":0},)"
      R"({"kind":"alias","of":2,"size":2,"byte_offset":3},)"
      R"({"kind":"constant","offset":0,"length":4}],)"
      R"("steps":[{"kind":"kernel","kernel":"addConstant",)"
      R"("name":"addConstant","buffers":[0,4,2],"sizes":[0],"extent":0,)"
      R"("grain":0,"nodes":["node0"]},)"
      R"({"kind":"builtin","kernel":"copy","name":"copy","buffers":[0,1],)"
      R"("sizes":[],"extent":2,"nodes":[]}]})");
}

TEST(NearestName, findsSmallMistakes) {
  std::vector<std::string> names = {"image", "scale", "input_ids"};
  EXPECT_EQ(findNearestName("imgae", names), "image");
  EXPECT_EQ(findNearestName("input_id", names), "input_ids");
  EXPECT_EQ(findNearestName("Scale", names), "scale");
  EXPECT_EQ(findNearestName("zzzz", names), "");
  EXPECT_EQ(findNearestName("", names), "");
  EXPECT_EQ(findNearestName("x", {}), "");
}

TEST(NearestName, listsADozenNames) {
  std::vector<std::string> names(20, "a");
  std::string text = describeUnknownName("input", "b", names);
  EXPECT_NE(text.find("there is no input 'b'"), std::string::npos);
  EXPECT_NE(text.find("and 8 more"), std::string::npos);
}

TEST(NearestName, hugeNamesAreCutShort) {
  std::string huge(10 << 20, 'x');
  EXPECT_LT(describeUnknownName("input", huge, {"x"}).size(), 1000u);
}

TEST(FaultText, namesTheNodeThatIsTold) {
  format::Program program;
  program.steps.resize(2);
  program.steps[1].name = "kernel7";
  program.steps[1].nodes = {"Gather_1", "Add_2"};
  std::string text = describeFault(
      program, 1,
      format::makeFaultWord(format::FaultReason::indexOutOfRange, 2, -9));
  for (const char *part :
       {"node 'Add_2'", "step 1", "'kernel7'", "out of range (-9)"})
    EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(FaultText, listsTheNodesOfABareWord) {
  format::Program program;
  program.steps.resize(1);
  program.steps[0].nodes = {"Gather_1", "Add_2"};
  std::string text = describeFault(program, 0, 1);
  EXPECT_NE(text.find("one of the nodes 'Gather_1', 'Add_2'"),
            std::string::npos)
      << text;
  // A word that no kernel should write still says something.
  EXPECT_NE(describeFault(program, 0, int64_t{0x7700000000}).find("fault"),
            std::string::npos);
}

} // namespace
