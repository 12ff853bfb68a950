/** Axes of charts, and the shades of maps. */
import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { axisOf } from "../../workbench/axis.ts";
import { shadeEnds, shadeOf, SHADES } from "../../workbench/shades.ts";
import { axisNumber } from "../../workbench/values.ts";

Deno.test("axisOf() has round steps, and the last of them is not below the largest value", () => {
  for (const most of [1, 3, 7, 99, 453, 1024, 345_497, 12_381_000]) {
    for (const kind of ["number", "bytes"] as const) {
      const { ticks, share } = axisOf(most, kind, { marks: 4, isLogarithmic: false });
      const step = ticks[1]! - ticks[0]!;
      assertEquals(ticks[0], 0);
      assert(ticks.at(-1)! >= most && ticks.at(-2)! < most, `${most} ${kind}: ${ticks}`);
      assert(
        kind === "bytes" ? Number.isInteger(Math.log2(step)) : /^[125]0*$/.test(String(step)),
        `${step}`,
      );
      assertAlmostEquals(share(ticks.at(-1)!), 1);
    }
  }
});

Deno.test("axisOf() with a logarithmic scale starts at 0, has few powers, and keeps the order of values", () => {
  for (const most of [1, 5, 453, 345_497, 2 ** 40]) {
    for (const kind of ["number", "bytes"] as const) {
      const { ticks, share } = axisOf(most, kind, { marks: 4, isLogarithmic: true });
      assert(ticks.length <= 7 && ticks.every((tick) => tick <= most), `${most} ${kind}: ${ticks}`);
      assertEquals(share(0), 0);
      assertAlmostEquals(share(most), 1);
      assert(share(most / 10) > 0.1 * share(most), "a tenth is more than a tenth of the way up");
    }
  }
});

Deno.test("axisOf() of 0 has a single tick at the bottom", () => {
  const { ticks, share } = axisOf(0, "bytes", { marks: 4, isLogarithmic: false });
  assertEquals([ticks, share(5)], [[0], 0]);
});

Deno.test("axisNumber() has units, and fits beside an axis", () => {
  assertEquals(
    [axisNumber(65536, "bytes"), axisNumber(1500, "number"), axisNumber(2_500_000, "number")],
    ["64 KiB", "1,500", "2.5 M"],
  );
});

Deno.test("shadeEnds() gives middle values a middle shade, for any distribution", () => {
  for (const power of [1, 2, 4, 8]) {
    const values = Array.from({ length: 5000 }, (_, at) => ((at + 1) / 5000) ** power);
    const ends = shadeEnds(values, 1);
    assertEquals([ends.length, ends.at(-1)], [SHADES, 1]);
    const middle = shadeOf(ends, values[2500]!);
    assert(middle >= 3 && middle < SHADES, `${power}: ${middle}`);
    const used = new Set(values.map((value) => shadeOf(ends, value)));
    assert(used.size >= 4, `${power}: ${[...used]}`);
    assertEquals(shadeOf(ends, 2), SHADES);
  }
});

Deno.test("shadeEnds() of small whole numbers has a limit for each", () => {
  const ends = shadeEnds([1, 1, 2, 3], 3, true);
  assertEquals(ends, [1, 2, 3]);
  assertEquals(ends.map((end) => shadeOf(ends, end)), [2, 5, 7]);
});
