import { assertEquals } from "@std/assert";
import { didYouMean } from "../../src/base/did_you_mean.ts";
import { assertProportional } from "../support/growth.ts";

const COLUMNS = [
  "seq",
  "kind",
  "thread",
  "func",
  "file",
  "line",
  "addr",
  "size",
  "end",
  "free.thread",
  "live_bytes",
];

Deno.test("didYouMean() finds the nearest name", () => {
  const cases: Record<string, string | undefined> = {
    adr: "addr",
    szie: "size",
    Thread: "thread",
    thr: "thread",
    treahd: "thread",
    fiel: "file",
    free_thread: "free.thread",
    livebytes: "live_bytes",
    fu: "func",
    fi: "file",
    li: undefined,
    colour: undefined,
    x: undefined,
    "": undefined,
    zzzzzzzzzzzz: undefined,
  };
  for (const [word, expected] of Object.entries(cases)) {
    assertEquals(didYouMean(word, COLUMNS), expected, word);
  }
});

Deno.test("didYouMean() prefers a common beginning and then the first candidate", () => {
  assertEquals(didYouMean("fine", ["line", "find", "fire"]), "find");
  assertEquals(didYouMean("coun", ["noun", "count", "county"]), "count");
});

Deno.test("didYouMean() takes time in proportion to the number of candidates", () => {
  const candidates = Array.from({ length: 16_000 }, (_, at) => `function_number_${at}`);
  assertEquals(didYouMean("functoin_number_17", candidates), "function_number_17");
  const look = (count: number) => didYouMean("functoin_number_17", candidates.slice(0, count));
  assertProportional(look, 1000, "didYouMean()");
});
