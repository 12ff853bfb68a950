/** The status line with the progress of a query. */
import { assertEquals } from "@std/assert";
import { QueryStatus, statusText } from "../../src/repl/query_status.ts";

Deno.test("QueryStatus shows nothing for 200 ms, then updates ten times a second, and erases its line", () => {
  let now = 0;
  let written = "";
  const status = new QueryStatus((text) => void (written += text), () => now);
  Object.assign(status.progress, { step: "sort", done: 45, total: 100 });
  for (now = 0; now < 500; now += 10) status.look();
  assertEquals(written.split("\r\x1b[K").slice(1), [
    "sorting: 45% of 100 rows, 200 ms; Ctrl-C stops it",
    "sorting: 45% of 100 rows, 300 ms; Ctrl-C stops it",
    "sorting: 45% of 100 rows, 400 ms; Ctrl-C stops it",
  ]);
  written = "";
  status.clear();
  status.clear();
  assertEquals(written, "\r\x1b[K");
  // The next query in the same script has its own delay.
  now += 100;
  status.look();
  assertEquals(written, "\r\x1b[K");
});

Deno.test("statusText() shows the known figures, with units", () => {
  const text = (step: string, done: number, total: number, seconds: number): string =>
    statusText({ step, done, total }, seconds);
  assertEquals(text("", 0, 0, 0.25), "running, 250 ms; Ctrl-C stops it");
  assertEquals(text("tree", 0, 0, 1.234), "tree, 1.2 s; Ctrl-C stops it");
  assertEquals(
    text("by", 50_000_000, 100_000_000, 4.09),
    "grouping: 50% of 100.0M rows, 4.1 s; Ctrl-C stops it",
  );
  assertEquals(text("filter", 1, 40_000, 130), "filtering: 0% of 40k rows, 2.17 min; Ctrl-C stops it");
});
