/** The page of datasets shows the measured figures. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { DatasetResult } from "./dataset_bench.ts";
import { datasetSections } from "./dataset_document.ts";
import { between } from "./document.ts";

const QUERY = "events | count";
const SLOW = "leaks | count";

const RESULT: DatasetResult = {
  machine: { processor: "some processor", cores: 2, deno: "2" },
  load: [0.5, 3],
  limit: 240,
  pairs: [{
    threads: 1,
    rows: 3_000_000,
    bytes: 40e6,
    export: { wall: 4, cpu: 2 },
    copies: { snappy: { wall: 3, cpu: 3, bytes: 80e6 } },
  }],
  datasets: [{
    ...{
      traces: 50,
      events: 1_000_000,
      traceBytes: 1e9,
      files: 450,
      rowGroups: 900,
      rows: 1e8,
      bytes: 1.5e9,
    },
    ...{ threads: 2, export: { wall: 60, cpu: 100 }, queries: [QUERY, SLOW] },
    engines: {
      DuckDB: { version: "1.5", times: { [QUERY]: { wall: 0.25, cpu: 0.5 } }, failed: { [SLOW]: "no room" } },
      Spark: { version: "", times: {}, failed: {} },
    },
  }],
};

/** The cells of the line that begins with this text. */
function cellsOf(page: string, start: string): string[] {
  const line = page.split("\n").find((each) => each.startsWith(`| ${start} |`));
  assert(line !== undefined, start);
  return line!.split(" | ").slice(1).map((cell) => cell.replace(/ \|$/, ""));
}

Deno.test("the page has a line for each export and each copy, with processor seconds", () => {
  const page = datasetSections(RESULT);
  assertEquals(cellsOf(page, "export, one thread"), ["4.0 s (2.0 s)", "1.50 M", "40 MB"]);
  assertEquals(cellsOf(page, "`COPY`, snappy, one thread"), ["3.0 s (3.0 s)", "1.00 M", "80 MB"]);
  assertStringIncludes(page, "0.5 and 3.0");
});

Deno.test("the page lists queries that an engine has not answered, with the reason", () => {
  const page = datasetSections(RESULT);
  assertStringIncludes(page, "### 50 traces of");
  assertEquals(cellsOf(page, `\`${QUERY.replace("|", "\\|")}\``), ["250 ms (500 ms)", "not within 240 s"]);
  assertEquals(cellsOf(page, `\`${SLOW.replace("|", "\\|")}\``), ["failed: no room", "not asked"]);
  assertEquals(cellsOf(page, "dataset / traces"), ["1.50"]);
});

Deno.test("docs/dev/dataset-costs.md has markers for the table", () => {
  const page = Deno.readTextFileSync(new URL("../../docs/dev/dataset-costs.md", import.meta.url));
  assertStringIncludes(between(page, "datasets", "one"), "\n\none\n\n");
});
