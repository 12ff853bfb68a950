/** A session with one generated trace, long enough for strategies that short ones do not use. */

import { joinBytes } from "../../src/base/join_bytes.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { load } from "../../src/ingest/load.ts";
import { generateMtrc } from "../bench/generate_mtrc.ts";

/** Traces by their parameters: tests of several files use the same ones. */
const made = new Map<string, Uint8Array>();

/** Opens a trace of this many events; with `functions`, of that many functions, which allocate equally often. */
export async function generatedSession(events: number, functions?: number): Promise<Session> {
  const name = `${events} ${functions}`;
  const many = functions === undefined ? {} : { functions, isEven: true };
  const bytes = made.get(name) ?? joinBytes([...generateMtrc({ events, ...many })]);
  made.set(name, bytes);
  const session = new Session();
  const file = await load(sourceOf(bytes), session.pools, { name: "run" });
  session.add(tracesOf(file, "run.mtrc"));
  return session;
}
