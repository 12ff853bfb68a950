/**
 * `deno task bench wide`: questions that nobody tuned for, over new traces, compared with DuckDB on the same rows with
 * the same number of threads, the first time in a process and later.
 *
 *     deno task bench wide [--events N] [--count N] [--threads 1,2] [--rounds N] [--seed S] [--shapes 0,1,2,3,4]
 *         [--clock wall|cpu] [--match REGEX] [--json FILE] [--update]
 *
 * Traces and questions differ in each run without `--seed`. In each round a process of each answers all questions; of
 * two rounds the quicker one counts, since other work slows now one, now the other. Answers are compared. `--clock cpu`
 * measures processor time, for machines with other work. `--match` selects questions, and `--shapes` traces. `--update`
 * puts the figures into docs/dev/speed-wide.md.
 * @module
 */

import { between } from "./document.ts";
import type { Asked, Task } from "./peers/asked.ts";
import { asks, valuesOf, writeTables } from "./query_bench.ts";
import { behindList, type WideResult, type WideRun, wideSection } from "./wide_document.ts";
import { type WideQuestion, wideQuestions } from "./wide_questions.ts";
import { WIDE_SHAPES, type WideShape } from "./wide_shapes.ts";

const PAGE = new URL("../../docs/dev/speed-wide.md", import.meta.url);
const RUNS = 4;
/** Seconds for a question, and milliseconds after which one is not repeated. */
const SECONDS = 60, ENOUGH = 2000;
const MEMORY = 10e9;

/** Options of the command. */
interface WideArguments {
  readonly events?: string | undefined;
  readonly count?: string | undefined;
  readonly threads?: string | undefined;
  readonly rounds?: string | undefined;
  readonly seed?: string | undefined;
  readonly shapes?: string | undefined;
  readonly clock?: string | undefined;
  readonly match?: string | undefined;
  readonly json?: string | undefined;
  readonly update?: boolean;
}

/** The bench, from its arguments to its lists. */
export async function runWide(
  args: WideArguments,
  machine: WideResult["machine"],
  say: (text: string) => void,
  note: (text: string) => void,
): Promise<void> {
  const { events = "1000000", count = "160", rounds = "2" } = args;
  const seed = Number(args.seed ?? 1 + Date.now() % 100_000);
  const threads = (args.threads ?? [...new Set([1, navigator.hardwareConcurrency])].join()).split(",").map(
    Number,
  );
  const shapes = WIDE_SHAPES.filter((_, at) => args.shapes?.split(",").includes(String(at)) ?? true);
  const clock = args.clock === "cpu" ? "cpu" : "wall";
  const runs: WideRun[] = [];
  for (const shape of shapes) {
    const folder = Deno.makeTempDirSync({ prefix: "quarry-bench-" });
    try {
      note(`${shape.name}: writing, --seed ${seed}`);
      const questions = await prepare(folder, shape, { events: Number(events), seed, count: Number(count) });
      // A trace without such values does not get the question.
      const asked = questions.filter(({ query }) =>
        new RegExp(args.match ?? "").test(query) && !/\$[A-Z]/.test(query)
      );
      for (const each of threads) {
        note(`${shape.name}: asking ${asked.length} questions, ${each} of the threads`);
        const run = await ask(folder, asked, { threads: each, clock }, Number(rounds));
        runs.push({ shape: shape.name, threads: each, ...run });
        say(behindList(runs.at(-1)!));
      }
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  }
  const result: WideResult = { machine, clock, seed, events: Number(events), runs };
  if (args.json) Deno.writeTextFileSync(args.json, JSON.stringify(result, null, 1) + "\n");
  if (!args.update) return;
  Deno.writeTextFileSync(PAGE, between(Deno.readTextFileSync(PAGE), "wide", wideSection(result)));
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", PAGE.pathname] }).output();
}

/** Writes a trace and its tables; returns the questions. */
async function prepare(
  folder: string,
  { write, columns, leaves }: WideShape,
  { events, seed, count }: { readonly events: number; readonly seed: number; readonly count: number },
): Promise<WideQuestion[]> {
  write(`${folder}/trace.mtrc`, events, seed);
  await writeTables(folder, columns);
  const values = columns.events.includes("thread") ? await valuesOf(folder, events) : {};
  return wideQuestions({ seed, count, leaves, values, columns: Object.values(columns).flat() });
}

/** Runs both in turn, once per round. */
async function ask(
  folder: string,
  questions: readonly WideQuestion[],
  how: Pick<Task, "threads" | "clock">,
  rounds: number,
): Promise<Pick<WideRun, "questions">> {
  const limits = { runs: RUNS, enough: ENOUGH, seconds: SECONDS, memory: MEMORY, packages: "" };
  const asked: Record<"Quarry" | "DuckDB", Asked[]> = { Quarry: [], DuckDB: [] };
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? ["Quarry", "DuckDB"] as const : ["DuckDB", "Quarry"] as const) {
      const texts = questions.map((each) => [each.query, name === "Quarry" ? each.query : each.sql] as const);
      const task: Task = { folder, ...how, questions: texts, ...limits, isRead: round === 0 };
      const found = await asks(name, task);
      if (!found) throw new Error(`${name} has not answered`);
      asked[name].push(found);
    }
  }
  const least = (name: keyof typeof asked, of: "times" | "firsts", query: string): number | undefined => {
    const times = asked[name].flatMap((each) => each[of]?.[query] ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  };
  return {
    questions: questions.map(({ query, sql, compared }) => {
      const pairs = { first: "firsts", later: "times" } as const;
      const [first, later] = Object.values(pairs).map((of) => ({
        quarry: least("Quarry", of, query),
        duckdb: least("DuckDB", of, query),
      }));
      const [own, other] = [asked.Quarry[0]!, asked.DuckDB[0]!];
      const differs = compared === "values"
        ? own.digests?.[query] !== other.digests?.[query]
        : compared === "rows" && own.rows[query] !== other.rows[query];
      return { query, sql, first: first!, later: later!, ...(differs ? { differs } : {}) };
    }),
  };
}
