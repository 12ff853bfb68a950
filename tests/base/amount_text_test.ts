import { assertEquals } from "@std/assert";
import * as amounts from "../../src/base/amount_text.ts";

Deno.test("percentOf() rounds to 0 % and 100 % only if they are exact", () => {
  const { percentOf } = amounts;
  assertEquals(percentOf(0, 0), null);
  assertEquals(percentOf(0, 10), "0 %");
  assertEquals(percentOf(1, 1000), "under 1 %");
  assertEquals(percentOf(1n, 199n), "1 %");
  assertEquals(percentOf(999, 1000), "over 99 %");
  assertEquals(percentOf(1000n, 1000n), "100 %");
  assertEquals(percentOf(1, 3), "33 %");
});

Deno.test("signedAmount() puts the sign before the amount", () => {
  const { signedAmount: signedOf } = amounts;
  const text = (size: number | bigint): string => `${size} bytes`;
  assertEquals([-3, 0, 3, -5n, 0n, 5n].map((delta) => signedOf(delta, text)), [
    ...["−3 bytes", "no change", "+3 bytes", "−5 bytes", "no change", "+5 bytes"],
  ]);
});
