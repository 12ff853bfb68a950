/**
 * Sessions over coverage traces, and queries on them.
 * @module
 */

import { sourceOf } from "../../../src/bytes/byte_source.ts";
import type { ResultValue } from "../../../src/base/result_table.ts";
import { tracesOf } from "../../../src/engine/open_trace.ts";
import { Session } from "../../../src/engine/session.ts";
import { attachCoverage } from "../../../src/coverage/programs/attach.ts";
import { load } from "../../../src/ingest/load.ts";
import { bytesOf } from "../../formats/gnatcov/samples.ts";

/** A trace to open: bytes, or the name of a sample. */
export type Opened = Uint8Array | string;

/** Programs of the samples, by base name. */
export function sampleProgram(path: string): Uint8Array | undefined {
  for (const folder of ["elf", "wordfreq"]) {
    try {
      return Deno.readFileSync(
        new URL(`../../../testdata/gnatcov/${folder}/${path.split("/").pop()}`, import.meta.url),
      );
    } catch {
      // It may be in the next folder.
    }
  }
  return undefined;
}

/** Opens traces under the names given; `open` provides programs. */
export async function sessionOf(
  traces: Readonly<Record<string, Opened>>,
  open: (path: string) => Uint8Array | undefined = sampleProgram,
): Promise<Session> {
  const session = new Session();
  for (const [name, opened] of Object.entries(traces)) {
    const bytes = typeof opened === "string" ? bytesOf(opened) : opened;
    const reopen = () => Promise.resolve(sourceOf(bytes));
    const file = await load(sourceOf(bytes), session.pools, { name, reopen });
    for (const trace of file.traces) attachCoverage(trace, { tracePath: name, open });
    session.add(tracesOf(file, name));
  }
  return session;
}

/** The rows of a query, as objects. */
export async function ask(session: Session, query: string): Promise<Record<string, ResultValue>[]> {
  const rows: Record<string, ResultValue>[] = [];
  for await (const outcome of session.run(session.prepare(query))) {
    if (outcome.kind === "assert") {
      rows.push({ passed: outcome.passed, found: outcome.found });
      continue;
    }
    const { table } = outcome;
    for (let row = 0; row < table.rowCount; row++) {
      rows.push(
        Object.fromEntries(table.columns.map(({ name }, column) => [name, table.value(row, column)])),
      );
    }
    outcome.release();
  }
  return rows;
}

/** The rows as lists of some columns; numbers as text, addresses in hex. */
export async function lines(session: Session, query: string, ...columns: string[]): Promise<string[]> {
  const rows = await ask(session, query);
  return rows.map((row) =>
    columns.map((name) => {
      const value = row[name];
      const isPlace = ["addr", "end", "from", "to"].includes(name);
      return isPlace && typeof value === "bigint" ? value.toString(16) : String(value);
    }).join(" ")
  );
}
