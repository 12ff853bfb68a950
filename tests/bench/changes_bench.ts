/** Row-by-row changes between two runs, which no database has a query for. */

import { joinBytes } from "../../src/base/join_bytes.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { load } from "../../src/ingest/load.ts";
import { generateMtrc } from "./generate_mtrc.ts";
import { type BenchRow, best } from "./report.ts";

const EVENTS = 300_000;
const QUERY = "changes events of a, events of b by kind, func, size | by change";

/** Compares two traces that begin alike and then diverge. */
export async function benchChanges(): Promise<BenchRow> {
  const session = new Session();
  for (const [name, live] of [["a", 20_000], ["b", 19_000]] as const) {
    const bytes = joinBytes([...generateMtrc({ events: EVENTS, live })]);
    session.add(tracesOf(await load(sourceOf(bytes), session.pools, { name }), name));
  }
  const quarry = await best(3, async () => {
    for await (const outcome of session.run(session.prepare(QUERY))) {
      if (outcome.kind === "query") outcome.release();
    }
  });
  session.closeAll();
  return { group: "mtrc", work: `changes of two times ${EVENTS} events`, quarry, peers: {} };
}
