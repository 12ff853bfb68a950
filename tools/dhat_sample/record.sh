#!/bin/sh
# Records the samples of testdata/dhat: record.sh FOLDER. Needs gcc, valgrind, and cargo for the crate dhat.
set -eu
into=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/*.c "$here"/*.rs "$work"
cd "$work"

# What a recorder prints at the end stands beside its file, without the number of the process.
run() {
  name=$1
  shift
  valgrind --tool=dhat "--dhat-out-file=$into/$name.json" "$@" 2>printed.txt
  grep -E '(Total|At t-gmax|At t-end|Reads|Writes):' printed.txt | sed 's/^==[0-9]*== //' >"$into/$name.txt"
}

gcc -g -O0 -no-pie -pthread -o words words.c
gcc -g -O0 -no-pie -o events events.c
run words ./words <words.c
run short --num-callers=2 ./words <words.c
run copies --mode=copy ./words <words.c
run events --mode=ad-hoc ./events

mkdir -p app/src
cp main.rs app/src
cat >app/Cargo.toml <<'TOML'
[package]
name = "app"
version = "0.1.0"
edition = "2021"
[dependencies]
dhat = "0.3"
[profile.release]
debug = 1
TOML
(cd app && cargo build -q --release && ./target/release/app 2>../printed.txt)
sed "s#$work/app#/src/app#g; s#$HOME/.cargo#/cargo#g" app/dhat-heap.json >"$into/rust.json"
grep -E '(Total|At t-gmax|At t-end):' printed.txt | sed 's/^dhat: //' >"$into/rust.txt"
