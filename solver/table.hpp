// The transposition table: bounds on the tricks of seats 0 and 2 for sets of positions that
// share the leader, the suit lengths of all hands and the owners of the highest cards.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace whistlog {

// Owners of the cards of a suit in play, two bits each, the highest card in the top bits.
using Owners = uint32_t;

struct Pattern {
  uint64_t low, high;  // suits 0 and 1, suits 2 and 3
};

struct Entry {
  Pattern owners, mask;
  int8_t lower, upper;
};

class Table {
 public:
  explicit Table(uint64_t bytes) : limit_(bytes < kMinimum ? kMinimum : bytes) {}
  ~Table() {
    std::free(shapes_);
    for (int i = 0; i < slabs_; ++i) std::free(slab_[i]);
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  void clear() {
    if (shapes_ == nullptr || shape_count_ > 0) reset_shapes(kFirstShapes);
    slab_index_ = 0;
    used_in_slab_ = 0;
    std::memset(free_, 0, sizeof free_);
  }

  struct Shape {
    uint64_t lengths;
    Entry* entries;
    uint8_t state;  // leader and tricks left, never zero
    uint8_t capacity_log;
    uint16_t count, next;
  };

  void prefetch(uint64_t lengths, uint32_t state) const {
    __builtin_prefetch(&shapes_[hash(lengths, state) & mask_]);
  }

  // The shape or null.
  Shape* find(uint64_t lengths, uint32_t state) const {
    for (uint32_t i = hash(lengths, state) & mask_;; i = (i + 1) & mask_) {
      Shape& s = shapes_[i];
      if (s.state == 0) return nullptr;
      if (s.lengths == lengths && s.state == state) return &s;
    }
  }

  // Space for a new entry of the shape. The oldest entry of a full shape gives way.
  Entry* add(uint64_t lengths, uint32_t state) {
    Shape* s = find(lengths, state);
    if (s == nullptr) {
      if ((shape_count_ + 1) * 3 > (mask_ + 1) * 2) {
        if (slabs_ * kSlabBytes + 3 * shape_bytes() > limit_) {
          clear();
          return add(lengths, state);
        }
        grow_shapes();
      }
      uint32_t i = hash(lengths, state) & mask_;
      while (shapes_[i].state != 0) i = (i + 1) & mask_;
      s = &shapes_[i];
      s->lengths = lengths;
      s->state = static_cast<uint8_t>(state);
      s->entries = nullptr;
      s->capacity_log = 0;
      s->next = 0;
      s->count = 0;
      ++shape_count_;
    }
    if (s->entries == nullptr || s->count == (1u << s->capacity_log)) {
      if (s->entries != nullptr && s->capacity_log == kMaxLog) {
        return &s->entries[s->next++ & ((1u << kMaxLog) - 1)];
      }
      int log = s->entries == nullptr ? 0 : s->capacity_log + 1;
      Entry* block = allocate(log);
      if (block == nullptr) {
        clear();
        return add(lengths, state);
      }
      if (s->entries != nullptr) {
        std::memcpy(block, s->entries, sizeof(Entry) * s->count);
        release(s->entries, s->capacity_log);
      }
      s->entries = block;
      s->capacity_log = static_cast<uint8_t>(log);
    }
    return &s->entries[s->count++];
  }

 private:
  static constexpr uint64_t kSlabBytes = 1u << 20;
  static constexpr uint64_t kMinimum = 4 * kSlabBytes;
  static constexpr uint32_t kFirstShapes = 1u << 10;
  static constexpr int kMaxLog = 11;
  static constexpr int kMaxSlabs = 1 << 14;

  static uint32_t hash(uint64_t lengths, uint32_t state) {
    uint64_t x = (lengths ^ (uint64_t{state} << 57) ^ state) * 0x9E3779B97F4A7C15u;
    x ^= x >> 29;
    x *= 0xBF58476D1CE4E5B9u;
    return static_cast<uint32_t>(x >> 32);
  }

  uint64_t shape_bytes() const { return (uint64_t{mask_} + 1) * sizeof(Shape); }

  void reset_shapes(uint32_t wanted) {
    // A table that grew stays allocated, but only the part in use is cleared and walked.
    if (shapes_ == nullptr) {
      shapes_ = static_cast<Shape*>(std::malloc(wanted * sizeof(Shape)));
      if (shapes_ == nullptr) throw std::bad_alloc();
      allocated_ = wanted;
    }
    mask_ = wanted - 1;
    shape_count_ = 0;
    std::memset(static_cast<void*>(shapes_), 0, wanted * sizeof(Shape));
  }

  void grow_shapes() {
    uint32_t old_size = mask_ + 1, size = old_size * 2;
    // The old array and the new one exist together for a moment.
    Shape* old = shapes_;
    Shape* fresh = static_cast<Shape*>(std::calloc(size, sizeof(Shape)));
    if (fresh == nullptr) throw std::bad_alloc();
    for (uint32_t j = 0; j < old_size; ++j) {
      if (old[j].state == 0) continue;
      uint32_t i = hash(old[j].lengths, old[j].state) & (size - 1);
      while (fresh[i].state != 0) i = (i + 1) & (size - 1);
      fresh[i] = old[j];
    }
    std::free(old);
    shapes_ = fresh;
    mask_ = size - 1;
    allocated_ = size;
  }

  Entry* allocate(int log) {
    if (free_[log] != nullptr) {
      Entry* block = free_[log];
      std::memcpy(&free_[log], static_cast<void*>(block), sizeof(Entry*));
      return block;
    }
    uint64_t bytes = sizeof(Entry) << log;
    if (slab_index_ == 0 || used_in_slab_ + bytes > kSlabBytes) {
      if (slab_index_ == slabs_) {
        uint64_t total = (uint64_t(slabs_) + 1) * kSlabBytes + allocated_ * sizeof(Shape);
        if (total > limit_ || slabs_ == kMaxSlabs) return nullptr;
        void* slab = std::malloc(kSlabBytes);
        if (slab == nullptr) {
          if (slabs_ == 0) throw std::bad_alloc();
          return nullptr;
        }
        slab_[slabs_++] = static_cast<char*>(slab);
      }
      ++slab_index_;
      used_in_slab_ = 0;
    }
    Entry* block = reinterpret_cast<Entry*>(slab_[slab_index_ - 1] + used_in_slab_);
    used_in_slab_ += bytes;
    return block;
  }

  void release(Entry* block, int log) {
    std::memcpy(static_cast<void*>(block), &free_[log], sizeof(Entry*));
    free_[log] = block;
  }

  uint64_t limit_;
  Shape* shapes_ = nullptr;
  uint32_t mask_ = 0, shape_count_ = 0, allocated_ = 0;
  char* slab_[kMaxSlabs];
  int slabs_ = 0, slab_index_ = 0;
  uint64_t used_in_slab_ = 0;
  Entry* free_[kMaxLog + 1] = {};
};

}  // namespace whistlog
