/**
 * A sample of the queries of `long_run.ts`, which runs a hundred times as many: long sessions over one to three real
 * traces, with random queries and those that users are shown. A failure is printed with everything needed to reproduce
 * it.
 */

import { assert } from "@std/assert";
import {
  type Judge,
  judgeByDatabase,
  judgeByFreshSessions,
  judgeByPartners,
  judgeQuestions,
} from "./judges.ts";

/** Seeds of sessions with different formats; each 12th has a large trace, which takes seconds. */
const SEEDS = [3, 8];
/** Number of queries of a session. */
const QUERIES = 8;

async function judged(judge: Judge): Promise<void> {
  const failures: string[] = [];
  let queries = 0;
  let full = 0;
  for (const seed of SEEDS) {
    const found = await judge(seed, QUERIES, (failure) => failures.push(`seed ${seed}: ${failure}`));
    queries += found.queries;
    full += found.full;
  }
  if (failures.length > 0) throw new Error(`${failures.length} differences\n\n${failures.join("\n\n")}`);
  assert(queries >= SEEDS.length * QUERIES, `${queries} queries`);
  // Answers without rows are equal too easily.
  assert(full > queries / 4, `${full} of ${queries} answers have rows`);
}

Deno.test("random queries over real traces have the same answers on DuckDB over exported rows", async () => {
  await judged(judgeByDatabase);
});

Deno.test("equivalent queries over real traces have equal answers", async () => {
  await judged(judgeByPartners);
});

Deno.test("random queries have the same answers in a long session and in a new one", async () => {
  await judged(judgeByFreshSessions);
});

Deno.test("recipes and examples have the same answers in a long session and in a new one", async () => {
  await judged(judgeQuestions);
});
