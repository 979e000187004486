// SPDX-License-Identifier: Apache-2.0
// `tenon bench --against`: other runtimes on the same model. They are Python
// packages, so a Python program measures them (bench/contender.py, installed
// beside this program); this file starts it and reads what it says.
#ifndef TENON_TOOLS_TENON_PEERS_H
#define TENON_TOOLS_TENON_PEERS_H

#include "tools/tenon/Arguments.h"
#include "tools/tenon/Json.h"

#include <tenon/runtime.hpp>

namespace tenon::cli {

struct PeerFigures {
  std::string name;
  double minMs = 0;
  double medianMs = 0;
  std::string error; // why there are none
};

/// `inputs` as shapesJson (Inputs.h) gives them.
Result<std::vector<PeerFigures>> measurePeers(const BenchArguments &arguments,
                                              const Json &inputs);

/// {"NAME":{"min_ms","median_ms","ratio"}}: above 1, Tenon is faster.
Json peersJson(const std::vector<PeerFigures> &peers, double ourMinNs);
void printPeers(const std::vector<PeerFigures> &peers, double ourMinNs);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_PEERS_H
