/**
 * Opens a trace that a page has sent and reports progress line by line.
 * @module
 */

import type { OpenTrace } from "../engine/open_trace.ts";
import type { Session } from "../engine/session.ts";
import type { OpenLine } from "./api_types.ts";
import { responseHeaders } from "./plain_answers.ts";

/** The result of reading a trace. */
interface ReadTraces {
  readonly traces: readonly OpenTrace[];
  readonly warnings: readonly string[];
}

/** Reads a file that a page has sent. */
export type ReadTrace = (
  session: Session,
  file: Blob,
  name: string,
  signal: AbortSignal,
  progress: (done: number, total: number | undefined) => void,
) => Promise<ReadTraces>;

/** How to read a trace. */
interface TraceReading {
  /** Its name in queries, unless another trace has this name. */
  readonly name: string;
  readonly session: Session;
  /** Reads the trace under a name; reports the bytes read and the total. */
  read(
    name: string,
    signal: AbortSignal,
    progress: (done: number, total: number | undefined) => void,
  ): Promise<ReadTraces>;
  /** Runs a job after all previous jobs, because a session is single-threaded. */
  inTurn(job: () => Promise<void>): Promise<void>;
  /** Called when the traces have been added to the session: earlier results refer to the previous traces. */
  opened(): void;
}

/** Interval of progress messages, in milliseconds. */
const PAUSE = 100;

/** Returns the response as a stream. Cancelling it cancels loading. */
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
  return new Response(stream, { headers: responseHeaders("application/x-ndjson") });
}

/** Returns the name, with a number appended if an open trace has the same name. */
function freeName(session: Session, name: string): string {
  const taken = new Set(session.traces.map((each) => each.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
  return free;
}
