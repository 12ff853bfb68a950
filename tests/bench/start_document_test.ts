/** The table of whole processes, and its limits. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { between } from "./document.ts";
import type { StartResult } from "./start_bench.ts";
import { startLimits, startTable } from "./start_document.ts";

const took = (cpu: number): { cpu: number; wall: number } => ({ cpu, wall: cpu + 1 });

const RESULT: StartResult = {
  machine: { processor: "some processor", cores: 2, deno: "2" },
  events: 1e6,
  rounds: 3,
  rows: [
    { work: "node -e 0", kind: "peer", compiled: took(40) },
    { work: "--help", kind: "word", compiled: took(60), sources: took(200) },
    { work: "a | b", kind: "indexed", compiled: took(90), sources: took(150), duckdb: took(30) },
  ],
};

Deno.test("the table has processor time and wall time, and the ratio to DuckDB", () => {
  const table = startTable(RESULT);
  assertStringIncludes(table, "| --help | 60 ms; 61 ms | 200 ms; 201 ms |  |  |");
  assertStringIncludes(table, "| a \\| b | 90 ms; 91 ms | 150 ms; 151 ms | 30 ms; 31 ms | 3.0 |");
});

Deno.test("limits are ratios to peers of the same run", () => {
  assertEquals(startLimits(RESULT).map(({ work, ratio }) => [work, ratio]), [
    ["--help, compiled", 1.5],
    ["--help, sources", 5],
    ["a | b, compiled", 3],
    ["a | b, sources", 5],
  ]);
});

Deno.test("docs/speed.md has markers for the table", () => {
  const page = Deno.readTextFileSync(new URL("../../docs/speed.md", import.meta.url));
  assertStringIncludes(between(page, "start", "one"), "\n\none\n\n");
});
