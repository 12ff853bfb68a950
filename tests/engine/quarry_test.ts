/** The library, against a session that is asked the same. */
import { assertEquals, assertRejects } from "@std/assert";
import { FormatError, Quarry, QueryError } from "../../mod.ts";
import { ask } from "../formats/conformance/opened.ts";
import { sampleSession } from "../support/sample_session.ts";

const WORDS = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const FRAMES = "testdata/apitrace/real-tiny.trace";

function bytesOf(path: string): Uint8Array {
  return Deno.readFileSync(new URL(`../../${path}`, import.meta.url));
}

async function cells(quarry: Quarry, script: string): Promise<unknown> {
  const { columns, rowCount, value } = await quarry.query(script);
  const rows = Array.from({ length: rowCount }, (_, row) => columns.map((_, column) => value(row, column)));
  return { columns, rows };
}

Deno.test("Quarry gives the rows of the last query of a script, which stay when others are asked", async () => {
  const quarry = new Quarry();
  await quarry.open(bytesOf(WORDS));
  await quarry.open(bytesOf(FRAMES), { name: "frames" });
  assertEquals(quarry.traces, ["trace", "frames"]);
  const session = await sampleSession({ trace: WORDS, frames: FRAMES });
  for (
    const script of ["leaks | by file, line | top 7 by bytes", "calls | count; events of trace | take 3"]
  ) {
    const wanted = (await ask(session, script)).at(-1);
    assertEquals(await cells(quarry, script), wanted, script);
  }
  const kept = await quarry.query("leaks | take 2 | select alloc, size");
  const before = [0, 1].map((row) => [kept.value(row, 0), kept.value(row, 1)]);
  await quarry.query("events | take 1000");
  assertEquals([0, 1].map((row) => [kept.value(row, 0), kept.value(row, 1)]), before);
  assertEquals([kept.value(2, 0), kept.value(0, 2), kept.value(-1, 0)], [null, null, null]);
});

Deno.test("Quarry throws what is wrong: a query, an assertion, a script without one, bytes of another format", async () => {
  const quarry = new Quarry();
  await quarry.open(bytesOf(WORDS), { name: "t", format: "mtrc" });
  const wrong = await assertRejects(() => quarry.query("events | wher size > 3"), QueryError);
  assertEquals([wrong.atRunTime, wrong.diagnostics.length], [false, 1]);
  const failed = await assertRejects(() => quarry.query("assert events | count == 0; events"), QueryError);
  assertEquals(failed.atRunTime, true);
  assertEquals((await quarry.query("assert events | where size < 0; events | count")).rowCount, 1);
  const nothing = await assertRejects(() => quarry.query("let n = 3"), QueryError);
  assertEquals(nothing.atRunTime, false);
  await assertRejects(() => quarry.open(bytesOf(WORDS), { format: "apitrace" }), FormatError);
  assertEquals(quarry.traces, ["t"]);
});
