/** The output for a notebook: as many rows as fit, and the number of others. */
import { assertEquals, assertMatch } from "@std/assert";
import { SHOW_LIMITS } from "../../src/base/limits/show_limits.ts";
import { notebookOutputs } from "../../src/library/notebook.ts";
import type { Verdict } from "../../src/library/verdict.ts";
import { typedRows } from "../export/typed_rows.ts";

/** Fields of a verdict that a notebook does not show. */
const BARE = { rows: [], span: { start: 0, end: 0 } };
const MOST = SHOW_LIMITS.notebookRows.most;

async function shown(rows: number): Promise<{ text: string; html: string }> {
  const values = Array.from({ length: rows }, (_, row) => BigInt(row));
  const { table } = typedRows([{ name: "n", type: "u64", display: "plain", values }]);
  const { "text/plain": text, "text/html": html } = await notebookOutputs(table, []);
  return { text: text!, html: html! };
}

Deno.test("a notebook says how many rows it leaves out", async () => {
  for (
    const [rows, left] of [[MOST, ""], [MOST + 1, "1 more row"], [MOST + 1234, "1,234 more rows"]] as const
  ) {
    const { text, html } = await shown(rows);
    assertEquals(text.match(/^[\d,]+ more rows?$/m)?.[0] ?? "", left);
    assertEquals(html.match(/<p>([\d,]+ more rows?)<\/p>/)?.[1] ?? "", left);
    assertEquals(html.match(/<tr>/g)!.length - html.match(/<thead>/g)!.length, MOST);
  }
});

Deno.test("a notebook shows verdicts above the rows, and no picture of a single row", async () => {
  const { table } = typedRows([{ name: "n", type: "u64", display: "plain", values: [7n] }]);
  const verdicts: Verdict[] = [
    { ...BARE, passed: true, name: "few", found: "1" },
    { ...BARE, passed: false, name: "<none>", found: "2 rows" },
  ];
  const { "text/plain": text, "text/html": html } = await notebookOutputs(table, verdicts);
  assertMatch(text!, /^assertion passed: few\nassertion failed: <none> \(found 2 rows\)\n/);
  assertMatch(
    html!,
    /^<p>assertion passed: few<\/p>\n<p>assertion failed: &lt;none&gt; \(found 2 rows\)<\/p>\n/,
  );
  assertEquals(html!.includes("<svg"), false);
});
