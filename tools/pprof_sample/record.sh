#!/bin/sh
# Records the samples of testdata/pprof: record.sh FOLDER. Needs go, gcc, libtcmalloc of gperftools, and jemalloc.
set -eu
into=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/c"
cp "$here"/main.go "$work"
cp "$here"/app.c "$work/c"
cd "$work"
libraries=/usr/lib/$(gcc -print-multiarch)

cat >go.mod <<'MOD'
module example.com/app
go 1.22
MOD
go build -trimpath -o app .
./app "$into"
# The output of the original: the sum of each type of samples, and the flat column.
for name in cpu heap mutex; do
  go tool pprof -raw app "$into/$name.pb.gz" 2>/dev/null | sed '/^Locations$/,$d' >"$into/$name.raw.txt"
done

gzip -9nf "$into/heap.go.txt"

gcc -g -O0 -no-pie -fno-builtin -o plain c/app.c
LD_PRELOAD=$libraries/libtcmalloc.so.4 HEAPPROFILE="$work/tc" HEAP_PROFILE_ALLOCATION_INTERVAL=20000 ./plain 2>/dev/null
sed "s#$work#/src#g" "$(ls tc.*.heap | tail -1)" >"$into/gperftools.heap"
LD_PRELOAD=$libraries/libjemalloc.so.2 \
  MALLOC_CONF=prof:true,lg_prof_sample:0,prof_final:true,prof_accum:true,prof_prefix:je ./plain 2>/dev/null
sed "s#$work#/src#g" je.*.heap >"$into/jemalloc.heap"
