/**
 * Points of traces of calls.
 * @module
 */

import type { PointWord } from "../events/point_word.ts";

/** Frames. */
export const CALL_POINTS: readonly PointWord[] = [
  {
    word: "frame",
    value: "number",
    usage: "frame N",
    summary: "the last record of a frame (traces of calls)",
    example: "frame 12",
  },
];
