/** Traces out of a saved index are those that were saved: every table, problem and figure. */
import { assert, assertEquals } from "@std/assert";
import { type ByteSource, sourceOf } from "../../src/bytes/byte_source.ts";
import { load } from "../../src/ingest/load.ts";
import { formats } from "../../src/formats/registry.ts";
import { effort, seeds } from "../support/effort.ts";
import { newPools } from "../support/pools.ts";
import { someSamples } from "../formats/conformance/samples.ts";
import { Snapshooter } from "../formats/conformance/snapshot.ts";
import { throughIndex } from "./through_index.ts";

for (const { name: format } of formats.filter(({ readerVersion }) => readerVersion !== undefined)) {
  Deno.test(`${format}: a saved index gives what the trace gave`, async () => {
    for (const { path, bytes } of someSamples(format, seeds(20), effort < 1 ? 100_000 : Infinity)) {
      for (const renumbered of [false, true]) {
        const pools = newPools();
        const reopen = (): Promise<ByteSource> => Promise.resolve(sourceOf(bytes));
        const file = await load(sourceOf(bytes), pools, { name: "t", reopen });
        const lines = await new Snapshooter(pools).lines(file.traces);
        const { stats, lives } = file.traces[0]!;
        const restored = await throughIndex(file, pools, { renumbered, reopen });
        assert(restored !== file, `${path} has no index`);
        assertEquals(await new Snapshooter(pools).lines(restored.traces), lines, `${path} ${renumbered}`);
        assertEquals(restored.traces[0]!.stats, stats);
        assertEquals(restored.traces[0]!.lives?.totals, lives?.totals);
        restored.close();
      }
    }
  });
}
