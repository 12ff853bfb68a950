/** Asks Quarry; see `asked.ts`. */

import type { Session } from "../../../src/engine/session.ts";
import project from "../../../deno.json" with { type: "json" };
import { loadFile } from "../load_bench.ts";
import { askAll, ownTask, peakMegabytes, tell } from "./asked.ts";

const task = ownTask();
const { session, milliseconds, resident, rows: events } = await loadFile(`${task.folder}/trace.mtrc`);
Object.assign(session, { threads: task.threads });

async function ask(text: string, from: Session): Promise<number> {
  let rows = 0;
  for await (const outcome of from.run(from.prepare(text))) {
    if (outcome.kind !== "query") continue;
    rows = outcome.table.rowCount;
    if (rows > 0) outcome.table.value(0, 0);
    outcome.release();
  }
  return rows;
}

const asked = await askAll(task, (text) => ask(text, session));
tell({
  ...asked,
  load: milliseconds,
  bytesPerEvent: resident / events,
  peakMegabytes: peakMegabytes(),
  version: project.version,
});
// Threads of queries would keep the process.
Deno.exit(0);
