/** Tables without rows are queried like any other. */
import { assertEquals } from "@std/assert";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { tracesOf } from "../../../src/engine/open_trace.ts";
import { Session } from "../../../src/engine/session.ts";
import { load } from "../../../src/ingest/load.ts";
import { MtrcWriter } from "../../formats/mtrc/mtrc_writer.ts";
import { ask } from "../../conformance/opened.ts";

Deno.test("every column of a trace without records can be filtered, sorted and grouped", async () => {
  const session = new Session();
  const bytes = new MtrcWriter().head().trailer().take();
  session.add(tracesOf(await load(sourceOf(bytes), session.pools, { name: "t" }), "t"));
  for (const table of ["events", "allocs"]) {
    for (const { name } of session.catalog.table(table, null)!.columns) {
      for (
        const stage of [
          `where ${name} is null`,
          `where ${name} is not null`,
          `sort ${name}`,
          `top 3 by ${name}`,
          `distinct ${name}`,
        ]
      ) {
        const [answer] = await ask(session, `${table} | ${stage}`);
        assertEquals(answer!.rows, [], `${table} | ${stage}`);
      }
    }
  }
});
