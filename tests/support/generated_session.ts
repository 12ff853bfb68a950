/** A session with one generated trace, long enough for ways that short ones do not take. */

import { joinBytes } from "../../src/base/join_bytes.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { load } from "../../src/ingest/load.ts";
import { generateMtrc } from "../bench/generate_mtrc.ts";

/** Traces by the number of their events: tests of several files ask for the same ones. */
const made = new Map<number, Uint8Array>();

/** Opens a trace of so many events. */
export async function generatedSession(events: number): Promise<Session> {
  const bytes = made.get(events) ?? joinBytes([...generateMtrc({ events })]);
  made.set(events, bytes);
  const session = new Session();
  const file = await load(sourceOf(bytes), session.pools, { name: "run" });
  session.add(tracesOf(file, "run.mtrc"));
  return session;
}
