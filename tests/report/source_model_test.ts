/** Source views in reports and in the workbench give the same answers. */
import { assert, assertEquals } from "@std/assert";
import type { ResultTable, ResultValue } from "../../src/base/result_table.ts";
import {
  filesOf,
  percentOf,
  placesOf,
  shareText,
  shownLines,
  type SourceFile,
  type SourcePlace,
  sumOf,
} from "../../src/report/source/source_lines.ts";
import {
  filesQuery,
  functionsQuery,
  linesQuery,
  type SourceScope,
} from "../../src/report/source/source_queries.ts";
import { foldersOf, type SourceFolder } from "../../src/report/source/source_folders.ts";
import { withRows } from "../export/export_support.ts";
import { tableOf } from "../render/support.ts";
import { sampleSession } from "../support/sample_session.ts";

const COVERED = "testdata/gnatcov/wordfreq";
const RUNS = Object.fromEntries(
  ["missing", "numbers", "words"].map((name) => [name, `${COVERED}/${name}.trace`]),
);
const LINES = { subject: "coverage", rows: "lines", hasFunctions: true } as const;
const ALLOCS = { subject: "memory", rows: "allocs", hasFunctions: true } as const;

const SCOPES: readonly (readonly [string, Readonly<Record<string, string>>, SourceScope])[] = [
  ["one run", { a: RUNS["missing"]! }, LINES],
  ["one of several runs", RUNS, { ...LINES, rows: "lines of missing" }],
  ["several runs", RUNS, { ...LINES, isCampaign: true }],
  ["a part of a run", { a: RUNS["words"]! }, { ...LINES, firstIn: { from: 40, to: 60 } }],
  ["counts of lines", { a: "testdata/lcov/calc.info" }, { ...LINES, hasFunctions: false, isCounted: true }],
  ["counts of lines with functions", { a: "testdata/lcov/shapes.llvm.json" }, { ...LINES, isCounted: true }],
  ["blocks of lines with several functions", { a: "testdata/heaptrack/heaptrack.shapes.zst" }, ALLOCS],
  ["blocks at a point", { a: "testdata/mpatrol/shapes-cpp-le64/trace.mtrc" }, {
    ...ALLOCS,
    rows: "live @ 50%",
  }],
];

/** Files without row numbers, which differ between answers. */
function plain(files: readonly SourceFile[]): unknown {
  return files.map(({ lines, ...file }) => ({ ...file, lines: lines.map((line) => ({ ...line, row: 0 })) }));
}

function sorted(places: readonly SourcePlace[]): string[] {
  return places.map(({ file, func, line, share: { part, whole } }) =>
    [file, func, line, part, whole].join(" ")
  ).sort();
}

for (const [what, traces, scope] of SCOPES) {
  Deno.test(`files, lines and functions of ${what} are the same when requested together or one by one`, async () => {
    const session = await sampleSession(traces);
    const { subject } = scope;
    const files = await withRows(session, linesQuery(scope), (table) => filesOf(copyOf(table), subject));
    assert(files.length > 0 && files.some(({ share }) => share.whole > 0n));
    const listed = await withRows(session, filesQuery(scope), (table) => placesOf(table, subject));
    assertEquals(sorted(listed), sorted(files));
    for (const file of files) {
      const alone = await withRows(session, linesQuery(scope, file.file), (table) => filesOf(table, subject));
      assertEquals(plain(alone), plain([file]));
    }
    // Without functions there is one function without a name, which is not listed.
    if (!scope.hasFunctions) return;
    const functions = await withRows(session, functionsQuery(scope), (table) => placesOf(table, subject));
    assertEquals(sorted(functions), sorted(files.flatMap(({ functions }) => functions)));
  });
}

/** A copy of rows that are read after their query. */
function copyOf(table: ResultTable): ResultTable {
  const rows = Array.from(
    { length: table.rowCount },
    (_, row) => table.columns.map((_, at) => table.value(row, at)),
  );
  return tableOf(table.columns, rows);
}

function linesOf(rows: readonly ResultValue[][]): SourceFile[] {
  const types = { file: "text", line: "u32", func: "text", covered: "bool" } as const;
  const columns = [
    ...Object.entries(types).map(([name, type]) => ({ name, type })),
    ...["uncovered", "branches", "both_ways"].map((name) => ({ name, type: "u64" as const })),
  ];
  return filesOf(tableOf(columns, rows.map((row) => [...row])), "coverage");
}

