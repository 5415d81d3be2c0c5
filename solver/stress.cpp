// Random positions for builds with sanitizers: values, traces and batches in threads, compared
// with one another, and bytes that are no position at all. Exits with 1 at the first difference.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "whistlog_solver.h"

namespace {

using Random = std::mt19937_64;

wl_position random_position(Random& random, int size) {
  wl_position p = {};
  std::vector<int> codes;
  p.trump = static_cast<int8_t>(static_cast<int>(random() % 5) - 1);
  for (int s = 0; s < 4; ++s) {
    for (int r = 0; r < (s == p.trump ? 15 : 13); ++r) codes.push_back(16 * s + r);
  }
  if (p.trump < 0) codes.insert(codes.end(), 2, WL_DEAD_CARD);
  std::shuffle(codes.begin(), codes.end(), random);
  for (int i = 0; i < 4 * size; ++i) {
    if (codes[i] == WL_DEAD_CARD) {
      ++p.dead[i / size];
    } else {
      p.hands[i / size] |= uint64_t{1} << codes[i];
    }
  }
  p.leader = random() % 4;
  return p;
}

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "failed: %s\n", what);
  std::exit(1);
}

void values_agree(Random& random, int size, int count) {
  std::vector<wl_position> positions;
  for (int i = 0; i < count; ++i) positions.push_back(random_position(random, size));
  std::vector<wl_values_result> results(count);
  std::vector<int8_t> tricks(count);
  std::vector<int32_t> statuses(count);
  require(wl_values_many(positions.data(), count, 4, 0, nullptr, results.data(),
                         statuses.data()) == WL_OK, "values of many");
  require(wl_solve_many(positions.data(), count, 3, 1, nullptr, tricks.data(),
                        statuses.data()) == WL_OK, "many in little memory");
  wl_context* context = wl_context_new(0);
  for (int i = 0; i < count; ++i) {
    int32_t value = -1;
    require(wl_solve(context, &positions[i], nullptr, &value) == WL_OK, "a good position");
    int best = 0;
    for (int j = 0; j < results[i].count; ++j) {
      if (results[i].cards[j].value > best) best = results[i].cards[j].value;
    }
    require(statuses[i] == WL_OK && value == tricks[i] && value == results[i].value &&
                value == best, "the value found four ways");
    // Any order of the cards is a play, with revokes.
    std::vector<uint8_t> plays;
    std::vector<wl_trace_step> steps(4 * size);
    wl_position p = positions[i];
    while (static_cast<int>(plays.size()) < 4 * size) {
      // The player to move is known from the trace of the plays so far.
      bool found = false;
      for (int c = 0; c <= WL_DEAD_CARD && !found; ++c) {
        plays.push_back(static_cast<uint8_t>(c));
        found = wl_trace(context, &p, plays.data(), static_cast<int32_t>(plays.size()),
                         random() % 2, nullptr, steps.data()) == WL_OK;
        if (!found) plays.pop_back();
      }
      require(found, "a play to go on with");
      if (size > 3) break;
    }
  }
  wl_context_free(context);
}

void nonsense_is_refused(Random& random, int count) {
  wl_context* context = wl_context_new(1);
  wl_limits limits = {2000, 0, nullptr};
  for (int i = 0; i < count; ++i) {
    wl_position p = random_position(random, 1 + static_cast<int>(random() % 5));
    auto* bytes = reinterpret_cast<unsigned char*>(&p);
    for (int k = static_cast<int>(random() % 4); k >= 0; --k) {
      bytes[random() % sizeof p] = static_cast<unsigned char>(random());
    }
    wl_values_result result;
    int32_t status = wl_values(context, &p, &limits, &result);
    int32_t checked = wl_check(&p);
    require(checked == WL_OK ? status == WL_OK || status == WL_NODE_LIMIT : status == checked,
            "a reason that agrees with the check");
    uint8_t plays[8];
    wl_trace_step steps[8];
    for (uint8_t& c : plays) c = static_cast<uint8_t>(random() % 80);
    wl_trace(context, &p, plays, static_cast<int32_t>(random() % 9), 1, &limits, steps);
    require(std::strlen(wl_status_text(status)) > 0, "a text for the status");
  }
  wl_context_free(context);
}

}  // namespace

int main(int argc, char** argv) {
  int scale = argc > 1 ? std::atoi(argv[1]) : 1;
  Random random(20);
  for (int size = 1; size <= 8; ++size) values_agree(random, size, 30 * scale);
  values_agree(random, 10, 4 * scale);
  nonsense_is_refused(random, 5000 * scale);
  std::puts("no difference");
  return 0;
}
