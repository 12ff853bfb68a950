/** Asks Quarry; see `asked.ts`. */

import project from "../../../deno.json" with { type: "json" };
import { askAll, ownTask, peakMegabytes, tell } from "./asked.ts";

const task = ownTask();
// Sources of another time load with a file of the same name.
const { loadFile }: typeof import("../load_bench.ts") = await import(
  new URL("tests/bench/load_bench.ts", task.tree ?? new URL("../../../", import.meta.url)).href
);
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

const asked = await askAll(task, ask);
tell({
  ...asked,
  load: milliseconds,
  bytesPerEvent: resident / events,
  peakMegabytes: peakMegabytes(),
  version: project.version,
});
// Threads of queries would keep the process.
Deno.exit(0);
