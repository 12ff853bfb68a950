/**
 * Uses a filter of the query language as a predicate on trace entries. There are few distinct entries, so the
 * query runs once over those.
 * @module
 */

import type { ByteSource } from "../../bytes/byte_source.ts";
import { tracesOf } from "../../engine/open_trace.ts";
import { runScript } from "../../engine/run_script.ts";
import { Session } from "../../engine/session.ts";
import type { RetainedEntry } from "../../formats/gnatcov/rewrite.ts";
import { attachCoverage } from "../../coverage/programs/attach.ts";
import { load } from "../../ingest/load.ts";

/** The inputs of a filter. */
interface EntryFilterInput {
  /** The bytes of the trace. */
  readonly source: ByteSource;
  readonly path: string;
  /** The filter, which stages may follow. */
  readonly where: string;
  /** Path of the program, if the user names it. */
  readonly exec: string | undefined;
  /** The bytes of the program. */
  readonly program: Uint8Array | undefined;
}

/** Runs the filter. Throws `QueryError` if it is invalid. */
export async function entryFilter(input: EntryFilterInput): Promise<(entry: RetainedEntry) => boolean> {
  const { source, path, where, exec, program } = input;
  const session = new Session();
  const file = await load(source, session.pools, { name: "trace", format: "gnatcov" });
  // Later traces in the same file are not written.
  const [first] = file.traces;
  if (program && first) attachCoverage(first, { tracePath: path, exec, open: () => program });
  session.add(tracesOf({ ...file, traces: file.traces.slice(0, 1) }, path));
  const passing = new Set<string>();
  const query = `entries | where ${where} | select addr, size, op, module`;
  await runScript(session, query, {
    rows({ table }) {
      for (let row = 0; row < table.rowCount; row++) {
        passing.add([0, 1, 2, 3].map((column) => String(table.value(row, column) ?? "")).join(" "));
      }
    },
  });
  const decoder = new TextDecoder();
  const programName = first?.tags.find(({ name }) => name === "EXEC_FILE_NAME")?.value ?? "";
  return ({ addr, size, op, module }) =>
    passing.has(`${addr} ${size} ${op} ${module === null ? programName : decoder.decode(module)}`);
}
