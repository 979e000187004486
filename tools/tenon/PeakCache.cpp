// SPDX-License-Identifier: Apache-2.0
// Reads and writes the cache of measured peaks.
#include "tools/tenon/PeakCache.h"

#include "format/AtomicFile.h"
#include "format/Hash.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/stat.h>

namespace tenon::cli {

namespace {

constexpr int kVersion = 1;
/// A file of ours has a few hundred bytes.
constexpr size_t kMostBytes = 65536;

Json rateJson(const probe::Rate &rate) {
  if (rate.one <= 0)
    return nullptr;
  return {{"one", rate.one}, {"all", rate.all}};
}

probe::Rate rateOf(const Json &object, const char *key) {
  const Json &rate = member(object, key);
  return {numberOf(rate, "one"), numberOf(rate, "all")};
}

std::string cacheFolder() {
  const char *cache = std::getenv("XDG_CACHE_HOME");
  if (cache && *cache == '/')
    return std::string(cache) + "/tenon";
  const char *home = std::getenv("HOME");
  return std::string(home && *home == '/' ? home : "/tmp") + "/.cache/tenon";
}

/// Makes the folder and those above it; a failure shows at the write.
void makeFolders(const std::string &path) {
  for (size_t at = path.find('/', 1); at != std::string::npos;
       at = path.find('/', at + 1))
    ::mkdir(path.substr(0, at).c_str(), S_IRWXU);
}

std::string readText(const std::string &path) {
  std::string text(kMostBytes, '\0');
  std::FILE *file = std::fopen(path.c_str(), "rbe");
  if (!file)
    return "";
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

} // namespace

Json peaksJson(const probe::Peaks &peaks) {
  Json levels = Json::array();
  for (const probe::Level &level : peaks.levels)
    levels.push_back({{"name", level.name},
                      {"bytes", level.bytes},
                      {"read_gbytes", rateJson(level.readGBytes)},
                      {"copy_gbytes", rateJson(level.copyGBytes)}});
  return {{"f32_gflops", rateJson(peaks.f32Gflops)},
          {"bf16_dot_gflops", rateJson(peaks.bf16DotGflops)},
          {"int8_dot_gops", rateJson(peaks.int8DotGops)},
          {"levels", std::move(levels)}};
}

/// The same model with other cores, caches or features is another machine.
std::string peakFile(const Json &device) {
  Json kind = {member(device, "model"), member(device, "usable_cpus"),
               member(device, "cache_bytes"), member(device, "features")};
  std::string text = kind.dump(-1, ' ', false, Json::error_handler_t::replace);
  format::Hash128 hash =
      format::hashBytes(std::as_bytes(std::span(text.data(), text.size())));
  std::string name;
  constexpr size_t kNameBytes = 8;
  for (size_t i = 0; i < kNameBytes; ++i)
    name += fmt::format("{:02x}", hash[i]);
  return cacheFolder() + "/peaks-" + name + ".json";
}

Result<void> storePeaks(const Json &device, const probe::Peaks &peaks) {
  Json document = {{"version", kVersion},
                   {"model", member(device, "model")},
                   {"peaks", peaksJson(peaks)}};
  std::string text =
      document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  std::string path = peakFile(device);
  makeFolders(path);
  std::array<format::Bytes, 1> pieces = {
      std::as_bytes(std::span(text.data(), text.size()))};
  format::Status status = format::writeFileAtomically(path, pieces);
  if (!status.ok())
    return Failure{TENON_WRITE_FAILED, status.message()};
  return {};
}

std::optional<probe::Peaks> loadPeaks(const Json &device) {
  Json document = parseJson(readText(peakFile(device)));
  const Json &stored = member(document, "peaks");
  if (integerOf(document, "version") != kVersion || !stored.is_object())
    return std::nullopt;
  probe::Peaks peaks;
  peaks.f32Gflops = rateOf(stored, "f32_gflops");
  peaks.bf16DotGflops = rateOf(stored, "bf16_dot_gflops");
  peaks.int8DotGops = rateOf(stored, "int8_dot_gops");
  for (const Json &level : member(stored, "levels"))
    peaks.levels.push_back({textOf(level, "name"),
                            static_cast<uint64_t>(integerOf(level, "bytes")),
                            rateOf(level, "read_gbytes"),
                            rateOf(level, "copy_gbytes")});
  bool isWhole = peaks.f32Gflops.one > 0 && !peaks.levels.empty();
  return isWhole ? std::optional(peaks) : std::nullopt;
}

std::optional<probe::Peaks> loadPeaks() {
  Result<const char *> device = deviceJson();
  return device ? loadPeaks(parseJson(*device)) : std::nullopt;
}

} // namespace tenon::cli
