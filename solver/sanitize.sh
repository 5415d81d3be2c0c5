#!/bin/sh
# Random positions under the address, undefined-behaviour and thread sanitizers.
# Usage: solver/sanitize.sh [scale]; a scale of 1 takes well below two minutes.
set -eu
cd "$(dirname "$0")"
cxx=${CXX:-c++}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for kind in address,undefined thread; do
  "$cxx" -std=c++17 -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all \
    -fsanitize="$kind" -pthread -Wall -Wextra -o "$out/stress" stress.cpp whistlog_solver.cpp
  echo "sanitizers: $kind"
  "$out/stress" "${1:-1}"
done
