/** The figures of `explain`: rows, blocks skipped by zone maps, bytes read back from disk. */
import { assert, assertEquals } from "@std/assert";
import { Session } from "../../src/engine/session.ts";
import { openSpillFile } from "../../src/ingest/spill_file.ts";
import { dataSettings, setDataSettings } from "../../src/memory/data_settings.ts";
import { fillTable } from "../../src/tables/fill_table.ts";
import { ask } from "../conformance/opened.ts";
import { sampleSession } from "../support/sample_session.ts";
import { typedTrace } from "../support/typed_tables.ts";

const BLOCK = 65_536;

Deno.test("explain counts the blocks that a filter skips and the bytes that come from disk", async () => {
  const before = dataSettings();
  setDataSettings({ budget: 1 << 30, openFile: () => openSpillFile([]) });
  try {
    const session = new Session();
    const table = fillTable(
      "t",
      session.pools,
      [{ name: "row", type: "u64" }],
      3 * BLOCK,
      (row) => [BigInt(row)],
    );
    session.add([typedTrace("x", session.pools, [table])]);
    const query = `t | where row in ${BLOCK + 5}..${
      BLOCK + 9
    } | explain | select step, rows_in, rows, blocks, skipped, read`;
    const rows = async () => (await ask(session, query))[0]!.rows;
    const filter = `filter row in ${BLOCK + 5}..${BLOCK + 9}`;
    const inMemory = await rows();
    assertEquals(inMemory[0], ["scan t", 0n, BigInt(3 * BLOCK), 0n, 0n, 0n]);
    assertEquals(inMemory[1]!.slice(0, 5), [filter, BigInt(3 * BLOCK), 4n, 3n, 2n]);
    const { store } = session.pools.arena;
    assert(store.makeRoom(Infinity) > 0);
    // Two bytes per row of the one block that was read, and no others.
    assertEquals((await rows())[1], [filter, BigInt(3 * BLOCK), 4n, 3n, 2n, BigInt(2 * BLOCK)]);
    session.closeAll();
  } finally {
    setDataSettings(before);
  }
});

Deno.test("explain indents the steps of other pipelines", async () => {
  const session = new Session();
  const table = fillTable("t", session.pools, [{ name: "row", type: "u64" }], 9, (row) => [BigInt(row)]);
  session.add([typedTrace("x", session.pools, [table])]);
  const query = "t | join (t | where row in (t | take 2 | select row)) on row | explain | select step, rows";
  assertEquals((await ask(session, query))[0]!.rows, [
    ["scan t", 9n],
    ["  scan t", 9n],
    ["    scan t", 9n],
    ["    take 2", 2n],
    ["    project row", 2n],
    ["  filter row in (scan t | take 2 | project row)", 2n],
    ["join inner on row = row", 2n],
  ]);
  assertEquals(session.planOf("t | take 3"), ["scan t", "take 3"]);
  session.closeAll();
});

Deno.test("explain shows where rows are tested and summed in one pass", async () => {
  const session = await sampleSession({
    a: "testdata/mpatrol/wordfreq-le64/trace.mtrc",
    b: "testdata/mpatrol/grow-be32/trace.mtrc",
  });
  const totals = "summarize n = count(), bytes = sum(size)";
  const steps = async (query: string) =>
    (await ask(session, `${query} | ${totals} | explain | select step, rows_in, rows`))[0]!.rows;
  const [[rows, bytes]] = (await ask(session, `events | where size > 100 | ${totals}`))[0]!.rows as [
    [bigint, bigint],
  ];
  const [scan, filter, sums] = await steps("events | where size > 100");
  assertEquals(filter, ["filter size > 100", scan![2], rows]);
  assertEquals(sums, ["aggregate n = count(), bytes = sum(size) in the same pass", rows, 1n]);
  // Rows in a sorted order need two steps.
  const sorted = (await ask(session, `events | sort size | where size > 100 | take ${rows} | ${totals}`))[0]!;
  assertEquals(sorted.rows, [[rows, bytes]]);
  session.closeAll();
});

Deno.test("explain counts the bytes of the trace once, at the step that reads them first", async () => {
  const path = new URL("../../testdata/apitrace/real-userarrays.trace", import.meta.url).pathname;
  const { size } = await Deno.stat(path);
  const session = await sampleSession({ a: "testdata/apitrace/real-userarrays.trace" });
  const read = async (query: string) =>
    (await ask(session, `${query} | explain | select read`))[0]!.rows.flat();
  const some = 'calls | where name == "glVertexPointer" | select arg("size")';
  assertEquals(await read(some), [0n, 0n, BigInt(size)]);
  assertEquals(await read("args | count"), [BigInt(size), 0n]);
  assertEquals(await read("args | count"), [0n, 0n]);
  session.closeAll();
});
