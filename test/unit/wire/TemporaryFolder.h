// SPDX-License-Identifier: Apache-2.0
// A folder of one test, removed with all that is in it.
#ifndef TENON_TEST_UNIT_WIRE_TEMPORARYFOLDER_H
#define TENON_TEST_UNIT_WIRE_TEMPORARYFOLDER_H

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace tenon::test {

class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "tenon-XXXXXX").string();
    root = ::mkdtemp(pattern.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(root, ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;

  std::string path(std::string_view name) const {
    return root + "/" + std::string(name);
  }

  /// Writes a file and gives its path.
  std::string write(std::string_view name, std::string_view bytes) const {
    std::ofstream file(path(name), std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return path(name);
  }

private:
  std::string root;
};

} // namespace tenon::test

#endif // TENON_TEST_UNIT_WIRE_TEMPORARYFOLDER_H
