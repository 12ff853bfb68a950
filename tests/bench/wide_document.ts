/**
 * What `deno task bench wide` found, as lists and for docs/dev/speed-wide.md.
 * @module
 */

import { table, timeText } from "./document.ts";
import type { Clock } from "./peers/asked.ts";

/** So many are named of all traces. */
const NAMED = 20;

/** Milliseconds of both; missing where one has not answered. */
export interface Pair {
  readonly quarry?: number | undefined;
  readonly duckdb?: number | undefined;
}

/** A question with what both took. */
export interface WideAnswer {
  readonly query: string;
  readonly sql: string;
  readonly first: Pair;
  readonly later: Pair;
  /** Whether both have other answers. */
  readonly differs?: boolean;
}

/** What a trace with a number of threads came to. */
export interface WideRun {
  readonly shape: string;
  readonly threads: number;
  readonly questions: readonly WideAnswer[];
}

/** What all came to. */
export interface WideResult {
  readonly machine: { readonly processor: string; readonly cores: number; readonly deno: string };
  readonly clock: Clock;
  readonly seed: number;
  readonly events: number;
  readonly runs: readonly WideRun[];
}

/** How many times as long as DuckDB: above 1 it is behind; where only one has answered, that one leads. */
export function ratioOf({ quarry, duckdb }: Pair): number {
  if (quarry === undefined) return Infinity;
  return duckdb === undefined ? 0 : quarry / duckdb;
}

/** The questions that are behind, worst first. */
export function behindOf({ questions }: WideRun, which: "first" | "later"): WideAnswer[] {
  return questions.filter((each) => ratioOf(each[which]) > 1)
    .toSorted((a, b) => ratioOf(b[which]) - ratioOf(a[which]));
}

function pairText(pair: Pair): string {
  const [own, other] = [pair.quarry, pair.duckdb].map((time) => time === undefined ? "none" : timeText(time));
  return `${ratioOf(pair).toFixed(2).padStart(6)} (${own} : ${other})`;
}

/** All ratios of a run, and those that are behind. */
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

/** All that docs/dev/speed-wide.md says of a run. */
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
  // Each where it is farthest behind.
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
