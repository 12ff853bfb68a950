/** A session with a small trace of each family, for targets that run queries. */

import { Session } from "../../src/engine/session.ts";
import { openSample } from "../support/sample_session.ts";

/** Small traces by the name that they are opened under. */
const TRACES: Readonly<Record<string, string>> = {
  heap: "testdata/mpatrol/tutorial2-le64/trace.mtrc",
  grow: "testdata/mpatrol/grow-be32/trace.mtrc",
  profile: "testdata/mpatrol/tutorial2-le64/profile.mptl",
  coverage: "testdata/gnatcov/qemu-arm-flat-bare1.trace",
  calls: "testdata/apitrace/real-tiny.trace",
  report: "testdata/sp-rtrace/c11-libwriter.ctx0.txt",
};

/** One of the traces alone, or all of them. */
export async function openSamples(which?: number): Promise<Session> {
  const session = new Session();
  const all = Object.entries(TRACES);
  for (const [name, path] of which === undefined ? all : [all[which % all.length]!]) {
    await openSample(session, name, path);
  }
  return session;
}

/** The number of these traces. */
export const SAMPLE_COUNT: number = Object.keys(TRACES).length;
