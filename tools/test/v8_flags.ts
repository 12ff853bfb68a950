/**
 * How V8 runs the tests: how much memory isolates may use before the garbage collector becomes busy, and what is
 * compiled.
 * @module
 */

import { effort } from "../../tests/support/effort.ts";

const MEBIBYTE = 1 << 20;
/** More memory makes no difference. */
const WANTED_MB = 1000;
const YOUNG_MB = 64;

/**
 * V8 begins with small heaps and collects garbage whenever one has grown a little: with 90 MB in use that was twice a
 * second, and a sixth of the time of tests over traces (28.6 s against 23.5 s).
 */
function heapFlags(): string[] {
  const share = Deno.systemMemoryInfo().available / MEBIBYTE / navigator.hardwareConcurrency / 4;
  if (share < 2 * YOUNG_MB) return [];
  return [
    `--initial-heap-size=${Math.round(Math.min(WANTED_MB, share))}`,
    `--min-semi-space-size=${YOUNG_MB}`,
    `--max-semi-space-size=${YOUNG_MB}`,
  ];
}

/**
 * Options of V8 for test runs. At low effort nothing runs long enough to benefit from the last of its compilers, which
 * took an eighth of the time of tests of formats (37.6 s without it against 43.6 s).
 */
export function v8Flags(): string[] {
  const flags = [...heapFlags(), ...(effort < 1 ? ["--no-opt"] : [])];
  return flags.length === 0 ? [] : [`--v8-flags=${flags.join(",")}`];
}
