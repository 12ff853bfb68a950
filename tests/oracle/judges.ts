/**
 * The judges: each reports errors in the answers of one long session, for a seed.
 * @module
 */

import { Random } from "../support/random.ts";
import { onThreads } from "../support/threads.ts";
import { difference } from "../query/oracle/compare.ts";
import { type Answer, Duck } from "../query/oracle/duck.ts";
import { Queries } from "../query/oracle/queries.ts";
import { shown, sqlText } from "../query/oracle/relation.ts";
import { answer, kept } from "./answers.ts";
import { exportTraces } from "./exported.ts";
import { LooseQueries } from "./loose.ts";
import { PartnerMaker } from "./partners.ts";
import { QUESTIONS } from "./questions.ts";
import { scriptOf } from "./scripts.ts";
import { disturb, randomSession } from "./sessions.ts";
import { LARGE, namedTraces, SETS, shuffled } from "./sets.ts";
import { describe, Fresh, Player, shortest, type Step } from "./steps.ts";
import { type Named, sessionWith } from "./traces.ts";

/** Called with a failure, and everything needed to reproduce it. */
export type Report = (failure: string) => void;

/** Counts of a session. */
export interface Judged {
  /** Number of compared answers. */
  readonly queries: number;
  /** Number of those with rows. */
  readonly full: number;
}

/** Options of sessions. */
export interface Ways {
  /** Threads of the judged session. The session that it is compared with has one. */
  readonly threads?: number;
  /** Whether each session has a trace of several blocks. */
  readonly large?: boolean;
}

/** Judges a session of a seed with about this many queries. */
export type Judge = (seed: number, queries: number, report: Report, ways?: Ways) => Promise<Judged>;

/** The formats that are open together in the session of a seed: consecutive seeds go through all sets. */
function formatsOf(seed: number): readonly string[] {
  // A step that shares no factor with the number of sets reaches each of them.
  return SETS[(seed * 37) % SETS.length]!;
}

/** Maximum number of rows of a table in the database: that of the large traces. */
const MOST_ROWS = 200_000;

/** Sometimes a trace of several blocks is included, which takes seconds. */
function formatsOrLarge(seed: number, { large = seed % 12 === 11 }: Ways): readonly string[] {
  if (!large) return formatsOf(seed);
  return seed % 24 === 11 ? [LARGE] : [LARGE, "sp-rtrace"];
}

function onItsThreads<T>({ threads }: Ways, work: () => Promise<T>): Promise<T> {
  return threads === undefined ? work() : onThreads(threads, work);
}

/** Answers over exported rows equal those of the database. */
export const judgeByDatabase: Judge = async (seed, count, report, ways = {}) => {
  const random = new Random(seed);
  const traces = namedTraces(random, formatsOrLarge(seed, ways));
  const session = await sessionWith(traces);
  const duck = await Duck.open();
  let full = 0;
  try {
    const sources = (await exportTraces(random, traces, session, MOST_ROWS)).filter(({ sampled }) =>
      !sampled
    );
    for (const { sql, columns, rows } of sources) await duck.fill(sql, columns, rows);
    const queries = new Queries(random, sources);
    const asked: string[] = [];
    for (let number = 0; number < count; number++) {
      if (random.oneIn(10)) await disturb(random, session, asked);
      const relation = queries.make();
      const script = scriptOf(random, relation, session.catalog.mainTable);
      const sql = sqlText(relation);
      asked.push(script);
      const compared = shown(relation.cols).map(({ opaque }) => opaque !== true);
      const what = await wordsOf(async () => {
        const found = await onItsThreads(ways, () => answer(session, script));
        if (isFull(found)) full++;
        return difference(kept(found, compared), kept(await duck.answer(sql), compared));
      });
      if (what !== undefined) report(`${what}\n${spell(traces)}\n${script}\n${sql}`);
    }
  } finally {
    session.closeAll();
    duck.close();
  }
  return { queries: count, full };
};

