/**
 * Complete outputs of small tables: each mode with its options, and each plot. `-- --update` rewrites `screens.txt`,
 * for review.
 */
import { assertEquals } from "@std/assert";
import type { ResultColumn, ResultTable, ResultValue } from "../../src/base/result_table.ts";
import { withBars } from "../../src/render/plot/bar_column.ts";
import { bar } from "../../src/render/plot/bars.ts";
import { plot, plotRequest } from "../../src/render/plot/plot.ts";
import { FEW_COLORS, NO_COLORS, type PlotTheme } from "../../src/render/plot/plot_theme.ts";
import { type PlotOptions, seriesOf, valueColumn } from "../../src/render/plot/series.ts";
import { svgChart } from "../../src/render/plot/svg_chart.ts";
import { curvesOf, sparkTable } from "../../src/render/plot/spark_table.ts";
import { renderers } from "../../src/render/registry.ts";
import type { RenderOptions } from "../../src/render/renderer.ts";
import { screenText } from "../../src/render/screen_text.ts";
import { cutEnd, elide } from "../../src/render/fit_text.ts";
import { doubleText, durationText, sizeText } from "../../src/render/number_text.ts";
import { awkward, rendered, tableOf } from "./support.ts";

const GOLDEN = new URL("screens.txt", import.meta.url);
const DARK: PlotTheme = { ...FEW_COLORS, name: "dark" };

/** A table from a line of columns, `name:type`, and rows: numbers are converted to the types of their columns. */
function table(
  columns: string,
  rows: readonly (readonly (string | number | bigint | boolean | null)[])[],
): ResultTable {
  const infos = columns.split(" ").map((each): ResultColumn => {
    const [name, type = "u64", display] = each.split(":");
    return { name, type, ...(display === undefined ? {} : { display }) } as ResultColumn;
  });
  const valueOf = (value: ResultValue | number, { type }: ResultColumn): ResultValue =>
    typeof value === "number" && type !== "f64" ? BigInt(value) : value;
  return tableOf(infos, rows.map((row) => row.map((value, at) => valueOf(value, infos[at]!))));
}

/** A table with a given number of rows. */
function counted(
  columns: string,
  count: number,
  row: (at: number) => (string | number | null)[],
): ResultTable {
  return table(columns, Array.from({ length: count }, (_, at) => row(at)));
}

const FUNCS = table("func:text count bytes", [
  ["main", 3, 4096],
  ["a_long_name_of_a_function_that_is_cut", 12_345, 1_572_864],
  ["none", 0, 0],
  ["little", 1, 1],
  [null, 7, null],
]);
const SIGNED = table("func:text bytes_delta:i64", [["up", 4096], ["down", -2048], ["same", 0], [
  "slight",
  -1,
]]);
const CURVE = counted("bin bytes", 30, (at) => [at * 100, at === 7 ? null : (at * 7919) % 1024 * 16]);
const KINDS = table("kind:text bin bytes", [
  ["alloc", 0, 10],
  ["alloc", 100, 4000],
  ["free", 100, 300],
  ["free", 200, 20],
  ["free", 200, 20],
  ["realloc", 100, null],
]);
const SHARES = table("line share:f64", [[1, 0.25], [20, -0.5], [300, 1 / 3], [4, null]]);
const ONE = table("bin count", [[5, 9]]);
const FLAT = table("bin count", [[5, 9], [6, 9], [7, 9]]);
const NULLS = table("bin count", [[5, null], [6, null]]);
const HISTOGRAM = table("from to count bytes", [[0, 16, 3, 40], [16, 32, 5, 100], [32, 64, 0, 0]]);
const NAMED = counted("name:text bin n", 140, (at) => [`row ${at >> 1}`, at & 1, at]);
const WIDE = counted(
  "func:text file:text line thread size bytes_total type:text leaked:bool time:time note:text",
  3,
  (
    at,
  ) => [
    `namespace::Class<int>::method_${at}`,
    `/usr/src/project/lib/part_${at}/file.cc`,
    at * 1000,
    140_000_000_000_000 + at,
    at * 3000,
    at * 1_000_000,
    "malloc",
    null,
    at * 1_000_000_000 + 5,
    at === 1 ? "x".repeat(600) : "short",
  ],
);
const ZEROS = table("func:text n note:text", [["a", 0, "x"], ["b", 0, "y"], ["c", null, "z"]]);
const ODD_COLUMNS = table("addr:u64:hex at:time n thread func:text", [[4096, 5, 7, 1, "f"], [
  8192,
  6,
  9,
  2,
  "g",
]]);
/** Rows out of order, two at each position, and one without. */
const UNSORTED = counted("bin n", 31, (at) => [at === 12 ? null : (at * 7) % 15, at * at % 17]);
const TIMES = counted("at:time n", 30, (at) => [(at * 11) % 30 * 1000, at]);
/** Names along numbers that are no positions. */
const ALONG_LINES = table("func:text line n:i64", [
  ["f", 30, 5],
  ["f", 4, -3],
  ["g", 4, 2],
  ["g", null, 9],
  ["f", 4, null],
  [null, 100, 1],
]);
const INFINITE = table("func:text bin share:f64", [
  ["f", 1, 0.5],
  ["f", 2, Infinity],
  ["g", 1, -Infinity],
  ["g", 2, -0.25],
  ["g", 3, NaN],
]);
const LONG = counted("seq:u64 word:text", 12, (at) => [at, at % 2 === 0 ? "same" : "other"]);

