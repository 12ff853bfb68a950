/** The memory of operators besides blocks fits into the budget, for any number of rows. */
import { assert } from "@std/assert";
import { Session } from "../../../src/engine/session.ts";
import { openSpillFile } from "../../../src/ingest/spill_file.ts";
import { dataSettings, setDataSettings } from "../../../src/memory/data_settings.ts";
import { fillTable } from "../../../src/tables/fill_table.ts";
import { ask } from "../../conformance/opened.ts";
import { atFullEffort, entriesOf } from "../../support/effort.ts";
import { typedTrace } from "../../support/typed_tables.ts";

const ROWS = 300_000;
/**
 * Queries and the memory that they may use: buffers for pieces of 65,536 rows, half of the budget, and a table of
 * groups while it grows. With all rows at once they used 8.9, 43, 28, 9.0, 7.5 and 12.7 MB, and the last five, which
 * have no keys or one with most rows, 7.8, 9.9, 13, 6.3 and 12 MB.
 */
const QUERIES: Readonly<Record<string, number>> = {
  "t | summarize median(row), p99(row)": 5e6,
  "t | summarize distinct(row)": 10e6,
  "t | by k = row % 3: median(row), distinct(row)": 13e6,
  "t | window by k = row % 5000: n = row_number(), s = cumulative(row) | summarize max(s)": 7e6,
  "t | extend k = row % 5000 | match (row % 2 == 0 as a) then (row % 7 == 0 as b) on k | count": 6.5e6,
  "t | extend k = row % 5000 | join last (t | select k = row % 5000, at = row) on k before row = at | count":
    10e6,
  "t | window : n = row_number(), d = row - lag(row), s = cumulative(row) | summarize max(s), max(d)": 6e6,
  "t | window order row desc: n = rank(), m = moving(sum(row), 90000) | summarize max(n), max(m)": 8e6,
  "t | window by k = row / 290000 order row % 1000: m = moving(max(row), 9) | summarize max(m)": 6e6,
  "t | match (row % 2 == 0 as a) then (row % 7 == 0 as b) | count": 5.6e6,
  "t | join last (t | select at = row * 2) before row = at | count": 6e6,
};

Deno.test(atFullEffort("operators over many rows keep little memory outside of blocks"), async () => {
  const before = dataSettings();
  setDataSettings({ budget: 4 << 20, openFile: () => openSpillFile([]) });
  try {
    const session = new Session();
    const columns = [{ name: "row", type: "u64" }, { name: "seq", type: "u64" }] as const;
    const table = fillTable("t", session.pools, columns, ROWS, (at) => [BigInt(at), BigInt(at)]);
    session.add([typedTrace("x", session.pools, [table])]);
    const { heap } = session.pools.arena;
    const take = heap.take.bind(heap);
    let most = 0;
    heap.take = (bytes) => {
      const pointer = take(bytes);
      most = Math.max(most, heap.used - heap.store.bytesInMemory);
      return pointer;
    };
    for (const [query, wanted] of entriesOf(Object.entries(QUERIES), 0.45)) {
      const start = heap.used - heap.store.bytesInMemory;
      most = 0;
      await ask(session, query);
      assert(most - start < wanted, `${query} kept ${most - start} bytes`);
    }
    session.closeAll();
  } finally {
    setDataSettings(before);
  }
});
