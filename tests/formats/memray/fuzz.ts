import type { FormatFuzz } from "../../fuzz/trace_target.ts";
import { walked } from "../../fuzz/structures/walk.ts";

/** Captures of memray: numbers of 7 bits per byte, and texts are fields. */
export const fuzz: FormatFuzz = {
  isGrownAhead: true,
  find: (bytes) =>
    walked(bytes, (walk) => {
      walk.raw(Math.min(walk.left, 80));
      while (walk.left > 0) {
        walk.record(() => {
          walk.number(1, true);
          while (walk.left > 0 && walk.byte() >= 128);
        });
      }
    }),
};
