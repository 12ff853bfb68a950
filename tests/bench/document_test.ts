/** The documents show the figures that the bench measured. */
import { assert, assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { parse } from "parse5";
import {
  type BenchResult,
  between,
  documents,
  frontTable,
  speedSection,
  timeText,
  withTable,
} from "./document.ts";
import { type Asked, type NoTime, reasonOf, TooLongError } from "./peers/asked.ts";
import { rowsOf, type SizeRun } from "./query_bench.ts";
import { QUESTIONS } from "./questions.ts";
import { renderRows } from "./report.ts";
import { seriesPlot } from "./series_plot.ts";

const ROOT = new URL("../../", import.meta.url);
const JSON_FILE = new URL("docs/speed.json", ROOT);

/** A program that takes a millisecond more for each question than for the previous one. */
function askedTimes(first: number): Asked {
  const times = Object.fromEntries(QUESTIONS.map(({ work }, at) => [work, first + at]));
  return { times, rows: {}, load: 900, bytesPerEvent: 25, peakMegabytes: 300, version: "1" };
}

function sizeRun(events: number): SizeRun {
  const answers = { Quarry: askedTimes(1), DuckDB: askedTimes(20), ClickHouse: askedTimes(3) };
  const ofC = { scans: { group: 0.5 }, narrowScans: { group: 0.75 } };
  return { events, threads: 2, fileBytes: 20 * events, asked: answers, ...ofC };
}

const RESULT: BenchResult = {
  machine: { processor: "some processor", cores: 2, deno: "2" },
  rows: [{ group: "apitrace", work: "as apitrace dump", quarry: 500, peers: { apitrace: 2350 } }],
  runs: [sizeRun(1e6), sizeRun(1e7)],
};

Deno.test("timeText() has two significant digits", () => {
  assertEquals([0.04, 9.44, 9.96, 994, 996, 9940, 9960].map(timeText), [
    ...["0.0 ms", "9.4 ms", "10 ms", "994 ms", "1.0 s", "9.9 s", "10 s"],
  ]);
});

Deno.test("tables have the times of the run, in bold where Quarry is the fastest", () => {
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
  assertStringIncludes(speedSection(RESULT), " | 0.5 ms | 0.8 ms |");
  assertThrows(() => between("text", "bench", ""), Error, 'No marks "bench"');
  assertEquals(withTable("a\n## B\n\n| c |\n| d |\n\ne\n", "## B", "| f |"), "a\n## B\n\n| f |\n\ne\n");
  assertThrows(() => withTable("| a |\n", "## B", ""), Error, 'No table below "## B"');
});

Deno.test("an entry without a time gives the reason", () => {
  const [{ work }] = QUESTIONS as [typeof QUESTIONS[number]];
  const { [work]: _, ...times } = askedTimes(20).times;
  const without = (reason: NoTime): SizeRun => {
    const [run] = RESULT.runs as [SizeRun];
    const DuckDB = { ...askedTimes(20), times, without: { [work]: reason }, seconds: 120 };
    return { ...run, asked: { ...run.asked, DuckDB } };
  };
  const cells = (run: SizeRun): string => speedSection({ ...RESULT, runs: [run] });
  assertStringIncludes(cells(without("too long")), `| ${work} | **1.0 ms** | > 120 s | 3.0 ms |`);
  assertStringIncludes(cells(without("no memory")), `| ${work} | **1.0 ms** | no memory | 3.0 ms |`);
  assertMatch(renderRows(rowsOf(without("too long"))), / 1\.0 +> 120 s +3\.0 /);
  assertStringIncludes(
    seriesPlot([without("failed")]),
    `${QUESTIONS.length - 1} questions that all answered`,
  );
  assertEquals(
    [new TooLongError("x"), "Out of Memory Error: x", "Code: 241 (MEMORY_LIMIT_EXCEEDED)", "x"].map(reasonOf),
    ["too long", "no memory", "no memory", "failed"],
  );
});

Deno.test("the plot of the series has a line for each program that answered", () => {
  const svg = seriesPlot(RESULT.runs);
  assertEquals(svg.match(/<circle/g)?.length, 4 * 3 * 2);
  assert(!/NaN|Infinity|undefined/.test(svg));
  assertMatch(svg, /<text[^>]*>10 M</);
  const problems: string[] = [];
  parse(`<!doctype html><title>t</title>${svg}`, { onParseError: ({ code }) => problems.push(code) });
  assertEquals(problems, []);
});

Deno.test("figures in the documents equal those of docs/speed.json", () => {
  const squeezed = (text: string): string => text.replaceAll(/-{3,}/g, "---").replaceAll(/\s+/g, " ").trim();
  const files = [...Deno.readDirSync(new URL("docs/", ROOT))];
  const read = (path: string): string => Deno.readTextFileSync(new URL(path, ROOT));
  // Until the first complete run, the tables are older ones and there are only markers for new ones.
  const isMeasured = files.some(({ name }) => name === "speed.json");
  const result: BenchResult = isMeasured ? JSON.parse(Deno.readTextFileSync(JSON_FILE)) : RESULT;
  for (const [path, text] of Object.entries(documents(result, read))) {
    if (isMeasured) assertEquals(squeezed(read(path)), squeezed(text), path);
    else assert(text !== read(path), path);
  }
});
