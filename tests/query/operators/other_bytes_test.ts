/** Names that are not UTF-8 are shown like other names, but stay distinct from them, and can be searched. */
import { assertEquals } from "@std/assert";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { tracesOf } from "../../../src/engine/open_trace.ts";
import { Session } from "../../../src/engine/session.ts";
import { load } from "../../../src/ingest/load.ts";
import { ask as answersOf } from "../../conformance/opened.ts";
import { MtrcWriter } from "../../formats/mtrc/mtrc_writer.ts";

/** Allocations of functions with these names; sizes count up from the first one. */
async function session(names: readonly (readonly number[])[], firstSize = 1n): Promise<Session> {
  const writer = new MtrcWriter().head();
  names.forEach((name, at) => {
    writer.raw(0x41).uleb(at + 1).uleb(0x1000 + at).uleb(firstSize + BigInt(at)).uleb(1);
    writer.raw(0x80 | (at + 1), ...name, 0).raw(0).uleb(5);
  });
  const session = new Session();
  const bytes = writer.trailer().take();
  session.add(tracesOf(await load(sourceOf(bytes), session.pools, { name: "t" }), "t"));
  return session;
}

/** The cells of the rows that a script shows. */
async function ask(session: Session, text: string): Promise<unknown[][]> {
  return (await answersOf(session, text)).flatMap(({ rows }) => rows.map((row) => [...row]));
}

/** The pound sign in Latin-1, and in UTF-8. */
const POUND = [0xa3];
const POUND_UTF8 = [0xc2, 0xa3];

Deno.test("groups by names with unusual bytes are equal for every strategy, and join their source", async () => {
  const open = await session([POUND, POUND_UTF8, POUND]);
  const two = [["£", 2n], ["£", 1n]];
  // By packed blocks, one value at a time, and over a computed table.
  assertEquals(await ask(open, "events | by func: count()"), two);
  assertEquals(await ask(open, "events | by func, size > 0: count() | select func, count"), two);
  assertEquals(await ask(open, "functions | select func, count"), two);
  assertEquals(await ask(open, "events | by func | join events on func | count"), [[3n]]);
  assertEquals(await ask(open, "events | distinct func | count"), [[2n]]);
});

Deno.test("min() and max() of names keep the bytes of the file", async () => {
  const open = await session([POUND, POUND]);
  for (const extreme of ["min", "max"]) {
    const query = `events | summarize func = ${extreme}(func) | join events on func | count`;
    assertEquals(await ask(open, query), [[2n]], extreme);
  }
});

Deno.test("tables of sums exist even if a sum exceeds 64 bits, and then contain null", async () => {
  const open = await session([[0x66], [0x66], [0x67]], (1n << 63n) + 1n);
  assertEquals(await ask(open, "functions | select func, count, bytes"), [
    ["g", 1n, (1n << 63n) + 3n],
    ["f", 2n, null],
  ]);
  assertEquals(await ask(open, "threads | select thread, count, bytes"), [[1n, 3n, null]]);
});
