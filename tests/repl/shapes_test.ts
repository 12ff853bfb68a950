/** Wrapped words, the menu, curves and colours of what is typed, against what they are made of. */
import { assert, assertEquals } from "@std/assert";
import { Assistant } from "../../src/repl/assistant.ts";
import { rowTable } from "../../src/repl/drill.ts";
import type { FirstQuery } from "../../src/repl/first_queries.ts";
import { greeting } from "../../src/repl/first_steps.ts";
import { wrapWords } from "../../src/repl/layout.ts";
import { menuRows } from "../../src/repl/menu_rows.ts";
import { lineChart } from "../../src/repl/plot/line_chart.ts";
import { curvesOf, sparkTable } from "../../src/repl/plot/spark_table.ts";
import { chooseTheme } from "../../src/repl/theme.ts";
import { tableOf } from "../render/support.ts";
import { Random } from "../support/random.ts";
import { talking } from "./talking.ts";

const NONE = chooseTheme("none", true, () => undefined);

Deno.test("wrapWords() fills each line with all the words that fit", () => {
  const random = new Random(1);
  for (let round = 0; round < 300; round++) {
    const words = Array.from({ length: random.below(20) }, () => "w".repeat(1 + random.below(9)));
    const width = 1 + random.below(25);
    const lines = wrapWords(words.join(random.pick([" ", "\n", "  "])), width);
    assertEquals(lines.flatMap((line) => line.split(" ")), words);
    for (const [at, line] of lines.entries()) {
      assert(line.length <= width || !line.includes(" "), `"${line}" in ${width}`);
      const next = lines[at + 1]?.split(" ")[0];
      if (next !== undefined) {
        assert(line.length + 1 + next.length > width, `"${line}" and "${next}" in ${width}`);
      }
    }
  }
});

Deno.test("menuRows() gives labels half of the screen at most, details a third, and words the rest", () => {
  for (const columns of [30, 41, 80, 121]) {
    for (const lengths of [[3, 5], [60, 5], [3, 90], [60, 90]] as const) {
      const item = {
        label: "l".repeat(lengths[0]),
        detail: "d".repeat(lengths[1]),
        doc: "w".repeat(300),
      };
      const rows = menuRows({ items: [item, item], selected: 1 } as never, { columns, rows: 5 }, NONE);
      const text = rows.map((row) => row.toString().trimEnd());
      assertEquals(text.length, 2);
      for (const [at, line] of text.entries()) {
        assert(line.length < columns, `${columns}: "${line}"`);
        assert(line.startsWith(at === 1 ? "> l" : "  l"));
        const count = (letter: string): number => line.split(letter).length - 1;
        const [labels, details] = [Math.floor((columns - 1) * 0.5), Math.floor((columns - 1) * 0.3)];
        assertEquals(count("l"), lengths[0] <= labels ? lengths[0] : labels - 1, `${columns}: "${line}"`);
        assertEquals(count("d"), lengths[1] <= details ? lengths[1] : details - 1, `${columns}: "${line}"`);
      }
    }
  }
});

Deno.test("menuRows() paints the letters that were typed, and all of the chosen item", () => {
  const theme = chooseTheme("dark", true, () => undefined);
  const item = { label: "abcd", detail: "", doc: "", matched: [1, 3] };
  const [first, second] = menuRows(
    { items: [item, item], selected: 1 } as never,
    { columns: 30, rows: 5 },
    theme,
  );
  const [plain, match, chosen] = (["menu", "menu-match", "menu-chosen"] as const).map(
    (style) => (text: string) => theme.paint(style, text),
  );
  assert(first!.toString().startsWith(plain!("  a") + match!("b") + plain!("c") + match!("d")), `${first}`);
  assert(second!.toString().startsWith(chosen!("> abcd").slice(0, -4)), `${second}`);
});

