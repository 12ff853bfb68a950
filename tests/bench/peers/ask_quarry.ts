/** Queries Quarry; see `asked.ts`. */

import project from "../../../deno.json" with { type: "json" };
import { askAll, ownTask, peakMegabytes, tell } from "./asked.ts";
import { rowsOf } from "../../support/rows_of.ts";

const task = ownTask();
// Earlier sources have files of the same names for loading.
const tree = task.tree ?? new URL("../../../", import.meta.url);
const { loadFile }: typeof import("../load_bench.ts") = await import(
  new URL("tests/bench/load_bench.ts", tree).href
);
const { setDataPlaces }: typeof import("../../../src/cli/data_settings.ts") = await import(
  new URL("src/cli/data_settings.ts", tree).href
);
// Like the program: with a budget, and a file for data beyond it. No index is read.
setDataPlaces({ env: (name) => Deno.env.get(name) }, {
  value: (name) => name === "threads" ? String(task.threads) : undefined,
  has: (name) => name === "no-cache",
});
const { session, milliseconds, resident, rows: events } = await loadFile(`${task.folder}/trace.mtrc`);
session.threads = task.threads;

async function ask(text: string): Promise<number> {
  let rows = 0;
  for await (const outcome of session.run(session.prepare(text))) {
    if (outcome.kind !== "query") continue;
    rows = outcome.table.rowCount;
    if (rows > 0) outcome.table.value(0, 0);
    outcome.release();
  }
  return rows;
}

const asked = await askAll(task, ask, undefined, (text) => rowsOf(session, text));
tell({
  ...asked,
  load: milliseconds,
  bytesPerEvent: resident / events,
  peakMegabytes: peakMegabytes(),
  version: project.version,
});
// Threads of queries would keep the process alive.
Deno.exit(0);
