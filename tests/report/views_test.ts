/** Lengths of bars and points of a curve, compared with the numbers that they show. */
import { assert, assertEquals } from "@std/assert";
import type { ResultTable } from "../../src/base/result_table.ts";
import { barsView, columnsView, shareView } from "../../src/report/views/bars_view.ts";
import { ticksBelow } from "../../src/report/views/axis_ticks.ts";
import { lineView } from "../../src/report/views/line_view.ts";
import { Random } from "../support/random.ts";
import { tableOf } from "../render/support.ts";

const widths = (html: string): number[] =>
  [...html.matchAll(/width:([\d.]+)%/g)].map(([, each]) => Number(each));

Deno.test("bars have a length in proportion to the largest value, or to their whole", () => {
  const random = new Random(1);
  for (let round = 0; round < 50; round++) {
    const scale = random.pick([0.001, 1, 1000, 0]);
    const values = Array.from({ length: 1 + random.below(8) }, () => random.below(1000) / 7 * scale);
    const wholes = values.map((value) => random.oneIn(4) ? 0 : value + random.below(100));
    const table = tableOf(
      [{ name: "name", type: "text" }, { name: "part", type: "f64" }, { name: "whole", type: "f64" }],
      values.map((value, at) => [`${at}`, value, wholes[at]!]),
    );
    const most = Math.max(...values);
    const near = (html: string, expected: readonly number[], areRanked = true): void => {
      const found = widths(html);
      // Bars of equal length are replaced by a line of text.
      if (areRanked && expected.length >= 3 && new Set(expected).size === 1) return assertEquals(found, []);
      assertEquals(found.length, expected.length);
      found.forEach((width, at) =>
        assert(Math.abs(width - 100 * expected[at]!) <= 0.0051, `round ${round}, ${at}`)
      );
    };
    near(
      barsView(table, { value: "part", caption: "c" }).html,
      values.map((value) => most === 0 ? 0 : value / most),
    );
    near(
      shareView(table, { part: "part", whole: "whole", caption: "c" }).html,
      values.map((value, at) => wholes[at] === 0 ? 0 : value / wholes[at]!),
      false,
    );
    const row: ResultTable = tableOf(
      values.map((_, at) => ({ name: `c${at}`, type: "u64" })),
      [values.map((value) => BigInt(Math.round(value)))],
    );
    const whole = values.map(Math.round);
    near(
      columnsView(row, { what: "class", sum: "n", caption: "c" }).html,
      whole.map((value) => Math.max(...whole) === 0 ? 0 : value / Math.max(...whole)),
    );
  }
});

Deno.test("a curve begins with the first value, and each row is a step of its width and height", () => {
  const random = new Random(2);
  for (let round = 0; round < 50; round++) {
    const count = 1 + random.below(8);
    let at = random.below(100);
    const rows = Array.from({ length: count }, () => {
      const from = at;
      at += 1 + random.below(50);
      return [BigInt(from), BigInt(at), BigInt(random.below(500))] as const;
    });
    const table = tableOf(
      [{ name: "from", type: "u64" }, { name: "to", type: "u64" }, { name: "y", type: "u64" }],
      rows.map((row) => [...row]),
    );
    const { html } = lineView(table, {
      x: "from",
      y: "y",
      axis: "record",
      peak: null,
      caption: "c",
      id: "i",
    });
    const [, path] = /<path class="line" d="M0 ([^"]*)"/.exec(html)!;
    const [start, ...steps] = path!.split("L");
    const [left, right] = [Number(rows[0]![0]), Number(rows.at(-1)![1])];
    const most = Math.max(...rows.map(([, , y]) => Number(y)));
    // The highest value stays four of 240 below the edge, so that its line is visible.
    const height = (y: bigint): number => 240 - (most === 0 ? 0 : 236 * Number(y) / most);
    const place = (x: bigint): number => 1000 * (Number(x) - left) / (right - left);
    const near = (found: number, expected: number): void => assert(Math.abs(found - expected) <= 0.051, path);
    near(Number(start), height(rows[0]![2]));
    assertEquals(steps.length, count);
    for (const [each, [from, to, y]] of rows.entries()) {
      const [, x, top, end] = /^([\d.]+) ([\d.]+)H([\d.]+)$/.exec(steps[each]!)!;
      near(Number(x), place(from));
      near(Number(top), height(y));
      near(Number(end), place(to));
    }
    // Numbers below the axis are at the positions of their rows.
    for (const [, share, text] of html.matchAll(/class="at" style="left:([\d.]+)%">([\d,]+)</g)) {
      near(10 * Number(share), place(BigInt(text!.replaceAll(",", ""))));
    }
  }
});

Deno.test("a ranking of ties is a sentence without bars", () => {
  const table = tableOf(
    [{ name: "name", type: "text" }, { name: "count", type: "u64" }],
    [["a", 7n], ["b", 7n], ["c", 7n]],
  );
  const { html } = barsView(table, { value: "count", caption: "c" });
  assertEquals(widths(html), []);
  assert(html.includes("All 3 rows have the same count: 7."), html);
  assertEquals([...html.matchAll(/<tr>/g)].length, 4);
});

Deno.test("ticks of an axis are round, below its end, and whole numbers for counts", () => {
  const ticks = (end: number, kind: "bytes" | "counts" | "numbers"): number[] =>
    ticksBelow(end, { count: 3, kind });
  assertEquals(ticks(37, "counts"), [20]);
  assertEquals(ticks(1, "counts"), []);
  assertEquals(ticks(3, "counts"), [1, 2]);
  assertEquals(ticks(453, "counts"), [200]);
  assertEquals(ticks(31.2 * 1024, "bytes"), [16384]);
  assertEquals(ticks(100 * 1024, "bytes"), [65536]);
  assertEquals(ticks(0.9, "numbers"), [0.5]);
  for (const kind of ["bytes", "counts", "numbers"] as const) {
    for (let end = 1; end < 1e15; end = Math.ceil(end * 1.7)) {
      const found = ticks(end, kind);
      assert(found.length <= 3, `${end}: ${found}`);
      for (const tick of found) {
        assert(tick > 0 && tick < end && (kind === "numbers" || Number.isInteger(tick)));
      }
    }
  }
});
