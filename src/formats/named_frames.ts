/**
 * What programs say about an address, as codes of texts.
 * @module
 */

import type { Frame } from "../events/stack_pool.ts";
import type { StringPool } from "../events/string_pool.ts";
import { type CodePlace, framesOf } from "./format.ts";

/** A function, and the line in it. */
export type FrameNames = Pick<Frame, "func" | "file" | "line">;

/** The frames of a place, innermost first. */
export function namedFrames(place: CodePlace, strings: StringPool): FrameNames[] {
  return framesOf(place).map(({ func, source }) => ({
    func: strings.internText(func),
    file: source ? strings.internText(source.file) : 0,
    line: source?.line ?? 0,
  }));
}
