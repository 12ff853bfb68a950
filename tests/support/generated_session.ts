/** A session with one generated trace, long enough for ways that short ones do not take. */

import { joinBytes } from "../../src/base/join_bytes.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { load } from "../../src/ingest/load.ts";
import { generateMtrc } from "../bench/generate_mtrc.ts";

/** Traces by what they were made by: tests of several files ask for the same ones. */
const made = new Map<string, Uint8Array>();

/** Opens a trace of so many events; with `functions` of as many functions, which call alike. */
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
