// Writes what every legal card led to at random nodes of searches of random deals, for
// fit_order.py to fit order_table.inc to.
//
//   c++ -O2 -std=c++17 -pthread -o order_samples order_samples.cpp
//   ./order_samples samples.bin 1 60     (a file, a seed, seconds)
//
// A record: the number of cards on the table and of moves (two int32), six table indices of each
// of 14 moves (int16, -1 for none), whether each reached the node's goal (14 int8 and two of
// padding), and the nodes each took (14 uint32).
#define WL_SAMPLE_ORDER
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include "whistlog_solver.cpp"

namespace whistlog {
namespace {

constexpr int kMoves = 14;
constexpr int kDeepest = 3;  // samples within samples

struct Record {
  int32_t played, count;
  int16_t features[kMoves][6];
  int8_t good[kMoves];
  int8_t padding[2];
  uint32_t nodes[kMoves];
};

int16_t latest[kMoves][6];
int depth = 0;
std::mt19937 chance(12345);
std::FILE* output = nullptr;

// One node in so many is sampled: small ones are plentiful.
unsigned rarity(int tricks) { return tricks >= 7 ? 32 : tricks >= 5 ? 64 : 256; }

}  // namespace

void sample_features(int move, const order::Features& f) {
  for (int k = 0; k < 6; ++k) latest[move][k] = k < f.count ? f.id[k] : int16_t{-1};
}

template <int kPlayed, class Try>
void sample_order(int count, int tricks, const Try& attempt) {
  if (count < 2 || depth >= kDeepest || chance() % rarity(tricks) != 0) return;
  Record record = {};
  record.played = kPlayed;
  record.count = count;
  std::memcpy(record.features, latest, sizeof latest);
  ++depth;
  int good = 0;
  // The first card tried pays for what the others find in the table, so any may be first.
  const int first = static_cast<int>(chance() % static_cast<unsigned>(count));
  for (int j = 0; j < count; ++j) {
    const int i = (first + j) % count;
    const Outcome outcome = attempt(i);
    record.good[i] = outcome.good;
    record.nodes[i] = static_cast<uint32_t>(outcome.nodes);
    good += outcome.good;
  }
  --depth;
  if (good > 0 && good < count) std::fwrite(&record, sizeof record, 1, output);
}

}  // namespace whistlog

namespace {

// Classic deals, deals with 15 trumps, and deals with two dead cards, in turn.
wl_position random_deal(std::mt19937& random, int kind) {
  wl_position p = {};
  const bool trumps = kind % 2 == 0;
  const int size = kind % 4 == 3 ? 11 : 11 + static_cast<int>(random() % 2);
  p.trump = static_cast<int8_t>(trumps ? static_cast<int>(random() % 4) : -1);
  std::vector<int> codes, kept;
  for (int s = 0; s < 4; ++s) {
    for (int r = 0; r < 13; ++r) codes.push_back(16 * s + r);
  }
  std::shuffle(codes.begin(), codes.end(), random);
  if (kind % 4 == 2) kept = {16 * p.trump + 13, 16 * p.trump + 14};
  if (kind % 4 == 3) kept = {WL_DEAD_CARD, WL_DEAD_CARD};
  if (kind % 4 == 2) {
    for (int code : codes) {
      if (code >> 4 == p.trump) kept.push_back(code);
    }
  }
  for (int code : codes) {
    if (static_cast<int>(kept.size()) == 4 * size) break;
    if (kind % 4 != 2 || code >> 4 != p.trump) kept.push_back(code);
  }
  std::shuffle(kept.begin(), kept.end(), random);
  for (int i = 0; i < 4 * size; ++i) {
    if (kept[i] == WL_DEAD_CARD) {
      ++p.dead[i / size];
    } else {
      p.hands[i / size] |= uint64_t{1} << kept[i];
    }
  }
  p.leader = static_cast<uint8_t>(random() % 4);
  return p;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: order_samples file seed seconds\n");
    return 2;
  }
  whistlog::output = std::fopen(argv[1], "wb");
  if (whistlog::output == nullptr) {
    std::perror(argv[1]);
    return 1;
  }
  std::mt19937 random(static_cast<unsigned>(std::atoi(argv[2])));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(argv[3]));
  wl_context* context = wl_context_new(0);
  for (int kind = 0; std::chrono::steady_clock::now() < end; ++kind) {
    const wl_position p = random_deal(random, kind);
    const wl_limits limits = {0, 8000, nullptr};
    int32_t tricks;
    whistlog::depth = 0;
    wl_solve(context, &p, &limits, &tricks);
  }
  wl_context_free(context);
  return std::fclose(whistlog::output) == 0 ? 0 : 1;
}
