/**
 * Questions that nobody tuned for, over traces that nobody has seen: the first time in a process and later, beside DuckDB on the
 * same rows with the same number of threads.
 * @module
 */

import type { GenerateOptions } from "./generate_mtrc.ts";
import type { Asked, Task } from "./peers/asked.ts";
import { asks, writeFiles } from "./query_bench.ts";
import { WIDE_COLUMNS, wideQuestions } from "./wide_questions.ts";

/** Traces of different shape: few and many addresses, threads and functions, short and long lives. */
const SHAPES: Readonly<Record<string, Omit<GenerateOptions, "events">>> = {
  usual: {},
  "few addresses, one thread": { live: 50, threads: 1, functions: 12 },
  "many addresses, 64 threads, 20,000 functions": { live: 500_000, threads: 64, functions: 20_000 },
  "32 bits, other byte order": { shape: "be32", live: 3_000 },
};
const RUNS = 4;

/** What is asked, and how. */
interface WideOptions {
  readonly events: number;
  readonly seed: number;
  /** Random questions about each trace. */
  readonly count: number;
  readonly threads: readonly number[];
  /** Seconds for a question. */
  readonly seconds: number;
  readonly note: (text: string) => void;
}

/** A table of how many questions are behind, and a line for each of those. */
export async function benchWide(folder: string, options: WideOptions): Promise<string> {
  const { events, seed, count, threads, seconds, note } = options;
  const lines = [`seed ${seed}, ${events} events, questions that take longer than in DuckDB:`, ""];
  for (const [at, [shape, more]] of Object.entries(SHAPES).entries()) {
    note(`${shape}: writing`);
    await writeFiles(folder, { events, seed: seed + at, ...more }, WIDE_COLUMNS);
    const questions = wideQuestions(seed + at, count);
    for (const each of threads) {
      note(`${shape}: asking, ${each} threads`);
      const task = { folder, threads: each, runs: RUNS, packages: "", enough: 5000, seconds, memory: 10e9 };
      const ask = (
        name: string,
        text: (question: typeof questions[number]) => string,
      ): Promise<Asked | undefined> =>
        asks(
          name,
          {
            ...task,
            questions: questions.map((question) => [question.query, text(question)] as const),
          } satisfies Task,
        );
      const quarry = await ask("Quarry", ({ query }) => query), duck = await ask("DuckDB", ({ sql }) => sql);
      if (!quarry || !duck) throw new Error("Quarry or DuckDB has not answered");
      lines.push(...behind(shape, each, questions.map(({ query }) => query), quarry, duck));
    }
  }
  return lines.join("\n");
}

function behind(
  shape: string,
  threads: number,
  queries: readonly string[],
  quarry: Asked,
  duck: Asked,
): string[] {
  const ratiosOf = (of: (asked: Asked, query: string) => number | undefined): (readonly [number, string])[] =>
    queries.map((query) => [(of(quarry, query) ?? Infinity) / (of(duck, query) ?? Infinity), query] as const)
      .filter(([ratio]) => ratio > 1).toSorted(([a], [b]) => b - a);
  const later = ratiosOf(({ times }, query) => times[query]);
  const first = ratiosOf(({ firsts }, query) => firsts?.[query]);
  return [
    `${shape}, threads: ${threads}: ${later.length} of ${queries.length} later, ${first.length} the first time`,
    ...later.slice(0, 12).map(([ratio, query]) => `  ${ratio.toFixed(1)} times  ${query}`),
  ];
}
