/** Sessions over samples, and the answers of queries on them. */

import type { ResultColumn, ResultValue } from "../../src/base/result_table.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { attachCoverage } from "../../src/coverage/programs/attach.ts";
import { load } from "../../src/ingest/load.ts";
import { asSaved } from "../support/saved.ts";
import { sampleProgram } from "../questions/gnatcov/asking.ts";
import type { Sample } from "./samples.ts";

/** Rows of a query. */
export interface Answer {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly ResultValue[])[];
}

/** The program of a trace as the command line finds it: among the programs of the samples, or beside the trace. */
function programBeside(trace: string, program: string): Uint8Array | undefined {
  const known = sampleProgram(program);
  if (known) return known;
  try {
    const folder = new URL(`../../testdata/${trace}`, import.meta.url);
    return Deno.readFileSync(new URL(program.split("/").pop()!, folder));
  } catch {
    return undefined;
  }
}

/**
 * Opens samples under names; coverage traces with the programs of the samples, unless refused, or also with those
 * beside them.
 */
export async function openSamples(
  samples: Readonly<Record<string, Sample>>,
  { programs = true }: { programs?: boolean | "beside" } = {},
): Promise<Session> {
  const session = new Session();
  for (const [name, { path, bytes }] of Object.entries(samples)) {
    const reopen = () => Promise.resolve(sourceOf(bytes));
    const loaded = await load(sourceOf(bytes), session.pools, { name, reopen });
    const file = await asSaved(loaded, session.pools, { name, reopen });
    if (programs) {
      const open = programs === "beside" ? (program: string) => programBeside(path, program) : sampleProgram;
      for (const trace of file.traces) attachCoverage(trace, { tracePath: path, open });
    }
    session.add(tracesOf(file, path));
  }
  return session;
}

/** Answers of the queries of a script, in order. */
export async function ask(session: Session, script: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for await (const outcome of session.run(session.prepare(script))) {
    if (outcome.kind !== "query") throw new Error(`Not a query: ${outcome.text}`);
    const { columns, rowCount } = outcome.table;
    const { table } = outcome;
    const rows = Array.from(
      { length: rowCount },
      (_, row) => columns.map((_, column) => table.value(row, column)),
    );
    answers.push({ columns, rows });
    outcome.release();
  }
  return answers;
}
