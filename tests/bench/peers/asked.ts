/**
 * Input and output of a process of the bench: each peer runs in its own process, so that its memory and threads are
 * separate from those of the others.
 * @module
 */

import { createHash } from "node:crypto";
import process from "node:process";

/** The kind of time that is measured. */
export type Clock = "wall" | "cpu";

/** The work of a process. */
export interface Task {
  /** The trace, for Quarry; rows for databases are in `events.parquet` and `allocs.parquet`. */
  readonly folder: string;
  readonly threads: number;
  /** Names of questions with their text. */
  readonly questions: readonly (readonly [work: string, text: string])[];
  readonly runs: number;
  /** A question that has taken this many milliseconds is not repeated. */
  readonly enough: number;
  /** Seconds that a peer may take for one question. */
  readonly seconds: number;
  /** Bytes of memory that a peer may take for one. */
  readonly memory: number;
  /** Where `npm` has put packages that only one peer needs. */
  readonly packages: string;
  /** For Quarry: the sources to run, if not those of this file. */
  readonly tree?: string;
  /**
   * The kind of time that is measured: elapsed time, or processor time, which other work changes less; `wall` by
   * default.
   */
  readonly clock?: Clock;
  /** Whether answers are also read to their end, after the time was taken. */
  readonly isRead?: boolean;
}

/** Why a peer has no time for a question. */
export type NoTime = "too long" | "no memory" | "failed";

/** The results of a process. */
export interface Asked {
  /** Best times in milliseconds by name; missing if the peer cannot answer. */
  readonly times: Readonly<Record<string, number>>;
  /** First time in milliseconds, by name. */
  readonly firsts?: Readonly<Record<string, number>>;
  /** Why there is no time, by name. */
  readonly without?: Readonly<Record<string, NoTime>>;
  /** Seconds that each question had. */
  readonly seconds?: number;
  /** Digests of the answers that were read, independent of the order of rows: equal if the values are. */
  readonly digests?: Readonly<Record<string, string>>;
  /** Rows of each answer: peers that differ did not do the same work. */
  readonly rows: Readonly<Record<string, number>>;
  /** Milliseconds until the trace or the tables could be queried. */
  readonly load: number;
  /** Bytes in memory or in the database for each event. */
  readonly bytesPerEvent: number;
  /** Most memory of the process, in MB; 0 if the system does not report it. */
  readonly peakMegabytes: number;
  readonly version: string;
}

/** Thrown when a question was stopped because its time was over. */
export class TooLongError extends Error {
  override readonly name: string = "TooLongError";
}

/** Why a question has no answer. */
export function reasonOf(error: unknown): NoTime {
  if (error instanceof TooLongError || /INTERRUPT|TIMEOUT_EXCEEDED/i.test(String(error))) return "too long";
  return /out of memory|MEMORY_LIMIT_EXCEEDED/i.test(String(error)) ? "no memory" : "failed";
}

/** The part of the results about the questions. */
type Answers = Pick<Asked, "times" | "firsts" | "rows" | "without" | "seconds" | "digests">;

/** The time so far in milliseconds. */
function readClock(clock: Clock): number {
  if (clock === "wall") return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Number of significant digits of fractions. */
const DIGITS = 6;

/** Digest of the rows of an answer, independent of their order. */
export function digestOf(rows: Iterable<readonly unknown[]>): string {
  const lines = Array.from(rows, (row) => JSON.stringify(row.map(cellText))).sort();
  return `${lines.length} ${createHash("sha1").update(lines.join("\n")).digest("hex")}`;
}

function cellText(cell: unknown): string | null {
  if (cell === null || cell === undefined) return null;
  if (typeof cell !== "number" || Number.isInteger(cell)) return String(cell);
  return String(Number(cell.toPrecision(DIGITS)));
}

/**
 * Runs every question several times. `note` receives the results so far after each; `read` returns the rows of an
 * answer.
 */
export async function askAll(
  { questions, runs, enough, seconds, clock = "wall", isRead = false }: Task,
  ask: (text: string) => Promise<number>,
  note: (asked: Answers) => void = () => {},
  read?: (text: string) => Promise<Iterable<readonly unknown[]>>,
): Promise<Answers> {
  const times: Record<string, number> = {}, rows: Record<string, number> = {};
  const firsts: Record<string, number> = {};
  const without: Record<string, NoTime> = {};
  const digests: Record<string, string> = {};
  const asked = { times, firsts, rows, without, seconds, digests };
  for (const [work, text] of questions) {
    try {
      let least = Infinity;
      for (let run = 0, spent = 0; run < runs && spent < enough; run++) {
        const start = readClock(clock);
        rows[work] = await ask(text);
        const time = readClock(clock) - start;
        spent += time;
        firsts[work] ??= time;
        least = Math.min(least, time);
      }
      times[work] = least;
      if (isRead && read) digests[work] = digestOf(await read(text));
    } catch (error) {
      const reason = reasonOf(error);
      without[work] = reason;
      const [line] = String(error).split("\n");
      Deno.stderr.writeSync(new TextEncoder().encode(`${work}: ${reason}: ${line!.slice(0, 300)}\n`));
    }
    note(asked);
  }
  return asked;
}

/** Maximum memory of this process so far, in MB. */
export function peakMegabytes(): number {
  try {
    const status = Deno.readTextFileSync("/proc/self/status");
    return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** The task of this process. */
export function ownTask(): Task {
  return JSON.parse(Deno.args[0]!);
}

/** Sends the results to the process that started this one. */
export function tell(asked: Asked): void {
  Deno.writeTextFileSync(Deno.args[1]!, JSON.stringify(asked));
}
