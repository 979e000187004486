// SPDX-License-Identifier: Apache-2.0
// Flags, help texts and examples of the subcommands.
#include "tools/tenon/Flags.h"

#include "tools/tenon/FlagValues.h"

#include <limits>

namespace tenon::cli {

namespace {

constexpr uint64_t kAny = std::numeric_limits<uint64_t>::max();
constexpr uint64_t kMostThreads = 1024;

void addStyle(CLI::App &app, StyleArguments &style) {
  app.add_flag("--json", style.json, "Print one JSON document, not tables");
  app.add_flag("--quiet", style.quiet, "No progress, no tables");
}

/// One value for each time the flag is given.
CLI::Option *addList(CLI::App &app, const char *flag,
                     std::vector<std::string> &values, const char *help) {
  return app.add_option(flag, values, help)->allow_extra_args(false);
}

void addModel(CLI::App &app, ModelArguments &model, bool takesEngine) {
  app.add_option(takesEngine ? "MODEL|ENGINE" : "MODEL", model.path,
                 takesEngine ? "An ONNX file, compiled on the way, or an "
                               "engine made by 'tenon build'"
                             : "An ONNX file")
      ->required()
      ->type_name("");
  addList(app, "--shape", model.shapes,
          "Sizes of an input: NAME=DIMxDIM..., a DIM being a size, a range "
          "min..max:optimum, or ? for what the model says. Sizes not given "
          "stay dynamic. Once for each input")
      ->type_name("NAME=DIMS");
  // For reproducers of commands that compile on the way.
  app.add_option("--dump-at", model.dumpAt)->group("");
  app.add_option("--dump-dir", model.dumpDir)->group("");
}

void addTargets(CLI::App &app, ModelArguments &model) {
  addList(app, "--target", model.targets,
          "Machine to compile for: host, x86-64-v3, x86-64-v4. Several make "
          "one engine for all of them")
      ->delimiter(',')
      ->type_name("NAME");
  app.add_option_function<std::string>(
         "--goal",
         [&model](const std::string &goal) {
           model.throughput = goal == "throughput";
         },
         "latency (the default): a run uses all threads; throughput: a run "
         "uses one, for programs that run several at a time")
      ->check(oneOf({"latency", "throughput"}))
      ->type_name("GOAL");
}

void addInputs(CLI::App &app, InputArguments &inputs) {
  addList(app, "--input", inputs.files,
          "A tensor for an input, from a .npy or .pb file")
      ->type_name("NAME=FILE");
  app.add_option("--input-dir", inputs.folder,
                 "Folder with a file NAME.npy or NAME.pb for each input")
      ->type_name("DIR");
  app.add_flag("--random", inputs.random,
               "Random tensors for the inputs not given");
  app.add_option("--seed", inputs.seed, "Which random tensors (0)")
      ->check(wholeNumber(0, kAny))
      ->type_name("N");
}

void addExecution(CLI::App &app, ExecutionArguments &execution) {
  app.add_option("--threads", execution.threads,
                 "Threads of one run; all CPUs unless given. Results do not "
                 "depend on it")
      ->check(wholeNumber(1, kMostThreads))
      ->type_name("N");
  app.add_option("--memory-limit", execution.memoryLimitBytes,
                 "Refuse to run (exit code 4) when the plan needs more; "
                 "256M, 2GiB...")
      ->transform(byteSize())
      ->type_name("BYTES");
}

} // namespace

void addFlags(CLI::App &app, CheckArguments &arguments) {
  addModel(app, arguments.model, false);
  addTargets(app, arguments.model);
  addStyle(app, arguments.style);
  app.footer("Exit code 2: there are unsupported nodes; all are listed.\n\n"
             "Examples:\n  tenon check model.onnx\n"
             "  tenon check model.onnx --shape images=1x3x640x640 --json\n");
}

void addFlags(CLI::App &app, BuildArguments &arguments) {
  addModel(app, arguments.model, false);
  app.add_option("-o,--output", arguments.engine, "The engine to write")
      ->required()
      ->type_name("FILE");
  addTargets(app, arguments.model);
  app.add_flag("--no-verify", arguments.model.skipVerify,
               "Do not compare a sample of every kernel's results with the "
               "reference");
  app.get_option("--dump-at")
      ->group("Options")
      ->description("Print the IR after a stage (kernel, llvm, asm, a pass "
                    "that 'tenon build --json' lists, or all)")
      ->type_name("STAGE");
  app.get_option("--dump-dir")
      ->group("Options")
      ->description("Put dumps into this folder, not on standard error")
      ->type_name("DIR");
  addStyle(app, arguments.style);
  app.footer(
      "Examples:\n  tenon build model.onnx -o model.tenon\n"
      "  tenon build model.onnx -o model.tenon --shape x=1..32:8x3x224x224\n"
      "  tenon build model.onnx -o model.tenon --target "
      "x86-64-v3,x86-64-v4\n");
}

void addFlags(CLI::App &app, RunArguments &arguments) {
  addModel(app, arguments.model, true);
  addInputs(app, arguments.inputs);
  app.add_option("--output-dir", arguments.outputFolder,
                 "Write NAME.npy for each output (NAME.pb for types that npy "
                 "lacks); characters unsafe in file names become %XX")
      ->type_name("DIR");
  app.add_option("--device", arguments.execution.device,
                 "cpu, or reference: the slow interpreter that is the truth")
      ->check(oneOf({"cpu", "reference"}))
      ->type_name("NAME");
  addExecution(app, arguments.execution);
  addStyle(app, arguments.style);
  app.footer("Examples:\n  tenon run model.tenon --input image=cat.npy "
             "--output-dir out\n"
             "  tenon run model.onnx --random --seed 7 --device reference\n");
}

void addFlags(CLI::App &app, BenchArguments &arguments) {
  addModel(app, arguments.model, true);
  addTargets(app, arguments.model);
  addInputs(app, arguments.inputs);
  app.add_option("--iters", arguments.iterations, "Runs to time")
      ->check(wholeNumber(1, 1'000'000'000))
      ->type_name("N");
  app.add_option("--duration", arguments.seconds,
                 "Seconds to time runs for (1 unless --iters is given)")
      ->check(realNumber(0))
      ->type_name("S");
  app.add_option("--warmup", arguments.warmUpRuns,
                 "Runs before the timed ones (for 0.1 s unless given)")
      ->check(wholeNumber(0, 1'000'000'000))
      ->type_name("N");
  app.add_flag("--per-kernel", arguments.perKernel,
               "Also a table of the kernels: time, share, operations, bytes, "
               "rates and what bounds them");
  app.add_option("--against", arguments.against,
                 "Also time these on the same model: onnxruntime, openvino "
                 "(Python packages)")
      ->delimiter(',')
      ->check(oneOf({"onnxruntime", "openvino"}))
      ->type_name("PEERS");
  addExecution(app, arguments.execution);
  addStyle(app, arguments.style);
  app.footer("Inputs are random unless given. Percentages of the machine's "
             "limit need\n'tenon devices --probe' once.\n\n"
             "Examples:\n  tenon bench model.tenon --duration 3 --threads 2\n"
             "  tenon bench model.onnx --shape x=1x3x224x224 --per-kernel\n");
}

void addFlags(CLI::App &app, VerifyArguments &arguments) {
  addModel(app, arguments.model, true);
  addTargets(app, arguments.model);
  addInputs(app, arguments.inputs);
  app.add_option("--test-set", arguments.testSets,
                 "Folder with ONNX's input_N.pb and output_N.pb: the truth in "
                 "place of the reference. Once for each set")
      ->allow_extra_args(false)
      ->type_name("DIR");
  app.add_option("--model", arguments.truthModel,
                 "The model that the engine was built from, for the reference")
      ->type_name("FILE");
  app.add_option("--atol", arguments.absoluteTolerance,
                 "Absolute error allowed (by type: 1e-5 for f32)")
      ->check(realNumber(0))
      ->type_name("E");
  app.add_option("--rtol", arguments.relativeTolerance,
                 "Relative error allowed (by type: 1e-3 for f32)")
      ->check(realNumber(0))
      ->type_name("E");
  app.add_flag("--all", arguments.model.exposeNodes,
               "Compare the result of every node, not only the outputs; the "
               "first that is wrong is where to look");
  addExecution(app, arguments.execution);
  addStyle(app, arguments.style);
  app.footer("Exit code 3: something differs.\n\n"
             "Examples:\n  tenon verify model.onnx\n"
             "  tenon verify model.tenon --test-set test_data_set_0\n"
             "  tenon verify model.tenon --model model.onnx --random\n");
}

void addFlags(CLI::App &app, ExplainArguments &arguments) {
  addModel(app, arguments.model, true);
  addTargets(app, arguments.model);
  addStyle(app, arguments.style);
  app.footer("Examples:\n  tenon explain model.tenon\n");
}

void addFlags(CLI::App &app, InspectArguments &arguments) {
  addModel(app, arguments.model, true);
  addTargets(app, arguments.model);
  addStyle(app, arguments.style);
  app.footer("Examples:\n  tenon inspect model.tenon --json\n");
}

void addFlags(CLI::App &app, DevicesArguments &arguments) {
  app.add_flag("--probe", arguments.probe,
               "Measure the peaks of arithmetic and of memory (some seconds) "
               "and keep them for bench and explain");
  addStyle(app, arguments.style);
  app.footer("Examples:\n  tenon devices --probe\n");
}

} // namespace tenon::cli
