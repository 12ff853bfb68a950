/** Generated text of mtrace. */

import { Random } from "../../support/random.ts";

/** Maximum number of live blocks. */
const MOST_LIVE = 5000;

/**
 * Random calls from this many places, of which at least a third end a block; real programs call from a few thousand
 * places.
 */
export function generateMtrace(
  { calls, seed, callers = 3000 }: {
    readonly calls: number;
    readonly seed: number;
    readonly callers?: number;
  },
): Uint8Array<ArrayBuffer> {
  const random = new Random(seed);
  const live: string[] = [];
  const freed: string[] = [];
  const lines = ["= Start"];
  for (let at = 0; at < calls; at++) {
    const place = random.below(callers);
    const pc = (0x40_1000 + 5 * place).toString(16);
    const caller = `./made:(f${place % 30}+0x${(place % 200).toString(16)})[0x${pc}]`;
    const size = `0x${(1 + random.below(5000)).toString(16)}`;
    // Freed addresses are reused.
    const next = (): string => freed.pop() ?? `0x${(0x5600_0000_0000 + 32 * at).toString(16)}`;
    if (live.length === 0 || (live.length < MOST_LIVE && random.below(3) > 0)) {
      live.push(next());
      lines.push(`@ ${caller} + ${live.at(-1)} ${size}`);
      continue;
    }
    const [old] = live.splice(random.below(live.length), 1);
    if (random.oneIn(2)) lines.push(`@ ${caller} - ${old}`);
    else {
      live.push(next());
      lines.push(`@ ${caller} < ${old}`, `@ ${caller} > ${live.at(-1)} ${size}`);
    }
    freed.push(old!);
  }
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}
