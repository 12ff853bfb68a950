/**
 * Which calls repeat the call right before them on the same thread: same function, same arguments, down to the content
 * of blobs.
 * @module
 */

import * as S from "./kernel/state.ts";
import type { CallAtHand } from "./walk_calls.ts";
import { type ValueParts, walkValue } from "./walk_value.ts";

/** A hash of 64 bits in two lanes. */
class Hash implements ValueParts {
  low = 0;
  high = 0;

  word(value: number): void {
    this.low = Math.imul(this.low ^ value, 0x9e37_79b1);
    this.low ^= this.low >>> 15;
    this.high = Math.imul(this.high ^ value ^ (this.low >>> 7), 0x85eb_ca6b);
    this.high ^= this.high >>> 13;
  }

  bytes(content: Uint8Array): void {
    let { low, high } = this;
    for (let at = 0; at < content.length; at++) {
      low = Math.imul(low ^ content[at]!, 0x0100_0193);
      high = Math.imul(high ^ content[at]! ^ (low >>> 15), 0x0100_01b3);
    }
    this.low = low;
    this.high = high;
  }
}

/** Says of one call after the other whether it repeats the one before on its thread. */
export function repeatFinder(version: number): (call: CallAtHand) => boolean {
  const before = new Map<number, { low: number; high: number }>();
  return ({ kernel, reader }) => {
    const hash = new Hash();
    hash.word(kernel.get(S.CALL_FUNCTION));
    const count = reader.argCount;
    for (let arg = 0; arg < count; arg++) {
      if (!reader.placeArg(arg)) continue;
      hash.word(arg);
      walkValue(reader, version, hash);
    }
    const thread = kernel.get(S.CALL_THREAD);
    const last = before.get(thread);
    const same = last !== undefined && last.low === hash.low && last.high === hash.high;
    before.set(thread, hash);
    return same;
  };
}
