/** Damages streams of recordings: values of every kind, details and events in any place. */
import type { Random } from "../support/random.ts";
import { EDGES, leb, mutateBytes, splice } from "./mutate_bytes.ts";

/** A value of each kind, often with a number at a limit. */
function anyValue(random: Random): number[] {
  const edge = (): number[] => leb(random.pick(EDGES));
  switch (random.below(16)) {
    case 0:
      return [random.below(3)];
    case 1:
      return [3, ...edge()];
    case 2:
      return [4, ...edge()];
    case 3:
      return [5, ...Array.from({ length: 4 }, () => random.below(256))];
    case 4:
      return [6, ...Array.from({ length: 8 }, () => random.below(256))];
    case 5:
      return [random.pick([7, 8]), 3, 65, 0, 255];
    case 6:
      return [9, random.below(3), random.pick([3, 4]), ...edge()];
    case 7:
      return [9, ...edge(), 1, 1, 65, 4, 1, 3, ...edge()];
    case 8:
      return [10, random.below(8), ...edge()];
    case 9:
      return [11, 2, ...anyValue(random), ...anyValue(random)];
    case 10:
      return [11, ...edge()];
    case 11:
      return [12, random.below(4), ...anyValue(random), ...anyValue(random)];
    case 12:
      return [13, ...edge()];
    case 13:
      return [14, ...anyValue(random), ...anyValue(random)];
    case 14:
      return [15, 2, ...edge(), ...edge()];
    default:
      return [random.below(256), ...edge()];
  }
}

/** A damaged copy of a stream. */
export function mutateStream(stream: Uint8Array, random: Random): Uint8Array {
  if (stream.length === 0) return stream;
  const at = random.below(stream.length);
  switch (random.below(4)) {
    case 0:
      return splice(stream, at, random.below(4), anyValue(random));
    case 1:
      // Inserts a detail with an argument of any number, and the end of the event.
      return splice(stream, at, 0, [1, ...leb(random.pick(EDGES)), ...anyValue(random), 0]);
    case 2:
      // Inserts an event: a leave of any call, or an enter of any function.
      return splice(stream, at, 0, random.oneIn(2) ? [1, random.below(40), 0] : [0, 0, random.below(9), 0]);
    default:
      return mutateBytes(stream, random, stream);
  }
}