const PLOTS: Readonly<Record<string, readonly [ResultTable, string, Partial<PlotOptions>?]>> = {
  "bars of the most likely column": [FUNCS, ""],
  "bars of another column": [FUNCS, "count"],
  "bars, narrow": [FUNCS, "bars bytes func", { width: 24 }],
  "bars, as narrow as nothing": [FUNCS, "bars", { width: 6 }],
  "bars with colours": [FUNCS, "", { theme: FEW_COLORS }],
  "bars of less than nothing": [SIGNED, ""],
  "bars of a histogram": [HISTOGRAM, ""],
  "bars of bytes of a histogram": [HISTOGRAM, "bytes"],
  "bars of shares": [SHARES, ""],
  "bars of a single row": [ONE, "bar"],
  "bars, exactly as many as there may be": [counted("name:text n", 60, (at) => [`n${at}`, at]), "bars", {
    width: 20,
  }],
  "bars, one more than there may be": [counted("name:text n", 61, (at) => [`n${at}`, at]), "bars", {
    width: 20,
  }],
  "a curve of 24 rows is bars": [counted("bin n", 24, (at) => [at, at]), "", { width: 20 }],
  "a curve of 25 rows": [counted("bin n", 25, (at) => [at, at]), "", { width: 20 }],
  "a curve with a gap": [CURVE, ""],
  "a curve, low and narrow": [CURVE, "lines", { width: 12, height: 1 }],
  "a curve below nothing": [table("bin n:i64", [[0, -5], [1, 5], [2, -9]]), "lines"],
  "a curve of one row": [ONE, "line"],
  "a flat curve": [FLAT, "lines"],
  "a curve of nothing": [NULLS, "lines"],
  "a curve with colours": [CURVE, "", { theme: FEW_COLORS }],
  "a strip": [CURVE, "heat"],
  "a strip of few": [FLAT, "heat"],
  "a strip, dark": [CURVE, "heat", { theme: DARK }],
  "a strip of nothing": [NULLS, "heat"],
  "a strip of many": [counted("bin n", 130, (at) => [at, at * at]), "heat"],
  "sparks of each column": [FUNCS, "spark"],
  "sparks of one column": [CURVE, "spark bytes"],
  "sparks of nothing": [NULLS, "spark count"],
  "sparks, narrow": [CURVE, "spark bytes", { width: 10 }],
  "a row for each name": [KINDS, "heat"],
  "a row for each name, without being asked": [KINDS, ""],
  "a row for each name, dark and narrow": [KINDS, "heat", { theme: DARK, width: 20 }],
  "rows for more names than are shown": [NAMED, "heat", { width: 30 }],
  "rows for one more name than is shown": [
    counted("name:text bin n", 122, (at) => [`r${at >> 1}`, at & 1, at]),
    "heat",
    { width: 30 },
  ],
  "rows of names beside no room": [KINDS, "heat", { width: 5 }],
  "rows of names beside less than no room": [KINDS, "heat", { width: 3 }],
  "bars of zeros": [ZEROS, ""],
  "a curve of zeros": [ZEROS, "lines n"],
  "a strip of zeros": [ZEROS, "heat"],
  "sparks of zeros": [ZEROS, "spark n"],
  "sparks of no addresses and no times": [ODD_COLUMNS, "spark"],
  "bars beside addresses and times": [ODD_COLUMNS, ""],
  "bars of threads": [ODD_COLUMNS, "bars thread"],
  "bars of a text": [ODD_COLUMNS, "bars func"],
  "bars of a number by no name": [table("n", [[3], [4]]), ""],
  "bars of the first of two numbers": [table("n thread", [[3, 1], [4, 2]]), "bars n"],
  "bars of the first of two numbers and two texts": [
    table("n f:text g:text", [[3, "a", "b"], [4, "c", "d"]]),
    "",
  ],
  "bars by a number and a thread": [table("a thread b", [[3, 1, 7], [4, 2, 8]]), ""],
  "bars from somewhere, no histogram": [table("from bytes count", [[0, 3, 1], [16, 4, 2]]), ""],
  "bars to somewhere, no histogram": [
    table("word:text to bytes count", [["a", 3, 1, 4], ["b", 4, 2, 5]]),
    "",
  ],
  "a curve of rows out of order": [UNSORTED, ""],
  "a curve over times": [TIMES, ""],
  "a curve over a label that is a place": [table("n bin", [[5, 2], [6, 1], [7, 3]]), "lines n bin"],
  "a row for each name along lines, when asked": [ALONG_LINES, "heat"],
  "a row for each name along lines, dark": [ALONG_LINES, "heat", { theme: DARK }],
  "no rows for names along lines without being asked": [ALONG_LINES, ""],
  "rows for zeros": [table("f:text bin n", [["a", 1, 0], ["a", 2, 0], ["b", 1, 0]]), "heat"],
  "rows along times": [table("f:text at:time n", [["a", 10, 3], ["a", 2, 4], ["b", 7, 0]]), "heat"],
  "rows for exactly as many names as are shown": [
    counted("name:text bin n", 120, (at) => [`r${at >> 1}`, at & 1, at]),
    "heat",
  ],
  "a strip of numbers with signs": [table("bin n:i64", [[0, -4], [1, 0], [2, 9], [3, null]]), "heat"],
  "sparks of numbers with signs": [table("bin n:i64", [[0, -4], [1, 0], [2, 9], [3, null]]), "spark n"],
  "bars without an end": [INFINITE, "bars share"],
  "a curve without an end": [INFINITE, "lines share"],
  "a strip without an end": [table("bin share:f64", [[0, 1], [1, Infinity], [2, NaN]]), "heat"],
  "a strip without an end, dark": [table("bin share:f64", [[0, 1], [1, Infinity], [2, NaN]]), "heat", {
    theme: DARK,
  }],
  "rows without an end": [INFINITE, "heat share"],
  "sparks without an end": [INFINITE, "spark share"],
};

