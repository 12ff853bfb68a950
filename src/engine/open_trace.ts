/**
 * A trace that a session has open, with what is known about the file it came from.
 * @module
 */

import type { FileState } from "../ingest/file_state.ts";
import type { LoadedFile } from "../ingest/load.ts";
import type { Trace } from "../tables/trace.ts";
import { Shared } from "./shared.ts";

/** One open trace. */
export interface OpenTrace {
  /** Name in queries. */
  readonly name: string;
  /** Path as it was given. */
  readonly path: string;
  /** Its tables. */
  readonly trace: Trace;
  /** Names of the containers, outermost first. */
  readonly containers: readonly string[];
  /** Bytes of the innermost stream of the file. */
  readonly bytes: number;
  /** Seconds that loading the file took. */
  readonly seconds: number;
  /** What the file was like when it was opened; absent for what is no file. */
  readonly state?: FileState | undefined;
  /** Memory of the file, which the traces in it share. */
  readonly memory: Shared;
}

/** The traces of a loaded file. */
export function tracesOf(file: LoadedFile, path: string): OpenTrace[] {
  const { containers, bytes, seconds, state } = file;
  const memory = new Shared(() => file.close());
  return file.traces.map((trace, at) => {
    // Each trace uses the memory; the first has done so from the start.
    if (at > 0) memory.hold();
    return { name: trace.name, path, trace, containers, bytes, seconds, state, memory };
  });
}
