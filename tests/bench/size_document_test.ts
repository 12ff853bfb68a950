/** The page of sizes shows the measured figures. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { againstTable } from "./against_bench.ts";
import { between } from "./document.ts";
import type { CommandFigures } from "./peers/ask_size.ts";
import type { SizeResult } from "./size_bench.ts";
import { bytesText, residentTable, sizePage } from "./size_document.ts";
import { askedOf, SIZE_QUESTIONS } from "./size_questions.ts";

function figures(milliseconds: number): CommandFigures {
  return { code: 0, milliseconds, processor: 1, peakMegabytes: 200, bytesRead: 4_250_000 };
}

const RESULT: SizeResult = {
  machine: { processor: "some processor", cores: 2, deno: "2" },
  program: figures(90),
  traces: [{ events: 1e8, fileBytes: 2.2e9, indexBytes: 2.5e9, index: figures(40_000) }],
  runs: ["2G", "64M"].map((budget, run) => ({
    ...{ events: 1e8, budget, load: figures(30_000) },
    asked: Object.fromEntries(SIZE_QUESTIONS.map(({ work }, at) => [work, figures(100 * run + at + 1)])),
  })),
  resident: [{ format: "mpatrol", texts: 0, stacks: 20, objects: 3400, others: 512, whileReading: 2.5e6 }],
};

Deno.test("bytesText() shows one decimal below ten units, and none otherwise", () => {
  assertEquals([0, 999, 1000, 9_940, 9_960, 2.2e9].map(bytesText), [
    ...["0 bytes", "999 bytes", "1.0 KB", "9.9 KB", "10 KB", "2.2 GB"],
  ]);
});

Deno.test("the page has a column for each budget and a line for each question", () => {
  const page = sizePage(RESULT);
  assertStringIncludes(page, "### 100 million events");
  assertStringIncludes(page, "| Question | `--memory 2G` | `--memory 64M` |");
  assertStringIncludes(page, "| address range, count | 3.0 ms; 200 MB; 4.3 MB | 103 ms; 200 MB; 4.3 MB |");
  assertStringIncludes(
    residentTable(RESULT),
    "| mpatrol | 0 bytes | 20 bytes | 3.4 KB | 512 bytes | 2.5 MB |",
  );
});

Deno.test("docs/size.md has markers for all tables", () => {
  const page = Deno.readTextFileSync(new URL("../../docs/size.md", import.meta.url));
  assertStringIncludes(between(page, "sizes", "one"), "\n\none\n\n");
  assertStringIncludes(between(page, "resident", "two"), "\n\ntwo\n\n");
  assertStringIncludes(between(page, "against", "three"), "\n\nthree\n\n");
});

Deno.test("questions name only records that exist in the generated trace", () => {
  const [live] = SIZE_QUESTIONS.filter(({ query }) => query.startsWith("live"));
  assertEquals(askedOf(live!, 10_000), "live @ 5000 | count");
});

Deno.test("the comparison with earlier sources has medians, and the ratio of each round", () => {
  const pairs = [
    { work: "a | b", before: [10, 40, 20], after: [[5, 20, 30], [1, 4, 8]] },
    { work: "load", before: [100, 200, 300], after: [[101, 202, 330]] },
    { work: "new", before: [], after: [[1, 2, 3], [4, 5, 6]] },
  ];
  assertEquals(againstTable([1, 2], pairs).split("\n"), [
    "| Work | Before | One thread | / before | 2 threads | / before |",
    "| --- | --- | --- | --- | --- | --- |",
    "| a \\| b | 20 ms | 20 ms | 0.50 | 4.0 ms | 0.10 |",
    "| load | 200 ms | 202 ms | 1.01 |  |  |",
    "| new |  | 2.0 ms |  | 5.0 ms |  |",
  ]);
});
