/** The facts about traces that a page receives before its first queries. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { CONFORMANCE } from "../conformance/profile.ts";
import { sumOf } from "../../src/engine/weights.ts";
import { treeQuery } from "../../src/serve/picture_queries.ts";
import { traceFacts } from "../../src/serve/trace_facts.ts";
import { rowsOf } from "../support/rows_of.ts";
import { sampleSession } from "../support/sample_session.ts";
import { atFullEffort } from "../support/effort.ts";
import { goTo, inBrowser, ServedWorkbench } from "./browser_support.ts";

Deno.test("every query that a page suggests runs, for each format", async () => {
  for (const [format, { trace }] of CONFORMANCE) {
    const session = await sampleSession({ a: `testdata/${trace}` });
    const { questions } = traceFacts(session);
    assert(questions.length > 0, format);
    for (const { query } of questions) {
      assertEquals(session.prepare(query).warnings, [], `${format}: ${query}`);
    }
  }
});

Deno.test("stacks of a heap profile are weighted first by bytes in use, and only profiles have weights", async () => {
  const session = await sampleSession({
    heap: "testdata/pprof/heap.pb.gz",
    log: "testdata/mtrace/lists.mtrace",
  });
  const [heap, log] = traceFacts(session).traces;
  assertEquals(heap!.weights.map(({ title, unit }) => [title, unit]), [
    ["inuse space", "bytes"],
    ["alloc objects", "counts"],
    ["alloc space", "bytes"],
    ["inuse objects", "counts"],
  ]);
  assertEquals(log!.weights, []);
  const [sums] = await rowsOf(
    session,
    `profile of heap | summarize ${heap!.weights.map(({ column }) => sumOf(column)).join(", ")}`,
  );
  assertEquals(sums!.length, heap!.weights.length);
});

Deno.test("events without backtraces and places are counted by kind", async () => {
  const session = await sampleSession({ log: "testdata/mtrace/lists.mtrace" });
  const [log] = traceFacts(session).traces;
  assertStringIncludes(treeQuery(log!, "events", "events"), "events | tree down");
  assertStringIncludes(treeQuery({ ...log!, tables: [] }, "events", "events"), "events | by kind: count");
});

Deno.test(inBrowser(
  atFullEffort("the flame graph of a profile shows the chosen weight, times with their unit", [
    "chromium",
  ]),
  async (browser) => {
    const bench = await ServedWorkbench.open({ a: "testdata/pprof/cpu.pb.gz" });
    try {
      await browser.look(bench.address, async (page) => {
        await goTo(page, "Flame graph");
        await page.getByText("profile | extend size = cpu | tree down").first().waitFor();
        await page.locator('.flame [aria-label^="main.burn: 310 ms"]').waitFor();
        await page.getByLabel("Show").selectOption("samples");
        await page.locator('.flame [aria-label^="main.burn: 31, "]').waitFor();
      });
    } finally {
      await bench.close();
    }
  },
));