/** Plots that are refused, with all their messages. */
const REFUSED: readonly (readonly [ResultTable, string])[] = [
  [FUNCS, "bars nothing"],
  [FUNCS, "bars bytes func more"],
  [FUNCS, "bytes nothing"],
  [table("func:text addr:u64:hex at:time", [["f", 1, 2]]), ""],
  [table("func:text n", []), ""],
];

const MODES: Readonly<Record<string, readonly [ResultTable, Partial<RenderOptions>]>> = {
  "awkward": [awkward, {}],
  "without a header": [awkward, { header: false }],
  "in a terminal with colours": [awkward, { terminal: true, color: true, width: 60, footer: true }],
};

const BOXES: Readonly<Record<string, readonly [ResultTable, Partial<RenderOptions>]>> = {
  ...Object.fromEntries(
    [0, 1, 2, 5, 11, 12, 13].map((maxRows) => [`${maxRows} of 12 rows`, [LONG, { maxRows, footer: true }]]),
  ),
  ...Object.fromEntries(
    [4, 20, 50, 80, 110, 200].map((
      width,
    ) => [`for people, ${width} wide`, [WIDE, { width, footer: true, readable: { threads: new Map() } }]]),
  ),
  "in a pager": [WIDE, { screen: 60, footer: true, readable: { threads: new Map() } }],
  "with all columns": [WIDE, { width: 60, keep: "all", footer: true }],
  "with a column that is kept": [WIDE, { width: 60, keep: ["note", "type"], footer: true }],
  "without a footer": [WIDE, { width: 60 }],
  "with a pause between two rows, the same and different in between": [
    counted("seq a:text b:text", 9, (at) => [at, at === 4 ? "middle" : "end", at === 8 ? "last" : "same"]),
    { width: 30, maxRows: 4, footer: true },
  ],
  "long values, as wide as it takes": [WIDE, { footer: true }],
  "only columns with one value": [table("a b:text", [[1, "x"], [1, "x"]]), { width: 8, footer: true }],
  "one column in no room": [counted("word:text", 3, (at) => [`word ${at}`]), { width: 2, footer: true }],
  "one row": [tableOf(WIDE.columns, [WIDE.columns.map((_, at) => WIDE.value(0, at))]), {
    width: 80,
    footer: true,
  }],
  "no rows": [table("a b:text", []), { footer: true }],
  "no columns": [tableOf([], [[], []]), { footer: true }],
};

