/**
 * Results of `deno task bench wide`, as lists and for docs/dev/speed-wide.md.
 * @module
 */

import { table, timeText } from "./document.ts";
import type { Clock } from "./peers/asked.ts";

/** Number of questions listed for all traces together. */
const NAMED = 20;

/** Times of both in milliseconds; missing if one has not answered. */
export interface Pair {
  readonly quarry?: number | undefined;
  readonly duckdb?: number | undefined;
}

/** A question with the times of both. */
export interface WideAnswer {
  readonly query: string;
  readonly sql: string;
  readonly first: Pair;
  readonly later: Pair;
  /** Whether the answers differ. */
  readonly differs?: boolean;
}

/** Results of a trace with a number of threads. */
export interface WideRun {
  readonly shape: string;
  readonly threads: number;
  readonly questions: readonly WideAnswer[];
}

/** Results of all traces. */
export interface WideResult {
  readonly machine: { readonly processor: string; readonly cores: number; readonly deno: string };
  readonly clock: Clock;
  readonly seed: number;
  readonly events: number;
  readonly runs: readonly WideRun[];
}

/** How many times as long Quarry takes as DuckDB: above 1 it is slower; if only one has answered, that one leads. */
export function ratioOf({ quarry, duckdb }: Pair): number {
  if (quarry === undefined) return Infinity;
  return duckdb === undefined ? 0 : quarry / duckdb;
}

/** The questions on which Quarry is slower, worst first. */
export function behindOf({ questions }: WideRun, which: "first" | "later"): WideAnswer[] {
  return questions.filter((each) => ratioOf(each[which]) > 1)
    .toSorted((a, b) => ratioOf(b[which]) - ratioOf(a[which]));
}

function pairText(pair: Pair): string {
  const [own, other] = [pair.quarry, pair.duckdb].map((time) => time === undefined ? "none" : timeText(time));
  return `${ratioOf(pair).toFixed(2).padStart(6)} (${own} : ${other})`;
}

/** All ratios of a run, and the questions on which Quarry is slower. */
export function behindList(run: WideRun): string {
  const { shape, threads, questions } = run;
  const line = ({ query, later, first }: WideAnswer): string =>
    `  ${pairText(later).padEnd(26)} ${pairText(first).padEnd(26)} ${query}`;
  const [later, first] = [behindOf(run, "later"), behindOf(run, "first")];
  const differing = questions.filter(({ differs }) => differs);
  return [
    `${shape}, threads: ${threads}. Time as a multiple of DuckDB's, later and the first time`,
    ...questions.map(line),
    `${shape}, threads: ${threads}: behind in ${later.length} of ${questions.length} later, worst first`,
    ...later.map(line),
    `${shape}, threads: ${threads}: behind in ${first.length} of ${questions.length} the first time, worst first`,
    ...first.map(line),
    ...differing.map(({ query, sql }) => `OTHER ANSWERS: ${query} -- ${sql}`),
  ].join("\n");
}

/** Everything that docs/dev/speed-wide.md says about a run. */
export function wideSection({ machine, clock, seed, events, runs }: WideResult): string {
  const { processor, cores, deno } = machine;
  const counts = runs.map((run) => {
    const [later, first] = [behindOf(run, "later"), behindOf(run, "first")];
    const ratios = run.questions.map((each) => ratioOf(each.later)).toSorted((a, b) => a - b);
    return [
      ...[run.shape, run.threads, run.questions.length, later.length, first.length].map(String),
      ratios[ratios.length >> 1]!.toFixed(2),
      later.length === 0 ? "" : ratioOf(later[0]!.later).toFixed(1),
    ];
  });
  // Each question where its ratio is worst.
  const worst = new Map<string, { readonly run: WideRun; readonly answer: WideAnswer }>();
  for (const run of runs) {
    for (const answer of behindOf(run, "later")) {
      const known = worst.get(answer.query);
      if (!known || ratioOf(known.answer.later) < ratioOf(answer.later)) {
        worst.set(answer.query, { run, answer });
      }
    }
  }
  const named = [...worst.values()].toSorted((a, b) => ratioOf(b.answer.later) - ratioOf(a.answer.later))
    .slice(0, NAMED).map(({ run, answer: { query, later } }) =>
      [
        ratioOf(later).toFixed(1),
        ...[later.quarry, later.duckdb].map((time) => time === undefined ? "none" : timeText(time)),
        `${run.shape.split(",")[0]!}, ${run.threads}`,
        `\`${query}\``,
      ].join("; ")
    );
  return [
    `${processor}, ${cores} cores; Deno ${deno}; ${events / 1e6} million events, \`--seed ${seed}\`. ` +
    (clock === "cpu"
      ? "Times are those of processors, of all threads together."
      : "Times are those that pass."),
    table(
      ["Trace", "Threads", "Questions", "Behind later", "Behind the first time", "Median ratio", "Worst"],
      counts,
    ),
    `The ${NAMED} that are farthest behind, each where it is worst: the ratio, the times of Quarry and DuckDB, the trace and its ` +
    "number of threads.",
    named.map((line) => `- ${line}`).join("\n"),
  ].join("\n\n");
}
