/** The blocks that are live after each record of short traces, compared with a list kept by the test. */
import { assertEquals } from "@std/assert";
import type { Session } from "../../src/engine/session.ts";
import { ask, sessionOf } from "../questions/gnatcov/asking.ts";
import { MtrcWriter } from "../formats/mtrc/mtrc_writer.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

interface Trace {
  readonly bytes: Uint8Array;
  /** Index, place and size of the blocks that are live after each record; none before the first. */
  readonly live: readonly (readonly string[])[];
}

/** Allocations of 8 blocks at most, resizes and frees of those that are live. */
function randomTrace(random: Random, records: number): Trace {
  const writer = new MtrcWriter().head();
  const blocks = new Map<number, { addr: number; size: number }>();
  const live: string[][] = [[]];
  let next = 1;
  for (let record = 0; record < records; record++) {
    const known = [...blocks.keys()];
    if (known.length === 0 || (known.length < 8 && random.oneIn(2))) {
      const block = { addr: 4096 * next, size: 1 + random.below(300) };
      blocks.set(next, block);
      writer.alloc(next++, block.addr, block.size);
    } else {
      const index = random.pick(known);
      const block = blocks.get(index)!;
      if (random.oneIn(2)) {
        block.size = 1 + random.below(70_000);
        if (random.oneIn(2)) block.addr += 2 ** 33;
        writer.realloc(index, block.addr, block.size);
      } else {
        blocks.delete(index);
        writer.free(index);
      }
    }
    live.push([...blocks].map(([index, { addr, size }]) => `${index} ${addr} ${size} ${addr + size}`));
  }
  return { bytes: writer.trailer().take(), live };
}

async function liveAt(session: Session, point: string): Promise<string[]> {
  const rows = await ask(session, `live @ ${point} | select alloc, addr, size, end | sort alloc`);
  return rows.map((row) => Object.values(row).join(" "));
}

Deno.test("live @ POINT has the blocks, places and sizes at that point, also for a single life", async () => {
  for (let seed = 1; seed <= seeds(24); seed++) {
    const random = new Random(seed);
    const records = seed <= 6 ? 1 + seed % 3 : 4 + random.below(16);
    const { bytes, live } = randomTrace(random, records);
    const session = await sessionOf({ t: bytes });
    for (let point = 0; point <= records; point++) {
      const counted = await ask(session, `live @ ${point} | summarize n = count()`);
      assertEquals(
        counted[0]!["n"],
        BigInt(live[point]!.length),
        `seed ${seed}, after ${point} of ${records}`,
      );
      assertEquals(
        await liveAt(session, `${point}`),
        live[point],
        `seed ${seed}, after ${point} of ${records}`,
      );
    }
    assertEquals(await liveAt(session, `${records + 1}`), live[records]);
    session.closeAll();
  }
});
