/** What depends on a text is computed once for each code, and looked up. */
import { assertEquals } from "@std/assert";
import { KnownTexts } from "../../../src/query/execution/known_texts.ts";
import { Workspace } from "../../../src/query/execution/relation.ts";
import { newPools } from "../../support/pools.ts";

const ROWS = 1000;

Deno.test("KnownTexts computes once for each of any number of codes, and for rows without a text", () => {
  const work = new Workspace(newPools());
  const { arena } = work;
  const met: number[] = [];
  const known = new KnownTexts(work, (code) => {
    met.push(code);
    return code % 7 === 3 ? null : code === 0 ? 5n : BigInt(code) << 33n;
  });
  const [words, nulls] = [work.take(ROWS * 8), work.take(ROWS)];
  // Codes that are far from each other, each twice, and every fifth row without one.
  const codeOf = (row: number, round: number): number => 1 + ((row >>> 1) + round * 100) * 1009;
  for (const round of [0, 1]) {
    for (let row = 0; row < ROWS; row++) {
      arena.u64[(words >>> 3) + row] = BigInt(codeOf(row, round));
      arena.u8[nulls + row] = row % 5 === 0 ? 1 : 0;
    }
    known.put(words, nulls, ROWS, words, nulls);
    const found = Array.from(
      { length: ROWS },
      (_, row) => arena.u8[nulls + row] ? null : arena.u64[(words >>> 3) + row],
    );
    const wanted = found.map((_, row) => {
      const code = codeOf(row, round);
      return row % 5 === 0 ? 5n : code % 7 === 3 ? null : BigInt(code) << 33n;
    });
    assertEquals(found, wanted);
  }
  assertEquals(met.length, new Set(met).size);
  work.release();
});
