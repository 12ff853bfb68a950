/** Recipes of the cookbook, run like `quarry query`. */
import { cookbook, type RecipeWithFormats } from "../../src/cli/help/cookbook.ts";
import { mainHere } from "./host_here.ts";
import { type OpenOptions, openTraceFile } from "../../src/cli/open_traces.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { ProgramFiles } from "../../src/ingest/program_files.ts";
import { CONFORMANCE } from "../conformance/profile.ts";
import { fakeHost } from "./fake_host.ts";

/** The folder of samples. */
export const TESTDATA: URL = new URL("../../testdata/", import.meta.url);

/** One trace of each format, below testdata. */
export const TRACE_OF: Readonly<Record<string, string>> = Object.fromEntries(
  CONFORMANCE.entries().map(([name, { trace }]) => [name, trace]),
);

/** Every recipe. */
export const RECIPES: readonly RecipeWithFormats[] = cookbook.flatMap((chapter) => chapter.recipes);

/** The output of the program. */
export interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The operands of a sample below a folder; options stay unchanged. */
export function operands(sample: readonly string[], below: string): string[] {
  return sample.map((each) =>
    each.startsWith("--") ? each : each.replace(/^(?:\w+=)?/, (name) => name + below)
  );
}

const ANSWERS = new Map<string, Promise<Answer>>();

/** Runs a query over a sample, once. */
export function ask(sample: readonly string[], query: string): Promise<Answer> {
  const key = JSON.stringify([sample, query]);
  const known = ANSWERS.get(key) ?? askNow(sample, query);
  ANSWERS.set(key, known);
  return known;
}

async function askNow(sample: readonly string[], query: string): Promise<Answer> {
  const host = { ...fakeHost(), exists: isThere };
  const code = await mainHere(["query", ...operands(sample, TESTDATA.pathname), "-e", query], host);
  return { code, out: host.written.out, err: host.written.err };
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path) !== null;
  } catch {
    return false;
  }
}

/** The rows that the recipe of a question gives. */
export async function rowsOf(question: string): Promise<string[][]> {
  const recipe = RECIPES.find((each) => each.question === question);
  if (!recipe) throw new Error(`No recipe: ${question}`);
  const { out } = await ask(recipe.sample, recipe.query);
  return out.trimEnd().split("\n").slice(1).map((line) => line.split("\t"));
}

/** A session with a trace of a format, and its program, if the trace names one. */
export async function sessionOn(format: string): Promise<Session> {
  const session = new Session();
  const path = new URL(TRACE_OF[format]!, TESTDATA).pathname;
  const options = { pools: session.pools, programs: new ProgramFiles(), format: undefined };
  const file = await openTraceFile(fakeHost(), { name: "a", path }, options as OpenOptions);
  session.add(tracesOf(file, path));
  return session;
}
