/** What the bench writes into the documents is what it measured. */
import { assert, assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { parse } from "parse5";
import { type BenchResult, between, frontTable, speedSection, timeText } from "./document.ts";
import type { Asked } from "./peers/asked.ts";
import type { SizeRun } from "./query_bench.ts";
import { QUESTIONS } from "./questions.ts";
import { seriesPlot } from "./series_plot.ts";

const ROOT = new URL("../../", import.meta.url);
const JSON_FILE = new URL("docs/speed.json", ROOT);
const DOCUMENTS = { "README.md": frontTable, "docs/speed.md": speedSection } as const;

/** A program that takes a millisecond more for each question than for the one before. */
function asked(first: number): Asked {
  const times = Object.fromEntries(QUESTIONS.map(({ work }, at) => [work, first + at]));
  return { times, rows: {}, load: 900, bytesPerEvent: 25, peakMegabytes: 300, version: "1" };
}

function made(events: number): SizeRun {
  const answers = { Quarry: asked(1), DuckDB: asked(20), ClickHouse: asked(3) };
  return { events, threads: 2, fileBytes: 20 * events, asked: answers, scans: { group: 0.5 } };
}

const RESULT: BenchResult = {
  machine: { processor: "some processor", cores: 2, deno: "2" },
  rows: [{ group: "apitrace", work: "as apitrace dump", quarry: 500, peers: { apitrace: 2350 } }],
  runs: [made(1e6), made(1e7)],
};

Deno.test("timeText() has two digits that count", () => {
  assertEquals([0.04, 9.44, 9.96, 994, 996, 9940, 9960].map(timeText), [
    ...["0.0 ms", "9.4 ms", "10 ms", "994 ms", "1.0 s", "9.9 s", "10 s"],
  ]);
});

Deno.test("tables have the times of the run, the quickest in bold where that is Quarry", () => {
  const [group] = QUESTIONS.flatMap(({ scan }, at) => scan === "group" ? [at] : []);
  assertStringIncludes(
    frontTable(RESULT),
    `| group by file, top 10 by bytes | ${timeText(1 + group!)} | DuckDB ${
      timeText(20 + group!)
    }, ClickHouse ${timeText(3 + group!)}, C 0.5 ms |`,
  );
  assertStringIncludes(frontTable(RESULT), "| `as apitrace dump` | 500 ms | `apitrace dump` 2.4 s |");
  assertStringIncludes(
    speedSection(RESULT),
    "| filter on kind and size; count and sum | **1.0 ms** | 20 ms | 3.0 ms |",
  );
  assertThrows(() => between("text", "bench", ""), Error, 'No marks "bench"');
});

Deno.test("the picture of the series has a line for each that answered", () => {
  const svg = seriesPlot(RESULT.runs);
  assertEquals(svg.match(/<circle/g)?.length, 4 * 3 * 2);
  assert(!/NaN|Infinity|undefined/.test(svg));
  assertMatch(svg, /<text[^>]*>10 M</);
  const problems: string[] = [];
  parse(`<!doctype html><title>t</title>${svg}`, { onParseError: ({ code }) => problems.push(code) });
  assertEquals(problems, []);
});

Deno.test("figures in the documents are those of docs/speed.json", () => {
  const squeezed = (text: string): string => text.replaceAll(/-{3,}/g, "---").replaceAll(/\s+/g, " ").trim();
  const files = [...Deno.readDirSync(new URL("docs/", ROOT))];
  const result: BenchResult | null = files.some(({ name }) => name === "speed.json")
    ? JSON.parse(Deno.readTextFileSync(JSON_FILE))
    : null;
  for (const [path, write] of Object.entries(DOCUMENTS)) {
    const document = Deno.readTextFileSync(new URL(path, ROOT));
    const expected = between(document, "bench", result === null ? "" : write(result));
    if (result !== null) assertEquals(squeezed(document), squeezed(expected), path);
  }
});
