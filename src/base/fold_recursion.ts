/**
 * Recursion in a path of calls as one level: a function that calls itself, and functions that call one another in a
 * circle, are there once.
 * @module
 */

import { SHOW_LIMITS } from "./limits/show_limits.ts";

/** A path of calls in which nothing appears twice in a row. */
interface FoldedPath<Key> {
  /** Outermost first. */
  readonly path: readonly Key[];
  /** How many frames each stands for; together as many as there were. */
  readonly depths: readonly number[];
  /** Where in `path` each frame is. */
  readonly levels: readonly number[];
}

/**
 * Folds a path, outermost first: `main fib fib fib` is `main fib`, with depths 1 and 3, and `main a b a b c` is
 * `main a b c`, with depths 1, 2, 2 and 1. A path that begins another one is folded as the other one begins, so that
 * folded paths make a tree, and what a function has with all it calls is counted once. Frames of which nothing is known
 * (an empty text, or what `isKnown` says) are not those of one function.
 */
export function foldRecursion<Key extends string | number>(
  frames: readonly Key[],
  isKnown: (frame: Key) => boolean = (frame) => frame !== "",
): FoldedPath<Key> {
  const path: Key[] = [];
  /** The frame that each key of the path is of, and for frames that were folded the one they went into. */
  const standing: number[] = [];
  const into: number[] = [];
  for (let at = 0; at < frames.length; at++) {
    path.push(frames[at]!);
    standing.push(at);
    into.push(at);
    const round = lastRound(path, isKnown);
    if (round === 0) continue;
    // The round that ends here goes into the one before it.
    const kept = path.length - round;
    for (let level = kept; level < path.length; level++) into[standing[level]!] = standing[level - round]!;
    path.length = standing.length = kept;
  }
  const depths = path.map(() => 0);
  const levels: number[] = [];
  let next = 0;
  for (let at = 0; at < frames.length; at++) {
    // A frame went into one before it.
    const level = into[at] === at ? next++ : levels[into[at]!]!;
    levels.push(level);
    depths[level]!++;
  }
  return { path, depths, levels };
}

/** How many frames at the end are the same as those before them, the fewest; 0 when there are none. */
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
