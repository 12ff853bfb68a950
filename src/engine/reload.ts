/**
 * Reading open traces again: definitions, results and history are kept, and the caller learns what has
 * changed.
 * @module
 */

import { countOf } from "../base/amount_text.ts";
import { groupDigits } from "../base/group_digits.ts";
import { formatNamed } from "../formats/registry.ts";
import { changeOf, type FileChange } from "../ingest/file_change.ts";
import type { FileCheck } from "../ingest/follow.ts";
import { type OpenTrace, tracesOf } from "./open_trace.ts";
import type { Session } from "./session.ts";

/**
 * The changes found when a trace was read again.
 *
 * ```ts
 * import { Quarry, type Reloaded } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc", { name: "words" });
 * const changes: readonly Reloaded[] = await quarry.reload("words");
 * for (const { trace, rows, rowsBefore } of changes) console.log(`${trace}: ${rows - rowsBefore} rows more`);
 * ```
 */
export interface Reloaded {
  /** Name of the trace. */
  readonly trace: string;
  /** What happened to its file; `unknown` if the input is not a file. */
  readonly change: FileChange | "unknown";
  /** Rows of the main table before; 0 if the trace is new. */
  readonly rowsBefore: number;
  /** Rows of the main table now. */
  readonly rows: number;
  /** What a row of the main table is: `event`, `call`. */
  readonly record: string;
}

/** Opens the file of these traces again; if that is cancelled, throws the reason of the signal. */
export type ReopenTraces = (
  before: readonly OpenTrace[],
  signal?: AbortSignal,
) => Promise<readonly OpenTrace[]>;

/** Options for reading traces again. */
interface ReloadOptions {
  /** Cancels reading: the reason is thrown, and all traces stay as they were. */
  readonly signal?: AbortSignal | undefined;
  /** The result of checking the file of these traces. */
  readonly look?: FileCheck | undefined;
}

/** The open traces grouped by file: a file of several segments has several traces. */
export function filesOf(traces: readonly OpenTrace[]): OpenTrace[][] {
  return [...Map.groupBy(traces, ({ memory }) => memory).values()];
}

/**
 * Reads the files of these traces again. If one cannot be read this throws, and all traces stay as they were.
 */
export async function reload(
  session: Session,
  traces: readonly OpenTrace[],
  reopen: ReopenTraces,
  { signal, look }: ReloadOptions = {},
): Promise<Reloaded[]> {
  const read: { before: readonly OpenTrace[]; after: readonly OpenTrace[]; change: Reloaded["change"] }[] =
    [];
  try {
    for (const before of filesOf(traces)) {
      const [{ path, state }] = before as [OpenTrace];
      const change = look?.change ?? (state === undefined ? "unknown" : await changeOf(path, state));
      const [{ readOn }] = before as [OpenTrace];
      const grown = change === "grown" ? await readOn?.({ signal, now: look?.now }) : undefined;
      // If the added data cannot be read alone, read the whole file.
      const after = grown ? tracesOf(grown, path) : await reopen(before, signal);
      read.push({ before, after, change });
    }
  } catch (error) {
    for (const { after } of read) for (const { memory } of after) memory.release();
    throw error;
  }
  return read.flatMap(({ before, after, change }) => {
    session.replace(before, after);
    return changesIn(before, after, change);
  });
}

/** Compares the traces of a file before and after reading it again. */
function changesIn(
  before: readonly OpenTrace[],
  after: readonly OpenTrace[],
  change: Reloaded["change"],
): Reloaded[] {
  const names = new Set([...before, ...after].map(({ name }) => name));
  return [...names].map((trace) => {
    const [old, now] = [before, after].map((traces) => traces.find(({ name }) => name === trace));
    const format = (now ?? old)!.trace.header.format;
    const record = formatNamed(format)?.record ?? "row";
    return { trace, change, rowsBefore: mainRowCount(old), rows: mainRowCount(now), record };
  });
}

function mainRowCount(open: OpenTrace | undefined): number {
  return open?.trace.tables.get(open.trace.header.mainTable)?.rowCount ?? 0;
}

const FILES: Partial<Record<Reloaded["change"], string>> = {
  shorter: "the file became shorter",
  replaced: "the file was replaced",
};

/** One line about a trace that was read again: `t: 12,345 events more, 20,000 now`. */
export function reloadedText({ trace, change, rowsBefore, rows, record }: Reloaded): string {
  const file = FILES[change];
  const words = file === undefined ? [] : [file];
  const records = record.endsWith("y") ? `${record.slice(0, -1)}ies` : `${record}s`;
  if (rows === rowsBefore) {
    words.push(file === undefined ? "nothing new" : `${countOf(rows, record, records)} as before`);
  } else {
    const more = rows > rowsBefore;
    words.push(`${countOf(Math.abs(rows - rowsBefore), record, records)} ${more ? "more" : "fewer"}`);
    words.push(`${groupDigits(rows)} now`);
  }
  return `${trace}: ${words.join(", ")}`;
}
