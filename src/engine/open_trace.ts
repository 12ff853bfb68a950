/**
 * A trace that a session has opened, with what is known about its file.
 * @module
 */

import type { FileState } from "../ingest/file_state.ts";
import type { LoadedFile, MissingPart } from "../ingest/load.ts";
import type { Trace } from "../tables/trace.ts";
import { Shared } from "./shared.ts";

/** An open trace. */
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
  /** State of the file when it was opened; absent if the input is not a file. */
  readonly state?: FileState | undefined;
  /** What is missing at the end of a followed file; null if it is complete, absent if it is not followed. */
  readonly waiting?: MissingPart | null;
  /** Reads what was added to the file since then, if its reader can continue. */
  readonly readOn?: LoadedFile["readOn"];
  /** Saves an index of what was read, if that is worth it. */
  readonly save?: LoadedFile["save"];
  /** Memory of the file, shared by all traces in it. */
  readonly memory: Shared;
}

/** The traces of a loaded file. */
export function tracesOf(file: LoadedFile, path: string): OpenTrace[] {
  const { containers, bytes, seconds, state } = file;
  const followed = {
    ...(file.waiting === undefined ? {} : { waiting: file.waiting }),
    ...(file.readOn ? { readOn: file.readOn } : {}),
    ...(file.save ? { save: file.save } : {}),
  };
  const memory = new Shared(() => file.close());
  return file.traces.map((trace, at) => {
    // Each trace holds the memory; the first one has done so from the start.
    if (at > 0) memory.hold();
    return { name: trace.name, path, trace, containers, bytes, seconds, state, ...followed, memory };
  });
}
