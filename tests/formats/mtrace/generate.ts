/** Text of mtrace that no program has written. */

import { Random } from "../../support/random.ts";

/** Random calls, of which a third end a block. */
export function generateMtrace(
  { calls, seed }: { readonly calls: number; readonly seed: number },
): Uint8Array<ArrayBuffer> {
  const random = new Random(seed);
  const live: string[] = [];
  const lines = ["= Start"];
  for (let at = 0; at < calls; at++) {
    // A program calls from some thousand places.
    const place = random.below(3000);
    const pc = (0x40_1000 + 5 * place).toString(16);
    const caller = `./made:(f${place % 30}+0x${(place % 200).toString(16)})[0x${pc}]`;
    const size = `0x${(1 + random.below(5000)).toString(16)}`;
    const fresh = `0x${(0x5600_0000_0000 + 32 * at).toString(16)}`;
    if (live.length === 0 || random.below(3) > 0) {
      lines.push(`@ ${caller} + ${fresh} ${size}`);
      live.push(fresh);
      continue;
    }
    const [old] = live.splice(random.below(live.length), 1);
    if (random.oneIn(2)) lines.push(`@ ${caller} - ${old}`);
    else {
      lines.push(`@ ${caller} < ${old}`, `@ ${caller} > ${fresh} ${size}`);
      live.push(fresh);
    }
  }
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}
