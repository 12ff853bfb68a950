/**
 * A trace that a session has open, with what is known about the file it came from.
 * @module
 */

import type { LoadedFile } from "../ingest/load.ts";
import type { Trace } from "../tables/trace.ts";

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
}

/** The traces of a loaded file. */
export function tracesOf(file: LoadedFile, path: string): OpenTrace[] {
  const { containers, bytes, seconds } = file;
  return file.traces.map((trace) => ({ name: trace.name, path, trace, containers, bytes, seconds }));
}
