/** Numbers on a screen: amounts in groups of three digits, sizes with units, and identifying numbers unchanged. */
import { assert, assertEquals } from "@std/assert";
import { AGGREGATES } from "../../src/query/aggregates/registry.ts";
import { isBytes, screenText } from "../../src/render/screen_text.ts";

function shown(name: string): string {
  return screenText({ name, type: "u64" }, new Map())(1_000_000n);
}

Deno.test("event numbers have no thousands separators, and counts of events have them", () => {
  for (const name of ["seq", "max_seq", "free.seq", "line"]) assertEquals(shown(name), "1000000", name);
  for (const name of ["n", "count", "live_blocks"]) assertEquals(shown(name), "1,000,000", name);
});

Deno.test("results of counting aggregates have thousands separators", () => {
  const counting = AGGREGATES.filter(({ gives, result }) => gives === "count" && result("u64") === "u64");
  assert(counting.length >= 2);
  for (const { name } of counting) {
    for (const column of ["seq", "line", "size"]) assertEquals(shown(`${name}_${column}`), "1,000,000", name);
  }
});

Deno.test("isBytes() holds for numbers with the name of a size in every type, and for no text", () => {
  const isOne = (type: "u64" | "u32" | "i64" | "f64" | "text" | "bool"): boolean =>
    isBytes({ name: "size", type });
  for (const type of ["u64", "u32", "i64", "f64"] as const) assert(isOne(type), type);
  for (const type of ["text", "bool"] as const) assert(!isOne(type), type);
});
