/** Sources in a page: text of files, the coverage of each line, and notes about omitted parts. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { SHOW_LIMITS } from "../../src/base/limits/show_limits.ts";
import { PageSources, type ReadSource } from "../../src/report/sources.ts";
import { sourceView } from "../../src/report/views/source_view.ts";
import { tableOf } from "../render/support.ts";
import { sampleSession } from "../support/sample_session.ts";
import {
  all,
  attribute,
  cellsIn,
  type Element,
  elements,
  pageOf,
  panelsIn,
  parsePage,
  textOf,
} from "./page_reader.ts";

const COLUMNS = [
  { name: "file", type: "text" },
  { name: "line", type: "u32" },
  { name: "func", type: "text" },
  { name: "covered", type: "bool" },
  { name: "entries", type: "u64" },
  { name: "uncovered", type: "u64" },
  { name: "branches", type: "u64" },
  { name: "both_ways", type: "u64" },
] as const;

type Row = [string, number, string, boolean, bigint, bigint, bigint, bigint];

async function viewOf(rows: readonly Row[], read: ReadSource | null): Promise<Element> {
  const table = tableOf([...COLUMNS], rows.map((row) => [...row]));
  const { html } = await sourceView(table, {
    subject: "coverage",
    caption: "Source",
    sources: new PageSources(read),
  });
  return all(
    parsePage(`<!DOCTYPE html><html><head><title>t</title></head><body><main>${html}</main></body></html>`),
    "main",
  )[0]!;
}

const reading = (files: Readonly<Record<string, string>>): ReadSource => (file) =>
  Promise.resolve(files[file] === undefined ? null : { lines: files[file].split("\n") });

Deno.test("lines have the text of the file, and show whether they ran fully, partly or not at all", async () => {
  const rows: Row[] = [
    ["src/a.c", 2, "one", true, 5n, 0n, 2n, 2n],
    ["src/a.c", 3, "one", true, 1n, 0n, 2n, 1n],
    ["src/a.c", 4, "two", false, 0n, 9n, 0n, 0n],
    ["src/a.c", 5, "two", true, 1n, 3n, 0n, 0n],
  ];
  const view = await viewOf(rows, reading({ "src/a.c": "// <b>&\n\tif (x)\ny();\nz();\nw();\n}" }));
  const [lines] = all(view, "table", "lines");
  assertEquals(cellsIn(lines!).map((cells) => cells.map((cell) => cell.trimEnd())), [
    ["1", "", "", "", "// <b>&"],
    ["2", "+", "5", "2/2", "    if (x)"],
    ["3", "!", "1", "1/2", "y();"],
    ["4", "–", "0", "", "z();"],
    ["5", "!", "1", "", "w();"],
    ["6", "", "", "", "}"],
  ]);
  const states = all(all(lines!, "tbody")[0]!, "tr").map((row) => attribute(row, "class"));
  assertEquals(states, [undefined, "ran", "part", "missed", "part", undefined]);
  assertStringIncludes(textOf(view), "src/a.c: 3 of 4 lines ran, 75%");
  // Among the functions, one ran completely, and two ran one of two lines.
  const functions = all(view, "table")[1]!;
  assertEquals(cellsIn(functions).map((cells) => cells.map((cell) => cell.trimEnd())), [
    ["one", "2", "2", "2"],
    ["two", "4", "1", "2"],
  ]);
  assertEquals(all(functions, "span", "percent").map(textOf), ["100%", "50%"]);
});

Deno.test("links to files and functions point to unique ids in the page", async () => {
  const rows: Row[] = ["a.c", "lib/b.c", "lib/c.c"].flatMap((file) => [
    [file, 1, "f", true, 1n, 0n, 0n, 0n] as Row,
    [file, 7, "g", false, 0n, 1n, 0n, 0n] as Row,
  ]);
  const view = await viewOf(rows, null);
  const ids = elements(view).flatMap((each) => attribute(each, "id") ?? []);
  assertEquals(new Set(ids).size, ids.length);
  const links = all(view, "a").map((each) => attribute(each, "href")!.slice(1));
  assertEquals(links.length, 3 + 6);
  for (const link of links) assert(ids.includes(link), link);
  // A folder and its parents, each with its sum.
  const folders = all(view, "details", "folder").map((each) => textOf(all(each, "summary")[0]!));
  assertEquals(folders, ["all files: 3 of 6 lines ran, 50%", "lib: 2 of 4 lines ran, 50%"]);
});

Deno.test("a file missing from the source folder is reported, and so is a missing source folder", async () => {
  const rows: Row[] = [["a.c", 1, "f", true, 1n, 0n, 0n, 0n]];
  assertStringIncludes(textOf(await viewOf(rows, reading({}))), "1 of 1 file: no such file below the folder");
  assertStringIncludes(textOf(await viewOf(rows, null)), "This page does not include the source text");
});

Deno.test("a file that does not fit is reduced to the lines around uncovered code, with a note", async () => {
  const count = 40_000;
  const text = Array.from({ length: count }, (_, at) => `line ${at + 1} of a long file`).join("\n");
  const rows: Row[] = [10, 20_000].map((line) => ["long.c", line, "f", line === 10, 1n, 0n, 0n, 0n]);
  const view = await viewOf(rows, reading({ "long.c": text }));
  const [lines] = all(view, "table", "lines");
  const numbers = cellsIn(lines!).map(([first]) => first!.trimEnd());
  assertEquals(numbers, [
    "lines 1 to 19996 left out",
    ...["19997", "19998", "19999", "20000", "20001", "20002", "20003"],
    "lines 20004 to 40000 left out",
  ]);
  assertStringIncludes(textOf(view), "1 of 1 file: shown only in part");
});

Deno.test("the page never exceeds its space for sources, and counts what it leaves out", async () => {
  const rows = Array.from(
    { length: 9000 },
    (_, at): Row => [`dir/${"n".repeat(200)}${at}.c`, 1, "f", false, 0n, 1n, 0n, 0n],
  );
  const table = tableOf([...COLUMNS], rows);
  const sources = new PageSources(null);
  const { html } = await sourceView(table, { subject: "coverage", caption: "Source", sources });
  assert(html.length < 2 * SHOW_LIMITS.reportSource.most, `${html.length}`);
  const [, left] = /(\d+) of 9000 files: lines left out/.exec(html) ?? [];
  const [, unlisted] = /(\d+) of 9000 files: not listed/.exec(html) ?? [];
  const shown = [...html.matchAll(/<details class="file">/g)].length;
  assertEquals(shown + Number(left ?? 0) + Number(unlisted ?? 0), 9000);
  assert(Number(unlisted) > 0);
});

Deno.test("source text is shown as plain text, whatever characters it has", async () => {
  const session = await sampleSession({ a: "testdata/gnatcov/wordfreq/words.trace" });
  const html = await pageOf(session, {
    readSource: () =>
      Promise.resolve({ lines: Array(30).fill("</script></table><img src=x onerror=alert(1)>\u202e<!--") }),
  });
  const document = parsePage(html);
  assertEquals(all(document, "img").length, 0);
  assertEquals(all(document, "script").length, 1);
  const source = panelsIn(document).find(({ title }) => title === "Source")!;
  const cells = cellsIn(all(source.element, "table", "lines")[0]!);
  assertEquals(cells.length, 30);
  assertEquals(cells[0]!.at(-1)!.trimEnd(), "</script></table><img src=x onerror=alert(1)>\\u202e<!--");
});
