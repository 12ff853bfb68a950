/** Line charts compared with their values. */
import { assert, assertEquals } from "@std/assert";
import { lineChart } from "../../src/render/plot/line_chart.ts";
import { chooseTheme } from "../../src/repl/theme.ts";
import { Random } from "../support/random.ts";

const NONE = chooseTheme("none", true, () => undefined);

Deno.test("lineChart() has a dot for each value at its height, and only nulls interrupt the line", () => {
  const random = new Random(2);
  for (let round = 0; round < 60; round++) {
    const count = 2 + random.below(30);
    const values = Array.from({ length: count }, () => random.below(1000));
    values[0] = 1000;
    const series = {
      name: "x",
      values,
      over: "rows",
      labels: values.map(String),
      spell: (value: number) => `${value}`,
    };
    const [width, height] = [30 + random.below(60), 2 + random.below(8)];
    const lines = lineChart(series, { width, height, theme: NONE }).slice(0, height);
    const margin = Math.max(...["1000", "0"].map((label) => label.length));
    const columns = width - margin - 2;
    // Each character is two by four dots, numbered as in Unicode.
    const bits = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
    const dots = lines.map((line) =>
      [...line.slice(margin + 2)].map((each) => each.codePointAt(0)! - 0x2800)
    );
    assertEquals(dots.map(({ length }) => length), lines.map(() => columns));
    const isSet = (x: number, y: number): boolean => (dots[y >> 2]![x >> 1]! & bits[x & 1]![y & 3]!) !== 0;
    for (const [at, value] of values.entries()) {
      if (count > columns * 2) break;
      const x = Math.round(at / (count - 1) * (columns * 2 - 1));
      const y = Math.round((1000 - value) / 1000 * (height * 4 - 1));
      assert(isSet(x, y), `round ${round}: value ${at} at ${x}, ${y}`);
    }
    for (let x = 0; x < columns * 2; x++) {
      assert(
        Array.from({ length: height * 4 }, (_, y) => isSet(x, y)).includes(true),
        `round ${round}: ${x}`,
      );
    }
    assert(lines[0]!.startsWith("1000 ┤") && lines.at(-1)!.startsWith("   0 ┤"));
  }
});
