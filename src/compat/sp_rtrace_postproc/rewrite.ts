/**
 * Runs sp-rtrace-postproc on one trace.
 * @module
 */

import type { Trace } from "../../tables/trace.ts";
import { BATCH_CALLS, CallBatch } from "./call_batch.ts";
import { groupCalls, type Groups } from "./group.ts";
import { allLeaks, leaksOfCalls } from "./leaks.ts";
import { type Options, parseIndexes } from "./options.ts";
import { type Report, reportOf } from "./report.ts";
import { selectCalls, type Selection, selectsAll } from "./select.ts";
import type { WritePiece } from "../stand_in.ts";
import { TextOut } from "./text_out.ts";
import { ReportWriter } from "./write_report.ts";

/** Contents of the index files, if they were given. */
interface IndexLists {
  /** Text of the `--include` file. */
  readonly include?: string | undefined;
  /** Text of the `--exclude` file. */
  readonly exclude?: string | undefined;
}

/** Filters the trace and writes it as text. */
export async function rewriteTrace(
  trace: Trace,
  options: Options,
  lists: IndexLists,
  write: WritePiece,
): Promise<void> {
  const report = reportOf(trace);
  const selection: Selection = {
    ...options,
    include: lists.include === undefined ? undefined : parseIndexes(lists.include),
    exclude: lists.exclude === undefined ? undefined : parseIndexes(lists.exclude),
  };
  const rows = rowsToWrite(report, selection, options.leaks);
  const out = new TextOut(write);
  const writer = new ReportWriter(report, { ...options, filters: filtersOf(report.filter, options) }, out);
  writer.writeHead();
  const batch = new CallBatch(trace);
  try {
    if (options.compress) await writeGroups(groupCalls(report, rows, options.sort), { batch, writer, out });
    else {
      for (let from = 0; from < rows.length; from += BATCH_CALLS) {
        const to = Math.min(rows.length, from + BATCH_CALLS);
        batch.load(rows, from, to);
        writer.writeCalls(batch, to - from);
        await out.drain();
      }
    }
  } finally {
    batch.close();
  }
  writer.writeRest();
  if (options.leaks) writer.writeLeakSummary();
  await out.drain();
}

/** Filters run before pairing, as in the original: if a free is hidden, its allocation becomes a leak. */
function rowsToWrite(report: Report, selection: Selection, leaks: boolean): Uint32Array {
  if (leaks && selectsAll(selection)) return allLeaks(report.allocs);
  const selected = selectCalls(report, selection);
  return leaks ? leaksOfCalls(report, selected) : selected;
}

/** The input and output of writing. */
interface Writing {
  readonly batch: CallBatch;
  readonly writer: ReportWriter;
  readonly out: TextOut;
}

async function writeGroups({ rows, groups }: Groups, { batch, writer, out }: Writing): Promise<void> {
  let group = 0;
  for (let from = 0; from < rows.length; from += BATCH_CALLS) {
    const to = Math.min(rows.length, from + BATCH_CALLS);
    batch.load(rows, from, to);
    for (let at = from; at < to;) {
      const end = Math.min(to, groups[group]!.end);
      writer.writeSharing(batch, at - from, end - from);
      at = end;
      if (at === groups[group]!.end) writer.writeGroupEnd(groups[group++]!);
    }
    await out.drain();
  }
}

/**
 * Returns the filters to list in the header: `leaks` and `resolve` persist once applied; `compress` applies
 * to this output only.
 */
function filtersOf(before: string, options: Options): string[] {
  const filters: string[] = [];
  if (options.leaks || before.includes("leaks")) filters.push("leaks");
  if (options.compress) filters.push("compress");
  if (options.resolve || before.includes("resolve")) filters.push("resolve");
  return filters;
}
