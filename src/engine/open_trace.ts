/**
 * A trace that a session has open, with what is known about the file it came from.
 * @module
 */

import type { FileState } from "../ingest/file_state.ts";
import type { LoadedFile, Waiting } from "../ingest/load.ts";
import type { Trace } from "../tables/trace.ts";
import { Shared } from "./shared.ts";

/** One open trace. */
export interface OpenTrace {
  /** Name in queries. */
  readonly name: string;
  /** Path as it was given. */
  readonly path: string;
  /** The trace with its tables. */
  readonly trace: Trace;
  /** Names of the containers, outermost first. */
  readonly containers: readonly string[];
  /** Bytes of the innermost stream of the file. */
  readonly bytes: number;
  /** Seconds that loading the file took. */
  readonly seconds: number;
  /** What the file was like when it was opened; absent for what is not a file. */
  readonly state?: FileState | undefined;
  /** What the end of a file lacks that is followed; null where it is complete, absent where it is not followed. */
  readonly waiting?: Waiting | null;
  /** Memory of the file, which the traces in it share. */
  readonly memory: Shared;
}

/** The traces of a loaded file. */
export function tracesOf(file: LoadedFile, path: string): OpenTrace[] {
  const { containers, bytes, seconds, state } = file;
  const followed = file.waiting === undefined ? {} : { waiting: file.waiting };
  const memory = new Shared(() => file.close());
  return file.traces.map((trace, at) => {
    // Each trace uses the memory; the first has done so from the start.
    if (at > 0) memory.hold();
    return { name: trace.name, path, trace, containers, bytes, seconds, state, ...followed, memory };
  });
}
