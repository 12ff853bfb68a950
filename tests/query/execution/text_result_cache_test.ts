/** Functions of a text are computed once for each code, and then looked up. */
import { assertEquals } from "@std/assert";
import { TextResultCache } from "../../../src/query/execution/text_result_cache.ts";
import { Workspace } from "../../../src/query/execution/relation.ts";
import {
  BASE_RULE,
  EXTENSION_RULE,
  FOLDER_RULE,
  replaceRule,
  substringRule,
  swapCaseRule,
} from "../../../src/query/functions/ascii_rules.ts";
import { closePools, poolsFor } from "../../../src/tables/pools.ts";
import { newPools } from "../../support/pools.ts";

const ROWS = 1000;

Deno.test("TextResultCache computes once for each code, however many there are, and for null", () => {
  const work = new Workspace(newPools());
  const { arena } = work;
  const met: number[] = [];
  const known = new TextResultCache(work, (code) => {
    met.push(code);
    return code % 7 === 3 ? null : code === 0 ? 5n : BigInt(code) << 33n;
  });
  const [words, nulls] = [work.take(ROWS * 8), work.take(ROWS)];
  // Codes far apart from each other, each twice, and every fifth row without one.
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

Deno.test("a text that a function leaves unchanged keeps its code, and outlives its first owner", () => {
  const texts = ["a.c", "main", "x/y", "ABC", "a_b", ""];
  const rules = [
    ...[
      BASE_RULE,
      FOLDER_RULE,
      EXTENSION_RULE,
      swapCaseRule("A", "Z"),
      swapCaseRule("a", "z"),
      substringRule(0, 3),
      substringRule(-2, 9),
    ],
    replaceRule("_", "-")!,
  ];
  for (const rule of rules) {
    const pools = newPools(), trace = poolsFor("trace", pools), work = new Workspace(poolsFor("run", pools));
    const codes = texts.map((text) => trace.strings.internText(text));
    const known = new TextResultCache(work, () => null, rule);
    const [words, nulls] = [work.take(texts.length * 8), work.take(texts.length)];
    codes.forEach((code, at) => work.arena.u64[(words >>> 3) + at] = BigInt(code));
    known.put(words, 0, texts.length, words, nulls);
    closePools(trace);
    for (const [at, text] of texts.entries()) {
      const bytes = new TextEncoder().encode(text), wanted = { bytes, start: 0, end: bytes.length };
      if (rule.gives === "text") rule.change(wanted);
      const changed = new TextDecoder().decode(wanted.bytes.subarray(wanted.start, wanted.end));
      const code = Number(work.arena.u64[(words >>> 3) + at]);
      assertEquals(work.pools.strings.text(code), changed, `${text}: ${changed}`);
      assertEquals(code === codes[at], changed === text, `${text}: ${changed}`);
    }
    work.release();
    assertEquals(pools.strings.inUse, 0);
  }
});
