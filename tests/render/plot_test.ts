/** What plots draw by default, and how they describe it. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { sampleSession } from "../support/sample_session.ts";
import { rendererNamed } from "../../src/render/registry.ts";
import { PLAIN_OPTIONS } from "../../src/render/renderer.ts";
import { heatGrid, plot, plotRequest } from "../../src/render/plot/plot.ts";
import { NO_COLORS } from "../../src/render/plot/plot_theme.ts";
import { tableOf } from "./support.ts";

const THREADS = "testdata/mpatrol/pool-threads-le64/trace.mtrc";
const OPTIONS = { width: 60, height: 6, theme: NO_COLORS };

/** The output of queries with `-m plot`. */
async function plotted(...queries: string[]): Promise<string[][]> {
  const session = await sampleSession({ t: THREADS });
  const plots: string[][] = [];
  for (const query of queries) {
    for await (const outcome of session.run(session.prepare(query))) {
      if (outcome.kind !== "query") continue;
      let text = "";
      await rendererNamed("plot")!.render(outcome.table, (piece) => void (text += piece), PLAIN_OPTIONS);
      plots.push(text.trimEnd().split("\n"));
      outcome.release();
    }
  }
  session.closeAll();
  return plots;
}

Deno.test("-m plot names the plotted columns, and uses the axis of the rows", async () => {
  const [byName, histogram, kinds, curve, none] = await plotted(
    "by func",
    "hist size",
    "by bin(seq, 200), kind",
    "by bin(seq, 50)",
    "by func | where count > 1M",
  );
  assertEquals(byName![0], "bytes by func");
  assertMatch(byName![1]!, /^consumer +█+ 937\.9 KiB$/);
  assertEquals(histogram![0], "count by from");
  assert(histogram!.some((line) => /^ *32 +█+ 954$/.test(line)), histogram!.join("\n"));
  assertEquals(kinds![0], "bytes over bin, a row per kind");
  assertEquals(kinds!.slice(1, 6).map((line) => line.split(" ")[0]!).sort(), [
    ...["alloc", "free", "internal", "realloc", "reserve"],
  ]);
  assertMatch(kinds!.at(-2)!, /^ +0 +2000$/);
  assertEquals(curve![0], "bytes over bin");
  assertEquals(none, ["nothing to plot: no rows"]);
});

Deno.test("rows without a place come before the others in a curve, wherever they are", () => {
  const columns = [{ name: "bin", type: "u64" }, { name: "count", type: "u64" }] as const;
  const rows = [[2n, 20n], [null, 90n], [1n, 10n], [3n, 30n]];
  const drawn = (rows: (bigint | null)[][]): string[] =>
    plot(tableOf(columns, rows), plotRequest("lines"), OPTIONS);
  const wanted = drawn([[null, 90n], [1n, 10n], [2n, 20n], [3n, 30n]]);
  assertEquals(drawn(rows), wanted);
  assertEquals(drawn(rows.toReversed()), wanted);
});

Deno.test("a curve follows the order of the trace, however its groups are sorted", () => {
  const rows = Array.from({ length: 30 }, (_, at) => [BigInt(at), BigInt(at)]);
  const columns = [{ name: "bin", type: "u64" }, { name: "count", type: "u64" }] as const;
  const request = plotRequest("");
  const straight = plot(tableOf(columns, rows), request, OPTIONS);
  const shuffled = plot(
    tableOf(columns, rows.toSorted(([a], [b]) => Number(a! * 7n % 30n - b! * 7n % 30n))),
    request,
    OPTIONS,
  );
  assertEquals(shuffled, straight);
});

Deno.test("heatGrid() has a row for each name and a cell for each position, blank without a value", () => {
  const columns = [{ name: "name", type: "text" }, { name: "bin", type: "u64" }, {
    name: "bytes",
    type: "u64",
  }] as const;
  const table = tableOf(columns, [["b", 20n, 4096n], ["a", 0n, 8192n], ["a", 10n, 0n], ["b", 0n, 2048n]]);
  assertEquals(plot(table, plotRequest("heat"), OPTIONS), [
    "bytes over bin, a row per name",
    "b  ░░░░░░      ▒▒▒▒▒▒",
    "a  ██████            ",
    "   0               20",
    "bytes: 0 to 8.0 KiB",
  ]);
  const nothing = { names: ["a"], ends: ["0", "1"], cells: [[null, null]], of: "n", spell: String } as const;
  assertEquals(heatGrid(nothing, OPTIONS), ["nothing to plot: all values are null"]);
});
