/**
 * The outcome of queries that newcomers guess: whether they run as intended, or lead to a query that does.
 * @module
 */

import { renderDiagnostic } from "../../../src/base/diagnostic.ts";
import { QueryError } from "../../../src/base/errors.ts";
import { runScript } from "../../../src/engine/run_script.ts";
import type { Session } from "../../../src/engine/session.ts";
import { sampleSession } from "../../support/sample_session.ts";

/** One guess. */
export interface Guess {
  /** The letter of its traces. */
  readonly trace: string;
  readonly guess: string;
  readonly meant: string;
}

/** The outcome of a guess. */
export interface Verdict {
  /** `other`: a query with a different answer is suggested, or runs. */
  readonly what: "runs" | "leads" | "other" | "dead end" | "nothing is meant";
  /** Suggested queries. */
  readonly tries: readonly string[];
  /** The messages. */
  readonly said: string;
}

/** The traces for guesses. */
const TRACES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  M: { "trace.mtrc": "testdata/mpatrol/pool-threads-le64/trace.mtrc" },
  A: { "real-glmark2-build.trace": "testdata/apitrace/real-glmark2-build.trace" },
  P: { "cpu.pb.gz": "testdata/pprof/cpu.pb.gz" },
  H: { "heap.pb.gz": "testdata/pprof/heap.pb.gz" },
  R: { "v13-cache.bin": "testdata/memray/v13-cache.bin" },
  T: { "oom.pickle": "testdata/torch/oom.pickle" },
  L: { "calc.info": "testdata/lcov/calc.info" },
  C: { "words.json": "testdata/lcov/words.json" },
  K: { "heaptrack.pool.zst": "testdata/heaptrack/heaptrack.pool.zst" },
  S: { "c01-jsonidx.rtrace": "testdata/sp-rtrace/c01-jsonidx.rtrace" },
  X: { "cube3.jsonl": "testdata/gfxr/cube3.jsonl" },
  N: { before: "testdata/lcov/calc.info", after: "testdata/lcov/calc.second.info" },
  V: { "shop.json": "testdata/dhat/shop.json" },
  G: { "missing.trace": "testdata/gnatcov/wordfreq/missing.trace" },
  D: {
    before: "testdata/mpatrol/wordfreq-le64/trace.mtrc",
    after: "testdata/mpatrol/wordfreq-le32/trace.mtrc",
  },
};

/** Guesses of a list: trace, guess and intended query, separated by tabs. */
export function guessesOf(text: string): Guess[] {
  return text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#")).map((line) => {
    const [trace = "", guess = "", meant = ""] = line.split("\t");
    return { trace, guess, meant };
  });
}

/** Rows of a query in any order, or the error messages. */
async function answer(session: Session, query: string): Promise<{ rows: string | null; said: string }> {
  const rows: string[] = [];
  const said: string[] = [];
  try {
    await runScript(session, query, {
      warning: (warning) => void said.push(renderDiagnostic(warning, query)),
      rows({ table }) {
        for (let row = 0; row < table.rowCount; row++) {
          rows.push(table.columns.map((_, column) => String(table.value(row, column))).join("\t"));
        }
      },
    });
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    for (const each of error.diagnostics) said.push(renderDiagnostic(each, query));
    return { rows: null, said: said.join("\n") };
  }
  return { rows: rows.sort().join("\n"), said: said.join("\n") };
}

/** Judges guesses, one after the other. */
export async function* judged(guesses: readonly Guess[]): AsyncGenerator<[Guess, Verdict]> {
  const sessions = new Map<string, Session>();
  try {
    for (const guess of guesses) {
      let session = sessions.get(guess.trace);
      if (!session) sessions.set(guess.trace, session = await sampleSession(TRACES[guess.trace]!));
      yield [guess, await judge(session, guess)];
    }
  } finally {
    for (const session of sessions.values()) session.closeAll();
  }
}

async function judge(session: Session, { guess, meant }: Guess): Promise<Verdict> {
  const wanted = await answer(session, meant);
  if (wanted.rows === null) return { what: "nothing is meant", tries: [], said: wanted.said };
  const { rows, said } = await answer(session, guess);
  if (rows === wanted.rows) return { what: "runs", tries: [], said };
  const tries = [...said.matchAll(/(?:write|try)[^:\n]*: (.+)$/gm)].map(([, query]) => query!);
  for (const query of tries) {
    if ((await answer(session, query)).rows === wanted.rows) return { what: "leads", tries, said };
  }
  return { what: rows !== null || tries.length > 0 ? "other" : "dead end", tries, said };
}

/** The lists beside this file, by their names. */
export const LISTS: readonly string[] = [
  "given",
  "blind",
  "later",
  "stranger",
  "dialects",
  "foreign",
  "everyday",
  "idioms",
  "newcomers",
];

/** The guesses of a list. */
export function listNamed(name: string): Guess[] {
  return guessesOf(Deno.readTextFileSync(new URL(`${name}.tsv`, import.meta.url)));
}

if (import.meta.main) {
  // Prints a line for each guess: `deno run -A guessing.ts > outcomes.txt`, here and in an older checkout.
  for (const list of LISTS) {
    for await (const [{ trace, guess }, { what, tries }] of judged(listNamed(list))) {
      const line = [list, trace, guess, what, tries.join(" OR ")].join("\t");
      Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
    }
  }
}
