/** Raw data of heaptrack as its recorder would write it, of any length. */

import { Random } from "../../support/random.ts";

/** Lines before the first allocation: two modules, two traces. */
export const HEAD: string = [
  "v 10400 3",
  "x 9 /opt/made",
  "X ./made",
  "I 1000 100",
  "m 1 -",
  "m 1 x 401000 0 1000",
  "m e /lib/libz.so.1 7f0000000000 0 8000 8000 1000",
  "t 401010 0",
  "t 7f0000000100 1",
].join("\n") + "\n";

/** Allocations and frees of at most 5,000 live blocks; the clock ticks every thousand of them. */
export function generateRawData(
  { events, seed }: { readonly events: number; readonly seed: number },
): Uint8Array<ArrayBuffer> {
  const random = new Random(seed);
  const lines: string[] = [];
  const live: number[] = [];
  const free = Array.from({ length: 5000 }, (_, at) => 0x5600_0000_0000 + 64 * at);
  for (let event = 0; event < events; event++) {
    if (event % 1000 === 0) {
      lines.push(`c ${(event / 100).toString(16)}`, `R ${(100 + event / 1000).toString(16)}`);
    }
    if (free.length > 0 && (live.length === 0 || random.below(5) < 3)) {
      live.push(free.splice(random.below(free.length), 1)[0]!);
      lines.push(`+ ${random.below(64).toString(16)} ${1 + event % 2} ${live.at(-1)!.toString(16)}`);
    } else {
      const [block] = live.splice(random.below(live.length), 1);
      free.push(block!);
      lines.push(`- ${block!.toString(16)}`);
    }
  }
  return new TextEncoder().encode(HEAD + lines.join("\n") + "\n");
}
