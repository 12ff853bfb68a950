/**
 * How much memory the isolates of tests may use before the collector becomes busy.
 * @module
 */

const MEBIBYTE = 1 << 20;
/** More of it changes nothing. */
const WANTED_MB = 1000;
const YOUNG_MB = 64;

/**
 * Options of V8 for test runs. It begins with small heaps and looks through all of one whenever it has grown a little: with
 * 90 MB in use that was twice a second, and a sixth of the time of tests over traces (28.6 s against 23.5 s).
 */
export function heapFlags(): string[] {
  const share = Deno.systemMemoryInfo().available / MEBIBYTE / navigator.hardwareConcurrency / 4;
  if (share < 2 * YOUNG_MB) return [];
  const young = `--min-semi-space-size=${YOUNG_MB},--max-semi-space-size=${YOUNG_MB}`;
  return [`--v8-flags=--initial-heap-size=${Math.round(Math.min(WANTED_MB, share))},${young}`];
}