Deno.test("a line that several functions share counts once for its file, and once for each function", () => {
  const [file] = linesOf([
    ["a.ads", 1, "f<int>", true, 0n, 0n, 0n],
    ["a.ads", 1, "f<char>", false, 9n, 0n, 0n],
    ["a.ads", 2, "f<char>", false, 9n, 0n, 0n],
    ["a.ads", 2, null, true, 0n, 2n, 1n],
  ]);
  assertEquals(file!.share, { part: 2n, whole: 2n });
  assertEquals(sorted(file!.functions), ["a.ads  2 1 1", "a.ads f<char> 1 0 2", "a.ads f<int> 1 1 1"]);
  assertEquals(file!.lines.map(({ state }) => state), ["ran", "missed", "missed", "part"]);
});

Deno.test("shares are exact beyond 2^53, and only a complete share is 100%", () => {
  const big = 1n << 63n;
  const columns = ["file", "leaked_bytes", "bytes"].map((name) => ({
    name,
    type: name === "file" ? "text" as const : "u64" as const,
  }));
  const places = placesOf(
    tableOf(columns, [["a", 1n, big], ["b", big, big + 1n], ["c", null, 0n]]),
    "memory",
  );
  assertEquals(sumOf(places), { part: big + 1n, whole: 2n * big + 1n });
  assertEquals(percentOf({ part: big, whole: big + 1n }), 99n);
  assertEquals(percentOf({ part: 0n, whole: 0n }), 100n);
  assertEquals(
    shareText({ part: 1999n, whole: 2000n }, "coverage"),
    "1,999 of 2,000 lines ran, 99%",
  );
  assertEquals(shareText({ part: 512n, whole: 3072n }, "memory"), "512 of 3.0 KiB leaked");
});

Deno.test("a file that is too long shows the lines around the requested one", () => {
  const [file] = linesOf([["a.c", 3, "f", true, 0n, 0n, 0n], ["a.c", 50, "f", false, 0n, 0n, 0n]]);
  const source = Array<string>(40).fill("");
  const wanted = (at: number): number[] => shownLines(file!.lines, source, { most: 4, at });
  assertEquals(wanted(0), [1, 2, 3, 4]);
  assertEquals(wanted(20), [18, 19, 20, 21]);
  // A line beyond the end of the text.
  assertEquals(wanted(50), [38, 39, 40, 50]);
  assertEquals(shownLines(file!.lines, null, { isInParts: true }), [3, 50]);
});

/** Folders as lines: indented, with their figures and their files. */
function treeText({ name, share, folders, files }: SourceFolder, indent = ""): string[] {
  return [
    `${indent}${name} ${share.part}/${share.whole}`,
    ...folders.flatMap((each) => treeText(each, `${indent}  `)),
    ...files.map(({ file }) => `${indent}  - ${file}`),
  ];
}

function placeOf(file: string, part: bigint, whole: bigint): SourcePlace {
  return { file, func: "", line: 0, share: { part, whole } };
}

Deno.test("folders form a tree, in which a chain of single folders is one line", () => {
  const files = [
    placeOf("/a/b/c/one.c", 1n, 2n),
    placeOf("/a/b/c/d/e/two.c", 3n, 4n),
    placeOf("/a/b/f/g/three.c", 0n, 8n),
    placeOf("/a/b/f/h/four.c", 1n, 1n),
  ];
  assertEquals(treeText(foldersOf(files, "coverage")), [
    "/a/b 5/15",
    "  c 4/6",
    "    d/e 3/4",
    "      - /a/b/c/d/e/two.c",
    "    - /a/b/c/one.c",
    "  f 1/9",
    "    g 0/8",
    "      - /a/b/f/g/three.c",
    "    h 1/1",
    "      - /a/b/f/h/four.c",
  ]);
  assertEquals(treeText(foldersOf(files, "memory")).slice(0, 2), ["/a/b 5/15", "  f 1/9"]);
});

Deno.test("Windows paths, root paths, empty paths and bare names are parsed correctly", () => {
  const treeOf = (...paths: string[]): string[] =>
    treeText(foldersOf(paths.map((path) => placeOf(path, 1n, 1n)), "coverage"));
  assertEquals(treeOf("C:\\x\\y\\a.c", "C:\\x\\b.c"), [
    "C:\\x 2/2",
    "  y 1/1",
    "    - C:\\x\\y\\a.c",
    "  - C:\\x\\b.c",
  ]);
  assertEquals(treeOf("/a.c", "/usr/b.c", "c.c"), [
    " 3/3",
    "  / 2/2",
    "    usr 1/1",
    "      - /usr/b.c",
    "    - /a.c",
    "  - c.c",
  ]);
  assertEquals(treeOf("", "a"), [" 2/2", "  - ", "  - a"]);
  assertEquals(treeOf(), [" 0/0"]);
  const deep = "d/".repeat(100_000);
  assertEquals(treeOf(`${deep}a.c`, `${deep}b.c`).length, 3);
  assertEquals(treeOf(`x/${deep}a.c`, `${deep}b.c`).length, 5);
});
