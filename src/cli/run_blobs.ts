/**
 * Implements `quarry blobs`.
 * @module
 */

import { QueryError, UsageError } from "../base/errors.ts";
import { type ResultColumn, type ResultValue, rowsTable } from "../base/result_table.ts";
import type { Content } from "../events/trace_sink.ts";
import { readContents } from "../engine/contents.ts";
import { runScript } from "../engine/run_script.ts";
import type { Session } from "../engine/session.ts";
import { type Arguments, EXIT } from "./command.ts";
import { reportFailure } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { allOrNothing } from "../output/all_or_nothing.ts";
import { checkFolder, type FolderOptions, openFolder } from "../output/folder.ts";
import { outputSettings, showResult } from "./output.ts";
import { openSession } from "./run_queries.ts";

const COLUMNS: readonly ResultColumn[] = [
  { name: "no", type: "u64" },
  { name: "name", type: "text" },
  { name: "arg", type: "text" },
  { name: "bytes", type: "u64" },
];
const FILE_COLUMN: ResultColumn = { name: "file", type: "text" };

/** Lists the blobs, or writes them if a folder is given; returns the exit code. */
export async function runBlobs(host: CliHost, args: Arguments): Promise<number> {
  const settings = outputSettings(host, args);
  const folder = args.value("output");
  const options: FolderOptions = { force: args.has("force") };
  if (folder !== undefined) await checkFolder(folder, options);
  const session = await openSession(host, args);
  const query = args.value("eval");
  let numbers: Set<number> | null = null;
  try {
    numbers = query === undefined ? null : await numbersOf(session, query);
  } catch (error) {
    return await reportFailure(host, error, undefined);
  }
  const rows: ResultValue[][] = [];
  let any = false;
  await allOrNothing(() => openFolder(folder!, options), async (opened) => {
    for (const open of session.traces) {
      const prefix = session.traces.length > 1 ? `${safeName(open.name)}-` : "";
      const taken = new Map<string, number>();
      any = await readContents(open, numbers, async (content) => {
        const { no, name, argument, bytes } = content;
        const row: ResultValue[] = [BigInt(no), name, argument, BigInt(bytes.length)];
        if (folder !== undefined) {
          const file = prefix + fileName(content, taken);
          await (await opened()).write(file, bytes);
          row.push(`${folder.replace(/\/+$/, "")}/${file}`);
        }
        rows.push(row);
      }) || any;
    }
    if (!any) throw new UsageError("This trace has no calls with memory: only API traces have them");
  });
  await showResult(
    host,
    rowsTable(folder === undefined ? COLUMNS : [...COLUMNS, FILE_COLUMN], rows),
    settings,
  );
  return EXIT.ok;
}

/** Returns the numbers in the column `no` of a query's result. */
async function numbersOf(session: Session, query: string): Promise<Set<number>> {
  const numbers = new Set<number>();
  let asked = false;
  await runScript(session, query, {
    rows({ table }) {
      asked = true;
      numbers.clear();
      const column = table.columns.findIndex(({ name }) => name === "no");
      if (column < 0) {
        const names = table.columns.map(({ name }) => name).join(", ");
        throw new UsageError(
          `The query needs a column "no" with the numbers of the calls: it has ${names}`,
        );
      }
      for (let row = 0; row < table.rowCount; row++) {
        const no = table.value(row, column);
        if (no !== null) numbers.add(Number(no));
      }
    },
  });
  if (!asked) throw new QueryError([], query);
  return numbers;
}

/** Makes a file name safe: names come from the trace and may contain anything. */
function safeName(name: string): string {
  return name.replace(/[^\w.+-]/g, "_").slice(0, 100);
}

/** Returns the file name for a blob. Two arguments of a call may have the same name, so a number is added. */
function fileName({ no, argument }: Content, taken: Map<string, number>): string {
  const name = `${no}-${safeName(argument)}`;
  // Some file systems do not distinguish upper and lower case.
  const key = name.toLowerCase();
  const before = taken.get(key) ?? 0;
  taken.set(key, before + 1);
  return before === 0 ? `${name}.bin` : `${name}-${before + 1}.bin`;
}
