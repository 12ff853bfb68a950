import { assert, assertEquals } from "@std/assert";
import { formats } from "../../src/formats/registry.ts";
import { Session } from "../../src/engine/session.ts";
import { firstQueries } from "../../src/repl/first_queries.ts";
import { someSamples } from "../conformance/samples.ts";
import { openSample } from "../support/sample_session.ts";
import { seeds } from "../support/effort.ts";

/** Number of samples of a format, small and large. */
const SAMPLES = 12;
/** Size above which a trace must give suggestions; tiny ones may have none. */
const SMALLEST = 15;

Deno.test("firstQueries() suggests three queries that run and give rows, on every sample of every format", async () => {
  const seen = new Set<string>();
  const samples = formats.flatMap(({ name }) =>
    someSamples(name, SAMPLES).map(({ path }, at) => ({ name, path: `testdata/${path}`, at }))
  );
  for (const { name, path, at } of samples) {
    // Few samples are enough if one of them was large.
    if (at >= seeds(SAMPLES) && seen.has(name)) continue;
    const session = new Session();
    const opened = await openSample(session, "sample", path).then(() => true, () => false);
    const [open] = session.traces;
    if (!opened || !open) continue; // not a trace
    const { format, mainTable } = open.trace.header;
    const small = (open.trace.tables.get(mainTable)?.rowCount ?? 0) < SMALLEST;
    const proposed = firstQueries(session);
    if (!small) {
      seen.add(format);
      assertEquals(proposed.length, 3, path);
    }
    for (const { query } of proposed) {
      const prepared = session.prepare(query);
      assertEquals(prepared.warnings, [], `${path}: ${query}`);
      for await (const outcome of session.run(prepared)) {
        if (outcome.kind !== "query") continue;
        assert(small || outcome.table.rowCount > 0, `no rows: ${path}: ${query}`);
        outcome.release();
      }
    }
  }
  assertEquals([...seen].sort(), formats.map(({ name }) => name).sort());
});