/** Equivalent queries have equal answers. */
export const judgeByPartners: Judge = async (seed, count, report, ways = {}) => {
  const random = new Random(seed);
  const traces = namedTraces(random, formatsOrLarge(seed, ways));
  const session = await sessionWith(traces);
  let asked = 0;
  let full = 0;
  try {
    const sources = await exportTraces(random, traces, session);
    const maker = new PartnerMaker(random, new Queries(random, sources), sources, session);
    const before: string[] = [];
    while (asked < count) {
      if (random.oneIn(10)) await disturb(random, session, before);
      const { name, scripts, judge } = maker.make();
      asked += scripts.length;
      before.push(...scripts);
      const what = await wordsOf(async () => {
        const answers = [];
        for (const script of scripts) {
          answers.push(await onItsThreads(ways, () => answer(session, script)));
        }
        full += answers.filter(isFull).length;
        const failed = answers.filter((each) => "error" in each);
        if (failed.length > 0) {
          return failed.length === answers.length ? undefined : `Only some fail: ${JSON.stringify(failed)}`;
        }
        return judge(answers.map((each) => "rows" in each ? each.rows : []));
      });
      if (what !== undefined) report(`${name}: ${what}\n${spell(traces)}\n${scripts.join("\n")}`);
    }
  } finally {
    session.closeAll();
  }
  return { queries: asked, full };
};

/** Random queries have the same answer in a separate session. */
export const judgeByFreshSessions: Judge = async (seed, count, report, ways = {}) => {
  const random = new Random(seed);
  const formats = formatsOrLarge(seed, ways);
  const steps = await withQueries(
    seed,
    formats,
    (question) => randomSession(random, formats, question, count),
    ways,
  );
  return await play(steps, report, ways);
};

/** All recipes of the cookbook and all examples of the help have the same answer in a separate session. */
export const judgeQuestions: Judge = async (seed, count, report, ways = {}) => {
  const random = new Random(seed);
  // With twice as many queries as questions, each occurs once in either half of the session.
  const questions = shuffled(random, QUESTIONS);
  let next = 0;
  const deal = (): string => questions[next++ % questions.length]!;
  return await play(
    randomSession(random, ways.large ? formatsOrLarge(seed, ways) : formatsOf(seed), deal, count),
    report,
    ways,
  );
};

/** Steps with random queries, which are generated with these formats open. */
async function withQueries<T>(
  seed: number,
  formats: readonly string[],
  make: (question: () => string) => T,
  { large = false }: Ways,
): Promise<T> {
  const random = new Random(seed + 1);
  // The same traces as in the session, since queries contain samples of their values.
  const traces = namedTraces(new Random(seed), formats);
  const session = await sessionWith(traces);
  try {
    const sources = await exportTraces(random, traces, session, large ? MOST_ROWS : undefined);
    const queries = new Queries(random, sources);
    const loose = new LooseQueries(random, session, queries, sources);
    return make(() =>
      random.oneIn(2) ? loose.make() : scriptOf(random, queries.make(), session.catalog.mainTable)
    );
  } finally {
    session.closeAll();
  }
}

/** Plays a session to its end; each failure is reported with the shortest session that shows it. */
async function play(steps: readonly Step[], report: Report, ways: Ways): Promise<Judged> {
  const fresh = new Fresh();
  if (ways.threads !== undefined) await fresh.learn(steps);
  return await onItsThreads(ways, () => playAgainst(fresh, steps, report));
}

async function playAgainst(fresh: Fresh, steps: readonly Step[], report: Report): Promise<Judged> {
  const player = await Player.begin(fresh);
  try {
    const wrong = new Set<string>();
    for (const [at, step] of steps.entries()) {
      const what = await player.play(step);
      const name = "script" in step ? step.script : step.kind;
      if (what === undefined || wrong.has(name)) continue;
      wrong.add(name);
      report(`${what}\n${describe(await shortest(steps.slice(0, at + 1), fresh))}`);
    }
    return { queries: player.compared, full: player.full };
  } finally {
    player.end();
  }
}

function isFull(answer: Answer): boolean {
  return "rows" in answer && answer.rows.length > 0;
}

async function wordsOf(work: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `${error.message}\n${error.stack?.split("\n").slice(1, 6).join("\n")}`;
  }
}

function spell(traces: readonly Named[]): string {
  return traces.map(({ name, path }) => `${name}=testdata/${path}`).join(" ");
}

/** All judges, by name. */
export const JUDGES: Readonly<Record<string, Judge>> = {
  database: judgeByDatabase,
  partners: judgeByPartners,
  sessions: judgeByFreshSessions,
  questions: judgeQuestions,
};