Deno.test("greeting() proposes queries with what they answer, one alone among them", () => {
  const query = (at: number): FirstQuery => ({ query: `events | take ${at}`, answers: `the first ${at}` });
  for (const count of [0, 1, 2, 3]) {
    const queries = Array.from({ length: count }, (_, at) => query(at + 1));
    const text = greeting([], { queries, theme: NONE, width: 60 });
    assertEquals(text.includes("Try:"), count > 0);
    for (const each of queries) assert(text.includes(`  ${each.query}  ${each.answers}`), text);
    const narrow = greeting([], { queries, theme: NONE, width: 22 });
    for (const line of narrow.split("\n")) assert(line.length <= 22, line);
  }
});

Deno.test("rowTable() has a row for each column, named, and null where there is nothing", () => {
  const table = tableOf([{ name: "a", type: "u64" }, { name: "b", type: "text" }], [[1n, null], [null, "x"]]);
  for (const row of [0, 1]) {
    const turned = rowTable(table, row, (column) => `${table.value(row, column)}!`);
    const cells = [0, 1].map((at) => [turned.value(at, 0), turned.value(at, 1)]);
    assertEquals(cells, row === 0 ? [["a", "1!"], ["b", null]] : [["a", null], ["b", "x!"]]);
    assertEquals([turned.rowCount, turned.columns.map(({ name }) => name)], [2, ["column", "value"]]);
  }
});

Deno.test("sparkTable() has a row for each name, its largest value, and a curve of forty characters at most", () => {
  for (const places of [2, 7, 40, 41, 100]) {
    const rows = Array.from(
      { length: 2 * places },
      (_, at) => [at % 2 ? "one" : "two", BigInt(at >> 1), BigInt(at)],
    );
    const table = tableOf(
      [{ name: "name", type: "text" }, { name: "frame", type: "u64" }, { name: "size", type: "u64" }],
      rows,
    );
    const curves = curvesOf(table, 2, undefined)!;
    assertEquals(curves, { label: 0, place: 1, value: 2 });
    const found = sparkTable(table, curves);
    const cells = [0, 1].map((row) => [found.value(row, 0), found.value(row, 1)]);
    assertEquals(cells, [["two", BigInt(2 * places - 2)], ["one", BigInt(2 * places - 1)]]);
    for (const row of [0, 1]) {
      const curve = [...found.value(row, 2) as string];
      assertEquals(curve.length, Math.min(40, places));
      // The values rise.
      assertEquals(curve, curve.toSorted());
    }
  }
});

Deno.test("lineChart() has a dot for each value, at its height, and nothing breaks the line but nulls", () => {
  const random = new Random(2);
  for (let round = 0; round < 60; round++) {
    const count = 2 + random.below(30);
    const values = Array.from({ length: count }, () => random.below(1000));
    values[0] = 1000;
    const series = { name: "x", values, labels: values.map(String), spell: (value: number) => `${value}` };
    const [width, height] = [30 + random.below(60), 2 + random.below(8)];
    const lines = lineChart(series, { width, height, theme: NONE }).slice(0, height);
    const margin = Math.max(...["1000", "0"].map((label) => label.length));
    const columns = width - margin - 2;
    // Each character is two by four dots, numbered as Unicode numbers them.
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

Deno.test("Assistant.colors() paints a dot command as it stands, and what follows as a query", async () => {
  const { conversation } = await talking();
  const assistant = new Assistant(conversation);
  const painted = (text: string): string[] =>
    assistant.colors(text).map(({ span, style }) => `${text.slice(span.start, span.end)} ${style}`);
  assertEquals(painted(".mode tsv")[0], ".mode keyword");
  assertEquals(painted("  .explain Q101")[0], ".explain keyword");
  assertEquals(painted(".nothing at all")[0], ".nothing mistake");
  const query = "events | where size > 3";
  const behind = painted(`.plot ${query}`);
  assert(behind[0] === ".plot keyword");
  const alone = painted(query);
  assert(alone.length > 4 && alone.every((each) => query.includes(each.split(" ")[0]!)));
});
