/*
 * whistlog_solver: exact double-dummy values for games of the whist family.
 *
 * The library knows nothing of ranks' names: a natural card is a pair (suit 0..3, strength
 * 0..14), the higher strength winning, so an unusual ranking is a permutation made by the
 * caller.  Seats 0..3 go clockwise; seats 0 and 2 play against 1 and 3.
 *
 * A "dead" card belongs to no suit and never wins (a joker at no-trump).  It may be played by a
 * hand without the suit led; when it is led, the first natural card played after it sets the
 * suit to follow.  At most two dead cards exist, and only without a trump suit.
 *
 * No function keeps a pointer to its arguments after it returns.  A context may be used by one
 * thread at a time; different contexts are independent.
 */
#ifndef WHISTLOG_SOLVER_H
#define WHISTLOG_SOLVER_H

#include <stdint.h>

#if defined(_WIN32)
#define WL_API __declspec(dllexport)
#else
#define WL_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define WL_ABI_VERSION 1
#define WL_MAX_CARDS 13
#define WL_DEAD_CARD 64
#define WL_NO_TRUMP (-1)

typedef enum wl_status {
  WL_OK = 0,
  WL_CANCELLED = 1,        /* the cancellation flag was raised */
  WL_NODE_LIMIT = 2,       /* the node limit was reached */
  WL_TIME_LIMIT = 3,       /* the time limit was reached */
  WL_NULL_ARGUMENT = 10,   /* a required pointer is null */
  WL_BAD_TRUMP = 11,       /* trump is not -1..3 */
  WL_BAD_LEADER = 12,      /* leader is not 0..3 */
  WL_BAD_TABLE_COUNT = 13, /* more than three cards on the table */
  WL_BAD_CARD = 14,        /* a card outside suits 0..3 and strengths 0..14, and not dead */
  WL_DUPLICATE_CARD = 15,  /* a card in two places */
  WL_UNEQUAL_HANDS = 16,   /* hand sizes do not fit the cards on the table */
  WL_EMPTY_HANDS = 17,     /* nothing left to play */
  WL_TOO_MANY_CARDS = 18,  /* more than 13 cards in a hand */
  WL_DEAD_WITH_TRUMP = 19, /* dead cards exist only without a trump suit */
  WL_TOO_MANY_DEAD = 20,   /* more than two dead cards */
  WL_BAD_PLAY = 21,        /* a traced card is not in the hand of the player to move */
  WL_TOO_MANY_PLAYS = 22,  /* more plays traced than cards to play */
  WL_NO_MEMORY = 23,       /* memory could not be had */
  WL_BAD_COUNT = 24,       /* a negative number of items or threads */
  WL_INTERNAL = 25         /* a failure of the library itself */
} wl_status;

/* A card code is 16 * suit + strength, or WL_DEAD_CARD. */
typedef struct wl_position {
  uint64_t hands[4];   /* bit c is set when the hand holds natural card code c */
  uint8_t dead[4];     /* dead cards in each hand */
  int8_t trump;        /* 0..3 or WL_NO_TRUMP */
  uint8_t leader;      /* the seat that leads, or led, the current trick */
  uint8_t table_count; /* 0..3 cards already played to it, no longer in the hands */
  uint8_t table[3];    /* their codes in order of play */
} wl_position;

typedef struct wl_limits {
  uint64_t nodes;               /* positions visited before giving up; 0 = no limit */
  uint32_t milliseconds;        /* wall time before giving up; 0 = no limit */
  const volatile int32_t *stop; /* when not null, work stops soon after it turns non-zero */
} wl_limits;

/* Values count the tricks, the current one included, that the side to move still takes. */
typedef struct wl_card_value {
  uint8_t card;
  int8_t value;
} wl_card_value;

typedef struct wl_values_result {
  int8_t value; /* with best play */
  uint8_t count;
  wl_card_value cards[WL_MAX_CARDS]; /* every legal card, by ascending code */
} wl_values_result;

typedef struct wl_trace_step {
  uint8_t player;
  uint8_t legal;       /* 0 when the card played revokes */
  int8_t value;        /* for the player's side, with best play, before the card */
  int8_t played_value; /* for the same side and the same tricks, after the card played */
  uint8_t count;       /* 0 unless every card was asked for */
  wl_card_value cards[WL_MAX_CARDS];
} wl_trace_step;

typedef struct wl_context wl_context;

WL_API int32_t wl_abi_version(void);
WL_API const char *wl_status_text(int32_t status);

/* memory_bytes bounds the context's table (0 = 200 MB); null when memory cannot be had. */
WL_API wl_context *wl_context_new(uint64_t memory_bytes);
WL_API void wl_context_free(wl_context *context);
/* Positions visited by the last call on this context. */
WL_API uint64_t wl_context_nodes(const wl_context *context);

WL_API int32_t wl_check(const wl_position *position);
/* Tricks the side to move takes. After a limit stopped a call, the same call goes on from what
 * the context's table has learnt. */
WL_API int32_t wl_solve(wl_context *context, const wl_position *position,
                        const wl_limits *limits, int32_t *tricks);
WL_API int32_t wl_values(wl_context *context, const wl_position *position,
                         const wl_limits *limits, wl_values_result *result);
/* steps has play_count elements. A revoking card is removed from the hand and the play goes on.
 * When every_card is zero only value and played_value are found, which is much cheaper. */
WL_API int32_t wl_trace(wl_context *context, const wl_position *position, const uint8_t *plays,
                        int32_t play_count, int32_t every_card, const wl_limits *limits,
                        wl_trace_step *steps);

/* Solve count positions with up to `threads` threads (0 = one for each processor), each with an
 * equal part of memory_bytes. statuses[i] tells whether results[i] holds an answer; the limits
 * hold for each position alone, except `stop`. Returns WL_OK, WL_CANCELLED or an error of the
 * call itself. wl_values_many leaves nothing out; wl_solve_many fills only `tricks`. */
WL_API int32_t wl_solve_many(const wl_position *positions, int32_t count, int32_t threads,
                             uint64_t memory_bytes, const wl_limits *limits, int8_t *tricks,
                             int32_t *statuses);
WL_API int32_t wl_values_many(const wl_position *positions, int32_t count, int32_t threads,
                              uint64_t memory_bytes, const wl_limits *limits,
                              wl_values_result *results, int32_t *statuses);

#ifdef __cplusplus
}
#endif
#endif
