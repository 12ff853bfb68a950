/** The file of spilled blocks: space of freed blocks is reused. */
import { assert, assertEquals } from "@std/assert";
import { openSpillFile } from "../../src/ingest/spill_file.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { withFolder } from "../support/temporary.ts";

Deno.test("openSpillFile() keeps every block, and its file grows no larger than the blocks in it at one time", async () => {
  await withFolder((folder) => {
    for (let seed = 1; seed <= seeds(20); seed++) {
      const random = new Random(seed);
      const file = openSpillFile([folder])!;
      const blocks = new Map<number, Uint8Array>();
      let most = 0;
      for (let step = 0, bytes = 0; step < 400; step++) {
        if (blocks.size > 20) {
          const offset = random.pick([...blocks.keys()]);
          bytes -= blocks.get(offset)!.length;
          blocks.delete(offset);
          file.give(offset);
        }
        const block = new Uint8Array(1 + random.below(random.pick([100, 70_000]))).fill(random.below(256));
        const offset = file.append(block);
        assert(!blocks.has(offset));
        blocks.set(offset, block);
        most = Math.max(most, bytes += block.length);
        assert(offset < 3 * most + 400 * 4096, `seed ${seed}: ${offset} with at most ${most} bytes`);
      }
      for (const [offset, block] of blocks) {
        const found = new Uint8Array(block.length);
        file.read(offset, found);
        assertEquals(found, block, `seed ${seed}`);
      }
      file.clear();
      assertEquals(file.append(new Uint8Array(1)), 0);
    }
  });
});
