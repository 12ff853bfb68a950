import { assertEquals } from "@std/assert";
import { LineWriter } from "../../../src/compat/mptrace/line_writer.ts";

Deno.test("LineWriter right-aligns 64-bit numbers in their column", () => {
  for (
    const number of [
      0n,
      7n,
      10n,
      99n,
      2n ** 32n - 1n,
      2n ** 32n,
      2n ** 32n + 5n,
      2n ** 53n - 1n,
      2n ** 53n + 1n,
      2n ** 64n - 1n,
    ]
  ) {
    for (const width of [0, 1, 12, 25]) {
      const writer = new LineWriter();
      writer.number(Number(number & 0xffff_ffffn), Number(number >> 32n), width);
      assertEquals(new TextDecoder().decode(writer.take()), String(number).padStart(width), `${width}`);
    }
  }
});