/** Numbers at the limits of each unit, in readable form. */
const COLUMNS: readonly ResultColumn[] = [
  { name: "bytes", type: "u64" },
  { name: "count", type: "u64" },
  { name: "line", type: "u64" },
  { name: "thread", type: "u64" },
  { name: "addr", type: "u64" },
  { name: "took", type: "u64", display: "duration" },
  { name: "power", type: "u64", display: "bucket" },
];
const NUMBERS = [
  0n,
  1n,
  9n,
  10n,
  19n,
  999n,
  1000n,
  1023n,
  1024n,
  99_999n,
  100_000n,
  1_048_524n,
  1_048_525n,
  10n ** 9n,
];
const SECONDS = [
  0,
  1e-10,
  1e-9,
  1.5e-6,
  9.994e-4,
  9.996e-4,
  0.35,
  0.9994,
  0.9995,
  59.99,
  119,
  119.93,
  119.95,
  3598,
  3599,
  7e5,
];

const SIZES = [
  ...[0, 1, 1.5, 0.5, -1, 0.999_999_9, 1.0004, 1023, 1023.5, 1024, 1048, 1_048_524, 1_048_526, -1_048_526],
  ...[2 ** 60, 2 ** 70, 2 ** 80, 1e-7, -0.1234567, 1234.5678, Infinity],
];

