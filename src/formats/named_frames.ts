/**
 * Turns what programs say about an address into interned strings.
 * @module
 */

import type { Frame } from "../events/stack_pool.ts";
import type { StringPool } from "../events/string_pool.ts";
import { type CodePlace, framesOf } from "./format.ts";

/** A function, its file and its line. */
export type FrameNames = Pick<Frame, "func" | "file" | "line">;

/** The frames of a place, innermost first. */
export function namedFrames(place: CodePlace, strings: StringPool): FrameNames[] {
  return framesOf(place).map(({ func, source }) => ({
    func: strings.internText(func),
    file: source ? strings.internText(source.file) : 0,
    line: source?.line ?? 0,
  }));
}
