/** Traces out of a saved index are those that were saved: every table, problem and figure. */
import { assert, assertEquals } from "@std/assert";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { load } from "../../src/ingest/load.ts";
import { formats } from "../../src/formats/registry.ts";
import { entriesOf } from "../support/effort.ts";
import { newPools } from "../support/pools.ts";
import { samplesOf } from "../formats/conformance/samples.ts";
import { Snapshooter } from "../formats/conformance/snapshot.ts";
import { throughIndex } from "./through_index.ts";

for (const { name: format } of formats.filter(({ readerVersion }) => readerVersion !== undefined)) {
  Deno.test(`${format}: a saved index gives what the trace gave`, async () => {
    let saved = 0;
    for (const { path, bytes } of entriesOf(samplesOf(format), 0.6, 1)) {
      for (const renumbered of [false, true]) {
        const pools = newPools();
        const file = await load(sourceOf(bytes), pools, { name: "t" });
        const lines = await new Snapshooter(pools).lines(file.traces);
        const { stats, lives } = file.traces[0]!;
        const restored = await throughIndex(file, pools, { renumbered });
        if (restored === file) continue;
        saved++;
        assertEquals(await new Snapshooter(pools).lines(restored.traces), lines, `${path} ${renumbered}`);
        assertEquals(restored.traces[0]!.stats, stats);
        assertEquals(restored.traces[0]!.lives?.totals, lives?.totals);
        restored.close();
      }
    }
    assert(saved > 0);
  });
}
