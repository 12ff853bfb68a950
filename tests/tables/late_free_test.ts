/** Pairing of heap blocks by address, where the free of a block may come after the next allocation there. */
import { assertEquals } from "@std/assert";
import { TraceBuilder } from "../../src/tables/trace_builder.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { newPools } from "../support/pools.ts";

/** Allocations and frees as letters: `+a` allocates address a, `-a` frees it. */
function traceOf(events: string): Trace {
  const builder = new TraceBuilder(newPools());
  builder.describe({ format: "made", version: "1", wordBits: 64, byteOrder: "none", mainTable: "events" });
  const writer = builder.events(
    [{ name: "kind", type: "u32" }, { name: "addr", type: "u64" }, {
      name: "size",
      type: "u64",
      nullable: true,
    }],
    "heap",
    { numbered: true },
  );
  const [kind, addr, size] = ["kind", "addr", "size"].map((name) => writer.column(name));
  for (const each of events.split(" ")) {
    const row = writer.count;
    const isFree = each[0] === "-";
    kind!.u32[row] = isFree ? 2 : 0;
    addr!.u32[2 * row] = each.charCodeAt(1);
    addr!.u32[2 * row + 1] = 0;
    size!.u32[2 * row] = writer.flushed + row + 1;
    size!.u32[2 * row + 1] = 0;
    size!.nulls[row] = isFree ? 1 : 0;
    if (++writer.count === 65536) writer.flush();
  }
  writer.flush();
  return builder.finish("t")[0]!;
}

/** Start and end of each block, 0 for one that stays, and how often problems occurred. */
function lives(trace: Trace): { blocks: string[]; codes: Record<string, number>; live: (bigint | null)[] } {
  const table = trace.tables.get("allocs")!;
  const read = (name: string, from = table): (bigint | null)[] => {
    const { arena } = from.pools;
    const column = from.column(name)!;
    return Array.from({ length: from.rowCount }, (_, row) => {
      const at = arena.alloc(32);
      arena.u32[at >>> 2] = row;
      const isNull = column.gather(at, 1, at + 8, at + 16) > 0;
      const value = arena.u64[(at + 8) >>> 3]!;
      arena.free(at);
      return isNull ? null : value;
    });
  };
  const ends = read("freed");
  return {
    blocks: read("seq").map((seq, at) => `${seq}-${ends[at] ?? 0}`),
    codes: Object.fromEntries(trace.problemCounts),
    live: read("live_blocks", trace.tables.get("events")!),
  };
}

Deno.test("a free written as part of a realloc belongs to the earlier of two blocks at an address", () => {
  // Another thread gets the address; then the realloc is written, and later the new block is freed.
  const { blocks, codes } = lives(traceOf("+a +a -a +b -a -b"));
  assertEquals(blocks, ["1-3", "2-5", "4-6"]);
  assertEquals(codes, { "late-free": 1 });
});

Deno.test("a free that no allocation follows is not part of a realloc: it frees the later block", () => {
  const { blocks, live } = lives(traceOf("+a +a -a -c +a -a -c -a +b"));
  assertEquals(blocks, ["1-8", "2-3", "5-6", "9-0"]);
  assertEquals(live, [1n, 2n, 1n, 1n, 2n, 1n, 1n, 0n, 1n]);
});

Deno.test("an earlier block that nothing frees ends where its address is allocated again", () => {
  const { blocks, codes, live } = lives(traceOf("+a +a -a +b +a -a"));
  assertEquals(blocks, ["1-2", "2-3", "4-0", "5-6"]);
  assertEquals(codes, { "double-allocation": 1 });
  assertEquals(live, [1n, 1n, 0n, 1n, 2n, 1n]);
});

Deno.test("frees of addresses that are not live are counted, and reported as one problem", () => {
  const trace = traceOf("-x -y +a -x");
  assertEquals(trace.problemCounts, new Map([["unmatched-free", 1]]));
  assertEquals(trace.problems[0]!.message, "3 frees of addresses that are not live");
});

Deno.test("a late free that a short batch cannot classify is classified by the next batch", () => {
  const fill = (count: number): string => Array.from({ length: count / 2 }, () => "+z -z").join(" ");
  const late = lives(traceOf(`${fill(65534)} +a +a ${fill(100)} -a +b -a`));
  assertEquals(late.blocks.slice(32767, 32769), ["65535-65637", "65536-65639"]);
  const replaced = lives(traceOf(`${fill(65534)} +a +a ${fill(100)} -a +b`));
  assertEquals(replaced.blocks.slice(32767, 32769), ["65535-65637", "65536-65637"]);
  assertEquals(replaced.live.at(-1), 1n);
});
