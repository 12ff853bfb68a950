/** Blocks in use are found again after any other allocations and frees. */
import { assertEquals } from "@std/assert";
import { BlocksInUse } from "../../../src/compat/mptrace/blocks_in_use.ts";
import { joinBytes } from "../../../src/base/join_bytes.ts";
import { Random } from "../../support/random.ts";
import { MtrcWriter } from "../../formats/mtrc/mtrc_writer.ts";
import { loadTraces } from "./support.ts";

for (const version of [10403, 10501]) {
  Deno.test(`blocks of version ${version} keep their start and place, like in a plain map`, async () => {
    const [trace] = await loadTraces(joinBytes([new MtrcWriter({ version }).head().trailer().take()]));
    const inUse = new BlocksInUse(trace!);
    const random = new Random(7);
    const map = new Map<number, { event: number; addr: bigint }>();
    const live: number[] = [];
    let lives = 0;
    for (let event = 1; event < 60_000; event++) {
      // More and more blocks, then fewer.
      if (live.length === 0 || random.below(10) < (event < 40_000 ? 6 : 3)) {
        const addr = BigInt(event) << 40n;
        inUse.begin(lives, event, addr);
        map.set(lives, { event, addr });
        live.push(lives++);
        continue;
      }
      const at = random.below(live.length), life = live[at]!, block = map.get(life)!;
      if (random.below(4) === 0) {
        const addr = BigInt(event);
        assertEquals(inUse.move(life, addr), block.addr);
        block.addr = addr;
        continue;
      }
      assertEquals(inUse.end(life, event), event - block.event);
      live[at] = live.at(-1)!;
      live.pop();
      if (version < 10404 && random.below(2) === 0) {
        inUse.begin(life, event + 1, 5n);
        block.addr = 5n;
        live.push(life);
      }
    }
  });
}
