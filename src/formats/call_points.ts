/**
 * Points (such as a frame) that traces of calls have.
 * @module
 */

import type { PointWord } from "../events/point_word.ts";

/** Points that name a frame. */
export const CALL_POINTS: readonly PointWord[] = [
  {
    word: "frame",
    value: "number",
    usage: "frame N",
    summary: "the last record of a frame (traces of calls)",
    example: "frame 12",
  },
];
