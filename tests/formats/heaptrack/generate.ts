/** Data of heaptrack as its interpreter would write it, of any length. */

import { Random } from "../../support/random.ts";

/** Lines before the first allocation: four texts, two instructions, two backtraces. */
export const HEAD: string = [
  "v 10400 3",
  "X ./made",
  "I 1000 100",
  "s 6 ./made",
  "s 4 main",
  "s 6 made.c",
  "s 4 work",
  "i 401000 1 2 3 a",
  "i 401100 1 4 3 14 2 3 b",
  "t 1 0",
  "t 2 1",
].join("\n") + "\n";

/** Maximum number of live blocks. */
const MOST_LIVE = 5000;

/** Allocations and frees of this many kinds of blocks; the clock ticks once every thousand of them. */
export function generateHeaptrack(
  { events, seed, kinds = 40 }: { readonly events: number; readonly seed: number; readonly kinds?: number },
): Uint8Array<ArrayBuffer> {
  const random = new Random(seed);
  const lines: string[] = [];
  const live: number[] = [];
  for (let kind = 0; kind < kinds; kind++) lines.push(`a ${(8 * kind).toString(16)} ${1 + kind % 2}`);
  for (let event = 0; event < events; event++) {
    if (event % 1000 === 0) {
      lines.push(`c ${(event / 100).toString(16)}`, `R ${(100 + event / 1000).toString(16)}`);
    }
    if (live.length === 0 || (live.length < MOST_LIVE && random.below(5) < 3)) {
      live.push(random.below(kinds));
      lines.push(`+ ${live.at(-1)!.toString(16)}`);
    } else {
      const [kind] = live.splice(random.below(live.length), 1);
      lines.push(`- ${kind!.toString(16)}`);
    }
  }
  return new TextEncoder().encode(HEAD + lines.join("\n") + "\n");
}
