/**
 * Shows recursion in a call path as one level: a function that calls itself, and functions that call each other
 * in a cycle, appear once.
 * @module
 */

import { SHOW_LIMITS } from "./limits/show_limits.ts";

/** A call path without direct repetitions. */
interface FoldedPath<Key> {
  /** The functions, outermost first. */
  readonly path: readonly Key[];
  /** The number of frames of each function; their sum is the number of original frames. */
  readonly depths: readonly number[];
  /** The index in `path` of each frame. */
  readonly levels: readonly number[];
}

/**
 * Folds a path, outermost first: `main fib fib fib` becomes `main fib` with depths 1 and 3, and `main a b a b
 * c` becomes `main a b c` with depths 1, 2, 2 and 1. A prefix of a path is folded like the beginning of the
 * path, so that folded paths form a tree and the total of a function counts each call once. Unknown frames
 * (with an empty text, or rejected by `isKnown`) are never treated as the same function.
 */
export function foldRecursion<Key extends string | number>(
  frames: readonly Key[],
  isKnown: (frame: Key) => boolean = (frame) => frame !== "",
): FoldedPath<Key> {
  const path: Key[] = [];
  /** For each key of the path its frame, and for each folded frame the frame into which it was merged. */
  const standing: number[] = [];
  const into: number[] = [];
  for (let at = 0; at < frames.length; at++) {
    path.push(frames[at]!);
    standing.push(at);
    into.push(at);
    const round = lastRound(path, isKnown);
    if (round === 0) continue;
    // The repetition that ends here is merged into the previous one.
    const kept = path.length - round;
    for (let level = kept; level < path.length; level++) into[standing[level]!] = standing[level - round]!;
    path.length = standing.length = kept;
  }
  const depths = path.map(() => 0);
  const levels: number[] = [];
  let next = 0;
  for (let at = 0; at < frames.length; at++) {
    // The frame was merged into an earlier one.
    const level = into[at] === at ? next++ : levels[into[at]!]!;
    levels.push(level);
    depths[level]!++;
  }
  return { path, depths, levels };
}

/**
 * Returns the length of the shortest repetition at the end: this many frames equal those before them. 0 if
 * there is none.
 */
function lastRound<Key>(path: readonly Key[], isKnown: (frame: Key) => boolean): number {
  const end = path.length;
  const most = Math.min(SHOW_LIMITS.recursionFrames.most, end >>> 1);
  for (let round = 1; round <= most; round++) {
    let same = 0;
    while (same < round && path[end - 1 - same] === path[end - 1 - same - round]) same++;
    if (same === round && path.slice(end - round).every(isKnown)) return round;
  }
  return 0;
}
