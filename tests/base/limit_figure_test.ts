/** Figures of limits in readable form. */
import { assertEquals } from "@std/assert";
import { limitFigure } from "../../src/base/limits/limit.ts";

Deno.test("limitFigure() takes the largest unit that divides the figure", () => {
  const figures: readonly (readonly [number, string])[] = [
    [1, "1 B"],
    [1000, "1,000 B"],
    [1023, "1,023 B"],
    [1024, "1 KiB"],
    [1536, "1,536 B"],
    [65_536, "64 KiB"],
    [1_048_575, "1,048,575 B"],
    [1_048_576, "1 MiB"],
    [1_049_600, "1,025 KiB"],
    [16 * 1024 ** 2, "16 MiB"],
    [1024 ** 3, "1 GiB"],
    [1025 * 1024 ** 2, "1,025 MiB"],
    [4096 * 1024 ** 3, "4,096 GiB"],
  ];
  for (const [most, shown] of figures) {
    assertEquals(limitFigure({ what: "bytes", beyond: "", most, unit: "bytes" }), shown);
    assertEquals(
      limitFigure({ what: "rows", beyond: "", most }),
      new Intl.NumberFormat("en").format(most),
    );
  }
});
