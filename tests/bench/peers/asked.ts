/**
 * What a process of the bench is told and what it says: each peer answers in a process of its own, so that its memory and
 * its threads can be told from those of the others.
 * @module
 */

/** What to ask. */
export interface Task {
  /** The trace, for Quarry; rows for databases lie in `events.parquet` and `allocs.parquet`. */
  readonly folder: string;
  readonly threads: number;
  /** Names of questions with their text. */
  readonly questions: readonly (readonly [work: string, text: string])[];
  readonly runs: number;
  /** Where `npm` has put packages that only one peer needs. */
  readonly packages: string;
  /** For Quarry: the sources that answer, where they are not those of this file. */
  readonly tree?: string;
}

/** What came of it. */
export interface Asked {
  /** Best times in milliseconds by name; missing where the peer cannot answer. */
  readonly times: Readonly<Record<string, number>>;
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

/** A question that takes longer once is not asked again. */
const LONG_MS = 5000;

/** Asks all questions, each some times. */
export async function askAll(
  { questions, runs }: Task,
  ask: (text: string) => Promise<number>,
): Promise<Pick<Asked, "times" | "rows">> {
  const times: Record<string, number> = {}, rows: Record<string, number> = {};
  for (const [work, text] of questions) {
    try {
      let least = Infinity;
      for (let run = 0; run < runs && (run === 0 || least < LONG_MS); run++) {
        const start = performance.now();
        rows[work] = await ask(text);
        least = Math.min(least, performance.now() - start);
      }
      times[work] = least;
    } catch (error) {
      const [line] = String(error).split("\n");
      Deno.stderr.writeSync(new TextEncoder().encode(`${work}: ${line}\n`));
    }
  }
  return { times, rows };
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
