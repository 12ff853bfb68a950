#!/bin/sh
# Records the samples of testdata/lcov but shapes.info and shapes.mcdc.info, which need lcov 2: record.sh FOLDER. Needs gcc, lcov, gcovr, coverage.py, clang and llvm-cov.
set -eu
into=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/*.c "$here"/*.h "$here"/*.cpp "$here"/*.py "$work"
cd "$work"
keep() { sed "s#$work#/src#g" "$1" >"$into/$2"; }

gcc --coverage -O0 -o calc calc.c list.c
./calc 3 4 + 5 x || true
lcov -q -c -d . -t test_1 --rc lcov_branch_coverage=1 -o first.info
rm -f ./*.gcda
./calc 9 0 / || true
lcov -q -c -d . -t test_2 --rc lcov_branch_coverage=1 -o second.info
lcov -q -a first.info -a second.info --rc lcov_branch_coverage=1 -o both.info
keep both.info calc.info
gcovr -r . --lcov gcovr.info --cobertura gcovr.xml
keep gcovr.info calc.second.info
keep gcovr.xml calc.second.xml
gcov --json-format --stdout -b -c ./*-calc.gcda | sed "s#$work#/src#g" | gzip -9n >"$into/calc.second.gcov.json.gz"

g++ --coverage -O0 -o shapes shapes.cpp
./shapes
lcov -q -c -d . --no-external --rc lcov_branch_coverage=1 -o shapes.info
keep shapes.info shapes.lcov1.info

clang++ -O0 -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc -o clang-shapes shapes.cpp
LLVM_PROFILE_FILE=shapes.profraw ./clang-shapes
llvm-profdata merge -o shapes.profdata shapes.profraw
llvm-cov export -instr-profile shapes.profdata ./clang-shapes >llvm.json
keep llvm.json shapes.llvm.json

printf '[run]\nbranch = True\ndynamic_context = test_function\nrelative_files = True\n' >.coveragerc
coverage run words.py
coverage lcov -q -o words.info
coverage json -q --show-contexts -o words.json
coverage xml -q -o words.xml
for each in info json xml; do keep "words.$each" "words.$each"; done
