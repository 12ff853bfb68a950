/**
 * `deno task bench against`: these sources compared with earlier ones, in one run.
 *
 *     git worktree add --detach DIR COMMIT
 *     deno task bench against --tree DIR [--events N] [--threads 1,2] [--rounds N] [--update]
 *
 * In each round a process of each loads the same trace and answers all questions of the bench, and whole programs of
 * each load it once; the order changes from round to round, so that other work on the machine slows both alike.
 * `--update` puts the table into docs/size.md.
 * @module
 */

import { pathToFileURL } from "node:url";
import { between, table, timeText } from "./document.ts";
import { generateMtrc } from "./generate_mtrc.ts";
import type { Asked } from "./peers/asked.ts";
import { asks, valuesOf } from "./query_bench.ts";
import { filled, QUESTIONS } from "./questions.ts";
import { writePieces } from "./write_pieces.ts";

const ROOT = new URL("../../", import.meta.url);
const PAGE = new URL("docs/size.md", ROOT);
const COUNT = "events | count";

/** Options of the command. */
interface AgainstArguments {
  readonly tree?: string | undefined;
  readonly events?: string | undefined;
  readonly threads?: string | undefined;
  readonly rounds?: string | undefined;
  readonly update?: boolean;
}

/** Times of one piece of work, round by round, in milliseconds. */
export interface Pairs {
  readonly work: string;
  /** Shorter than the number of rounds if the earlier sources cannot do it. */
  readonly before: readonly number[];
  /** For each number of threads, or once. */
  readonly after: readonly (readonly number[])[];
}

/** A row of the table: medians, and the median ratio of the two per round. */
function pairsRow({ work, before, after }: Pairs): string[] {
  const cells = after.flatMap((times) => {
    const ratios = times.map((time, round) => time / (before[round] ?? NaN));
    return [timeText(middle(times)), before.length < times.length ? "" : middle(ratios).toFixed(2)];
  });
  return [work.replaceAll("|", "\\|"), before.length === 0 ? "" : timeText(middle(before)), ...cells];
}

/** The table, with two columns for each number of threads. */
export function againstTable(threads: readonly number[], pairs: readonly Pairs[]): string {
  const heads = threads.flatMap((count) => [count === 1 ? "One thread" : `${count} threads`, "/ before"]);
  const rows = pairs.map(pairsRow).map((row) => [...row, ...heads.map(() => "")].slice(0, 2 + heads.length));
  return table(["Work", "Before", ...heads], rows);
}

/** The median; of an even number of values, the mean of the two in the middle. */
function middle(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Runs a query as a whole program; returns milliseconds. */
async function timeOf(tree: URL, trace: string, args: readonly string[]): Promise<number> {
  const start = performance.now();
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--quiet", "--no-check", "--config", new URL("deno.json", tree).pathname],
      ...[new URL("cli.ts", tree).pathname, "query", trace, ...args, "-e", COUNT],
    ],
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return performance.now() - start;
}

/** Times whole programs that load: both without an index, then the current one with its saved index. */
async function loads(
  folder: string,
  earlier: URL,
  isEarlierFirst: boolean,
): Promise<[number, number, number]> {
  const trace = `${folder}/trace.mtrc`, index = `${folder}/index`;
  const before = (): Promise<number> => timeOf(earlier, trace, []);
  const after = (): Promise<number> => timeOf(ROOT, trace, ["--no-cache"]);
  const first = isEarlierFirst ? await before() : await after();
  const second = isEarlierFirst ? await after() : await before();
  // A trace that is quick to read leaves no index.
  Deno.mkdirSync(index);
  const saved = await timeOf(ROOT, trace, ["--index", index]);
  Deno.removeSync(index, { recursive: true });
  return isEarlierFirst ? [first, second, saved] : [second, first, saved];
}

/** Measures all rounds. */
async function measure(
  folder: string,
  earlier: URL,
  { events, threads, rounds }: { events: number; threads: readonly number[]; rounds: number },
  note: (text: string) => void,
): Promise<Pairs[]> {
  const values = await valuesOf(folder, events);
  const questions = QUESTIONS.map(({ work, query }) => [work, filled(query, values)] as const);
  const kept = new Map<string, { before: number[]; after: number[][] }>();
  const keep = (work: string, before: number | undefined, after: readonly (number | undefined)[]): void => {
    if (after.some((time) => time === undefined)) return;
    const pairs = kept.getOrInsert(work, { before: [], after: after.map(() => []) });
    if (before !== undefined) pairs.before.push(before);
    for (const [at, time] of after.entries()) pairs.after[at]!.push(time!);
  };
  for (let round = 0; round < rounds; round++) {
    const isEarlierFirst = round % 2 === 0;
    note(`round ${round + 1} of ${rounds}: loading`);
    const [before, unsaved, saved] = await loads(folder, earlier, isEarlierFirst);
    keep("first load of the program, index not saved", before, [unsaved]);
    keep("first load of the program, index saved", before, [saved]);
    const asksOf = async (tree: URL, threads: number): Promise<Asked> => {
      const whose = tree === ROOT ? "these sources" : "those of before";
      note(`round ${round + 1} of ${rounds}: asking ${whose} with ${threads} of the threads`);
      const task = {
        folder,
        threads,
        questions,
        runs: 5,
        enough: 5000,
        seconds: 0,
        memory: 0,
        packages: "",
        tree: tree.href,
      };
      const asked = await asks("Quarry", task);
      if (!asked) throw new Error(`${tree.pathname} does not answer`);
      return asked;
    };
    // Earlier sources may have no threads for queries: then a process has one.
    const first = isEarlierFirst ? await asksOf(earlier, 1) : undefined;
    const own: Asked[] = [];
    for (const count of threads) own.push(await asksOf(ROOT, count));
    const other = first ?? await asksOf(earlier, 1);
    for (const [work] of questions) keep(work, other.times[work], own.map(({ times }) => times[work]));
  }
  return [...kept].map(([work, pairs]) => ({ work, ...pairs }));
}

/** The bench, from its arguments to its table. */
export async function runAgainst(
  { tree, events = "10000000", threads = "1", rounds = "5", update = false }: AgainstArguments,
  { processor, cores }: { readonly processor: string; readonly cores: number },
  note: (text: string) => void,
): Promise<void> {
  if (tree === undefined) throw new Error("Cannot measure: say --tree DIR, where the earlier sources are");
  const folder = Deno.makeTempDirSync({ prefix: "quarry-bench-" });
  try {
    const size = Number(events);
    note(`writing ${events} events`);
    writePieces(`${folder}/trace.mtrc`, generateMtrc({ events: size }));
    const earlier = pathToFileURL(`${Deno.realPathSync(tree)}/`);
    const how = { events: size, threads: threads.split(",").map(Number), rounds: Number(rounds) };
    const pairs = await measure(folder, earlier, how, note);
    const text = [
      `${processor}, ${cores} cores; ${size / 1e6} million events; medians of ${rounds} rounds.`,
      againstTable(how.threads, pairs),
    ].join("\n\n");
    note(text);
    if (!update) return;
    Deno.writeTextFileSync(PAGE, between(Deno.readTextFileSync(PAGE), "against", text));
    await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", PAGE.pathname] }).output();
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}
