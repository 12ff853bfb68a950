/**
 * Opens a trace that a page has, and tells how far that is, line by line.
 * @module
 */

import type { OpenTrace } from "../engine/open_trace.ts";
import type { Session } from "../engine/session.ts";
import type { OpenLine } from "./api_types.ts";
import { usualHeaders } from "./plain_answers.ts";

/** What came of reading a trace. */
interface ReadTraces {
  readonly traces: readonly OpenTrace[];
  readonly warnings: readonly string[];
}

/** Reads a file of a page. */
export type ReadTrace = (
  session: Session,
  file: Blob,
  name: string,
  signal: AbortSignal,
  progress: (done: number, total: number | undefined) => void,
) => Promise<ReadTraces>;

/** How a trace is read. */
interface TraceReading {
  /** Its name in queries, unless another trace has it. */
  readonly name: string;
  readonly session: Session;
  /** Reads it under a name; says how many bytes of how many were read. */
  read(
    name: string,
    signal: AbortSignal,
    progress: (done: number, total: number | undefined) => void,
  ): Promise<ReadTraces>;
  /** Does something when everything before it has ended: a session is one thread. */
  inTurn(job: () => Promise<void>): Promise<void>;
  /** Called when the session has the traces: what was computed before was of others. */
  opened(): void;
}

/** Interval of progress messages, in milliseconds. */
const PAUSE = 100;

/** The answer as it comes. Whoever stops reading gives the trace up. */
export function openAnswer({ name, session, read, inTurn, opened }: TraceReading): Response {
  const cancel = new AbortController();
  const { signal } = cancel;
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const tell = (line: OpenLine): void => {
        if (!signal.aborted) controller.enqueue(encoder.encode(JSON.stringify(line) + "\n"));
      };
      let told = -Infinity;
      const progress = (done: number, total = 0): void => {
        if (performance.now() - told < PAUSE) return;
        told = performance.now();
        tell({ t: "progress", done, total });
      };
      const job = async (): Promise<void> => {
        try {
          const { traces, warnings } = await read(freeName(session, name), signal, progress);
          session.add(traces);
          opened();
          tell({ t: "opened", names: traces.map((each) => each.name), warnings });
        } catch (error) {
          if (!signal.aborted) tell({ t: "error", message: (error as Error).message });
        }
        if (!signal.aborted) controller.close();
      };
      void inTurn(job);
    },
    cancel: () => cancel.abort(),
  });
  return new Response(stream, { headers: usualHeaders("application/x-ndjson") });
}

/** The name, or the name with a number where an open trace has it. */
function freeName(session: Session, name: string): string {
  const taken = new Set(session.traces.map((each) => each.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
  return free;
}
