/** Groups with percentages. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { parsePipeline } from "../../src/language/script.ts";
import { sharesOf, withShares } from "../../src/repl/shares.ts";
import { tableOf } from "../render/support.ts";
import { talking } from "./talking.ts";

const GROUPS = tableOf(
  [{ name: "func", type: "text" }, { name: "count", type: "u64" }, { name: "bytes", type: "u64" }],
  [["a", 1n, 600n], ["b", 9n, 300n], ["c", 2n, 100n]],
);

Deno.test("sharesOf() applies only to groups whose shares are useful", () => {
  const of = (text: string, table = GROUPS, milliseconds = 5): unknown =>
    sharesOf({ pipeline: parsePipeline(text)!, table, milliseconds });
  assertEquals(of("by func"), { column: 2, total: null });
  assertEquals(of("leaks | by func | sort count"), { column: 2, total: null });
  assertEquals(of("leaks | by func | top 3 by bytes"), {
    column: 2,
    total: "leaks | by func | summarize total = sum(bytes)",
  });
  // Computing the total would take as long again.
  assertEquals(of("leaks | by func | top 3 by bytes", GROUPS, 5000), null);
  assertEquals(of("leaks | by func | sort bytes", GROUPS, 5000), { column: 2, total: null });
  assertEquals(of("leaks | by func | extend x = 1"), null);
  assertEquals(of("leaks"), null);
  assertEquals(of("by func", tableOf(GROUPS.columns, [["a", 1n, 1n], ["b", 1n, 1n]])), null);
});

Deno.test("withShares() gives shares of all groups, and running totals if the largest come first", () => {
  const cells = (total: number | null, table = GROUPS): unknown[][] => {
    const shared = withShares(table, 2, total);
    return [
      shared.columns.slice(3).map(({ name }) => name),
      ...[0, 1, 2].map((row) => shared.columns.slice(3).map((_, at) => shared.value(row, 3 + at))),
    ];
  };
  assertEquals(cells(null), [
    ["share", "so far", "of bytes"],
    [" 60.0%", " 60.0%", "████████████"],
    [" 30.0%", " 90.0%", "██████"],
    [" 10.0%", "100.0%", "██"],
  ]);
  assertEquals(cells(2000)[1], [" 30.0%", " 30.0%", "████████████"]);
  const other = tableOf(GROUPS.columns, [["c", 2n, 100n], ["a", 1n, 600n], ["b", 9n, 300n]]);
  assertEquals(cells(null, other)[0], ["share", "of bytes"]);
});

Deno.test("groups at the prompt have shares, and files and raw results have none", async () => {
  const { say, host, conversation } = await talking({ mode: "box" });
  assertStringIncludes(await say("events | by func"), "│ share  │ so far │ of bytes     │");
  // Percentages of all groups, although two of them are not shown: main has 5662 of 318,082 bytes.
  const [, , , , main = ""] = (await say("events | by func | top 3 by bytes")).split("\n");
  assertStringIncludes(main, "│   1.8% │");
  await say(".once x.txt\nevents | by func");
  assertEquals(host.files.get("x.txt")!.includes("share"), false);
  await say(".raw on");
  assertEquals((await say("events | by func")).includes("share"), false);
  assertEquals((await say("events | by func | where count > 5")).includes("share"), false);
  conversation.close();
});
