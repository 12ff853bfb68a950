/** Heap texts as jemalloc writes them, of any length. */

import { Random } from "../../support/random.ts";

/** Number of return addresses of the program. */
const ADDRESSES = 20_000;

/** Backtraces with ten to thirty addresses, their sums and those of a thread. */
export function generateHeapText(
  { samples, seed }: { readonly samples: number; readonly seed: number },
): Uint8Array<ArrayBuffer> {
  const random = new Random(seed);
  const texts: string[] = [];
  let objects = 0, bytes = 0;
  const addresses = Array.from(
    { length: ADDRESSES },
    () => ` 0x${(0x7fb5_d04a_0000 + random.below(0x40_0000)).toString(16)}`,
  );
  for (let count = 0; count < samples; count++) {
    const live = 1 + random.below(500), size = 8 * (1 + random.below(500));
    objects += live;
    bytes += live * size;
    const stack = Array.from({ length: 10 + random.below(20) }, () => random.pick(addresses));
    const sums = `${live}: ${live * size} [0: 0]`;
    texts.push(`@${stack.join("")}\n  t*: ${sums}\n  t${random.below(8)}: ${sums}\n`);
  }
  const head = `heap_v2/524288\n  t*: ${objects}: ${bytes} [0: 0]\n  t0: ${objects}: ${bytes} [0: 0]\n`;
  const maps = "\nMAPPED_LIBRARIES:\n" +
    "7fb5d0400000-7fb5d0900000 r-xp 00026000 fe:00 326269                     /usr/lib/libserver.so\n";
  return new TextEncoder().encode(head + texts.join("") + maps);
}
