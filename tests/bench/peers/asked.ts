/**
 * What a process of the bench is told and what it says: each peer answers in a process of its own, so that its memory and
 * its threads can be told from those of the others.
 * @module
 */

import { createHash } from "node:crypto";
import process from "node:process";

/** What times are of. */
export type Clock = "wall" | "cpu";

/** What to ask. */
export interface Task {
  /** The trace, for Quarry; rows for databases lie in `events.parquet` and `allocs.parquet`. */
  readonly folder: string;
  readonly threads: number;
  /** Names of questions with their text. */
  readonly questions: readonly (readonly [work: string, text: string])[];
  readonly runs: number;
  /** A question that has taken so many milliseconds is not asked again. */
  readonly enough: number;
  /** Seconds that a peer may take for one question. */
  readonly seconds: number;
  /** Bytes of memory that a peer may take for one. */
  readonly memory: number;
  /** Where `npm` has put packages that only one peer needs. */
  readonly packages: string;
  /** For Quarry: the sources that answer, where they are not those of this file. */
  readonly tree?: string;
  /** What is measured: time that passes, or that of processors, which other work changes less; `wall` unless said. */
  readonly clock?: Clock;
  /** Whether answers are read to their end, too, after their time was taken. */
  readonly isRead?: boolean;
}

/** Why a peer has no time for a question. */
export type NoTime = "too long" | "no memory" | "failed";

/** What came of it. */
export interface Asked {
  /** Best times in milliseconds by name; missing where the peer cannot answer. */
  readonly times: Readonly<Record<string, number>>;
  /** Milliseconds of the first time, by name. */
  readonly firsts?: Readonly<Record<string, number>>;
  /** Why there is no time, by name. */
  readonly without?: Readonly<Record<string, NoTime>>;
  /** Seconds that each question had. */
  readonly seconds?: number;
  /** Of each answer that was read, whatever the order of its rows: equal where the values are. */
  readonly digests?: Readonly<Record<string, string>>;
  /** Rows of each answer: peers that differ did not do the same work. */
  readonly rows: Readonly<Record<string, number>>;
  /** Milliseconds until the trace or the tables could be asked. */
  readonly load: number;
  /** Bytes in memory or in the database for each event. */
  readonly bytesPerEvent: number;
  /** Most memory of the process, in MB; 0 where the system does not tell. */
  readonly peakMegabytes: number;
  readonly version: string;
}

/** A question that was ended because its time was over. */
export class TooLongError extends Error {
  override readonly name: string = "TooLongError";
}

/** Why a question has no answer. */
export function reasonOf(error: unknown): NoTime {
  if (error instanceof TooLongError || /INTERRUPT|TIMEOUT_EXCEEDED/i.test(String(error))) return "too long";
  return /out of memory|MEMORY_LIMIT_EXCEEDED/i.test(String(error)) ? "no memory" : "failed";
}

/** What came of the questions themselves. */
type Answers = Pick<Asked, "times" | "firsts" | "rows" | "without" | "seconds" | "digests">;

/** Milliseconds so far. */
function readClock(clock: Clock): number {
  if (clock === "wall") return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** How many digits of fractions count. */
const DIGITS = 6;

/** Says what is in the rows of an answer, in any order. */
export function digestOf(rows: Iterable<readonly unknown[]>): string {
  const lines = Array.from(rows, (row) => JSON.stringify(row.map(cellText))).sort();
  return `${lines.length} ${createHash("sha1").update(lines.join("\n")).digest("hex")}`;
}

function cellText(cell: unknown): string | null {
  if (cell === null || cell === undefined) return null;
  if (typeof cell !== "number" || Number.isInteger(cell)) return String(cell);
  return String(Number(cell.toPrecision(DIGITS)));
}

/** Asks all questions, each some times. `note` hears after each what there is so far; `read` gives the rows of an answer. */
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

/** Most memory that this process has had, in MB. */
export function peakMegabytes(): number {
  try {
    const status = Deno.readTextFileSync("/proc/self/status");
    return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** The task that this process was started with. */
export function ownTask(): Task {
  return JSON.parse(Deno.args[0]!);
}

/** Says what came of it, to the process that has started this one. */
export function tell(asked: Asked): void {
  Deno.writeTextFileSync(Deno.args[1]!, JSON.stringify(asked));
}
