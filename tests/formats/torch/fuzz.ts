import type { FormatFuzz } from "../../fuzz/trace_target.ts";
import { walked } from "../../fuzz/structures/walk.ts";

/** Sizes of the arguments of opcodes in bytes. */
const ARGUMENTS: Readonly<Record<number, number>> = {
  0x80: 1,
  0x95: 8,
  0x4b: 1,
  0x4d: 2,
  0x4a: 4,
  0x47: 8,
  0x71: 1,
  0x72: 4,
  0x68: 1,
  0x6a: 4,
};
/** Opcodes with a length before their bytes, and the bytes of the length. */
const SIZED: Readonly<Record<number, number>> = { 0x8c: 1, 0x58: 4, 0x8a: 1, 0x43: 1, 0x42: 4 };

/** Snapshots of PyTorch: opcodes are records, and their arguments fields. */
export const fuzz: FormatFuzz = {
  find: (bytes) =>
    walked(bytes, (walk) => {
      while (walk.left > 0) {
        walk.record(() => {
          const op = walk.byte();
          const sized = SIZED[op];
          if (sized === undefined) walk.number(ARGUMENTS[op] ?? 0, true);
          else walk.raw(walk.number(sized, true));
        });
      }
    }),
};