/** All blocks: the request, and the output. */
async function screens(): Promise<string> {
  const blocks: string[] = [];
  const add = (name: string, text: string): void => void blocks.push(`=== ${name}\n${text}`);
  for (const [name, [of, request, options]] of Object.entries(PLOTS)) {
    const lines = plot(of, plotRequest(request), { width: 60, height: 5, theme: NO_COLORS, ...options });
    // Only both ends of many rows.
    if (lines.length > 40) lines.splice(3, lines.length - 9, "(and so on)");
    add(`plot: ${name}`, lines.join("\n"));
  }
  for (const [of, request] of REFUSED) {
    let said = "nothing";
    try {
      plot(of, plotRequest(request), { width: 60, height: 5, theme: NO_COLORS });
    } catch (error) {
      said = (error as Error).message;
    }
    add(`plot refuses: ${request}`, said);
  }
  add(
    "bars",
    Array.from({ length: 18 }, (_, at) => `${bar((at - 1) / 16, 2)}|`).join("\n") + `\n${bar(2, 2)}|`,
  );
  const DRAWN = [
    "bars of the most likely column",
    "bars of less than nothing",
    "a curve with a gap",
    "a flat curve",
    "bars, one more than there may be",
    "a curve of nothing",
    "bars of zeros",
    "sparks without an end",
  ];
  for (const name of DRAWN) {
    const [of] = PLOTS[name]!;
    for (const kind of ["bars", "lines"] as const) {
      add(
        `svg ${kind}: ${name}`,
        svgChart(seriesOf(of, valueColumn(of, undefined), undefined), kind, "alone"),
      );
    }
  }
  for (const { name } of renderers) {
    if (name === "plot") continue;
    for (const [what, [of, options]] of Object.entries(MODES)) {
      add(`${name}: ${what}`, await rendered(name, of, options));
    }
  }
  for (const [what, [of, options]] of Object.entries(BOXES)) {
    add(`box: ${what}`, await rendered("box", of, options));
  }
  add("table: bars beside a column", await rendered("table", withBars(FUNCS, 2)));
  add("table: bars beside numbers with signs", await rendered("table", withBars(SIGNED, 1)));
  add("table: bars beside zeros", await rendered("table", withBars(ZEROS, 1)));
  add("table: bars beside no numbers", await rendered("table", withBars(table("n m", [[null, 1]]), 0)));
  add(
    "table: curves along lines",
    await rendered("table", sparkTable(ALONG_LINES, curvesOf(ALONG_LINES, 2, undefined)!)),
  );
  add(
    "table: curves without an end",
    await rendered("table", sparkTable(INFINITE, curvesOf(INFINITE, 2, undefined)!)),
  );
  const letters = [39, 40, 41, 42, 60].map((count) => [`${"ä".repeat(count)}`, count] as const);
  add(
    "svg: long labels",
    svgChart(seriesOf(table("name:text n", letters.map((each) => [...each])), 1, 0), "bars", "within a page"),
  );
  for (const width of [-1, 0, 1, 2, 5, 9, 11, 12]) {
    const texts = ["a sentence of words", "a/long/path/to/file.c", "ünï cödé", "漢字漢字漢", "short", ""];
    add(
      `cut to ${width}`,
      texts.flatMap((each) => [elide(each, width), cutEnd(each, width)]).map((each) => `${each}|`).join("\n"),
    );
  }
  add("sizes", SIZES.map((size) => `${size} ${sizeText(size)} ${doubleText(size)}`).join("\n"));
  add("table: curves", await rendered("table", sparkTable(KINDS, curvesOf(KINDS, 2, undefined)!)));
  for (const column of COLUMNS) {
    const text = screenText(column, new Map());
    const shown = column.display === "bucket" ? NUMBERS.filter((each) => each < 64n) : NUMBERS;
    add(`people: ${column.name}`, shown.map((value) => `${value} ${text(value)}`).join("\n"));
  }
  add("durations", [...SECONDS, -0.5, Infinity].map((value) => `${value} ${durationText(value)}`).join("\n"));
  return blocks.map((block) => `${block.trimEnd().replaceAll("\x1b", "ESC")}\n`).join("");
}

Deno.test("modes and plots of small tables are as recorded", async () => {
  const text = await screens();
  if (Deno.args.includes("--update")) await Deno.writeTextFile(GOLDEN, text);
  else assertEquals(text, await Deno.readTextFile(GOLDEN));
});
