#!/bin/sh
# Records the samples of testdata/dhat, and the output of each recorder: record.sh FOLDER. Needs gcc, valgrind and cargo.
set -eu
into=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/*.c "$work"
cp -r "$here/rust" "$work"
cd "$work"
keep() {
  file=$1
  shift
  "$@" 2>"$file.log"
  sed "s#$work#/src#g" "$file.json" >"$into/$file.json"
  # The printed totals, without the number of the process.
  sed -n 's/^\(==[0-9]*==\|dhat:\) \([A-Z][-a-z ]*:.*\)$/\2/p' "$file.log" | grep -E '^(Total|At|Reads|Writes)' \
    >"$into/$file.txt"
}
for each in lists copies events; do gcc -g -O0 -no-pie -fno-builtin -pthread -o $each $each.c; done
grind() {
  file=$1
  shift
  keep "$file" valgrind --tool=dhat --dhat-out-file="$file.json" "$@"
}
grind lists ./lists
grind lists.freed ./lists all
grind lists.short --num-callers=2 ./lists
grind listing --num-callers=8 ls -l .
seq 1 500 >numbers
grind sort sort -r --parallel=1 numbers
grind copies --mode=copy ./copies
grind events --mode=ad-hoc ./events
cd rust
CARGO_TARGET_DIR="$work/target" cargo build -q --release
cd ..
keep shop target/release/shop heap shop.json
keep shop.events target/release/shop events shop.events.json
