/**
 * In an editor, a text that is not a query gets the possible queries as quick fixes, which typing does not wait for.
 */
import { assert, assertEquals } from "@std/assert";
import { diagnose, quickFixes } from "../../src/assist/diagnose.ts";
import { QUERY_LIMITS } from "../../src/base/limits/query_limits.ts";
import { interpretationsOf } from "../../src/language/reading/interpretations.ts";
import { sampleSession } from "../support/sample_session.ts";

const HEAP = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

Deno.test("quick fixes offer each query that a line in plain words may mean", async () => {
  const session = await sampleSession({ t: HEAP });
  const { catalog, environment } = session;
  const text = "leaks | count\n\ntotal leaks";
  const fixes = quickFixes(text, { start: text.length, end: text.length }, catalog, environment);
  assertEquals(fixes.map(({ edits, preferred }) => [edits, preferred]), [
    [[{ span: { start: 15, end: 26 }, text: "leaks | summarize sum(size)" }], true],
    [[{ span: { start: 15, end: 26 }, text: "leaks | count" }], false],
  ]);
  // Diagnostics shown with each letter do not try to understand words.
  const shown = diagnose(text, catalog, environment).flatMap(({ suggestion }) => suggestion ?? []);
  assertEquals(shown.filter((each) => /(?:write|try): /.test(each)), []);
  session.closeAll();
});

Deno.test("an implausible text is rejected quickly, however it continues", async () => {
  const session = await sampleSession({ t: HEAP });
  const pieces = [
    "(",
    "[",
    "a(",
    "| by func ",
    "where size > 1 ",
    "in (",
    "leaks by ",
    "x=1 ",
    "count by ",
    "top 5 ",
  ];
  const most = QUERY_LIMITS.readText.most;
  for (const piece of pieces) {
    for (const head of ["", "leaks | ", "select func from leaks where "]) {
      const text = (head + piece.repeat(most)).slice(0, most);
      const start = performance.now();
      const found = interpretationsOf(text, session.catalog, session.environment);
      const time = performance.now() - start;
      // A hundred times the usual time on an idle machine.
      assert(time < 5000, `${time} ms for ${JSON.stringify(head + piece)}`);
      for (const query of found) session.prepare(query);
      assertEquals(interpretationsOf(text + piece, session.catalog, session.environment), []);
    }
  }
  session.closeAll();
});
