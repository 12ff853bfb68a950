/**
 * The work of sp-rtrace-postproc on one trace.
 * @module
 */

import type { Trace } from "../../tables/trace.ts";
import { groupCalls } from "./group.ts";
import { type Options, parseIndexes } from "./options.ts";
import { reportOf } from "./report.ts";
import { leaksAmong, selectCalls } from "./select.ts";
import { TextOut, type WritePiece } from "./text_out.ts";
import { ReportWriter } from "./write_report.ts";

/** Calls or groups between two writes. */
const STEP = 1 << 14;

/** Contents of the index files, where they were asked for. */
export interface IndexLists {
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
  const selected = selectCalls(report, {
    resource: options.resource,
    context: options.context,
    depth: options.depth,
    callAddress: options.callAddress,
    include: lists.include === undefined ? undefined : parseIndexes(lists.include),
    exclude: lists.exclude === undefined ? undefined : parseIndexes(lists.exclude),
  });
  const rows = options.leaks ? leaksAmong(report, selected) : selected;
  const out = new TextOut(write);
  const writer = new ReportWriter(report, {
    filters: filtersOf(report.filter, options),
    resource: options.resource,
    context: options.context,
    depth: options.depth,
    removeArgs: options.removeArgs,
  }, out);
  writer.writeHead();
  if (options.compress) {
    const groups = groupCalls(report, rows, options.sort);
    for (let at = 0; at < groups.length; at += STEP) {
      writer.writeGroups(groups.slice(at, at + STEP));
      await out.drain();
    }
  } else {
    for (let at = 0; at < rows.length; at += STEP) {
      writer.writeCalls(rows.subarray(at, at + STEP));
      await out.drain();
    }
  }
  writer.writeRest();
  if (options.leaks) writer.writeLeakSummary(rows);
  await out.drain();
}

/** `leaks` and `resolve` stay once they were applied; `compress` holds for this output only. */
function filtersOf(before: string, options: Options): string[] {
  const filters: string[] = [];
  if (options.leaks || before.includes("leaks")) filters.push("leaks");
  if (options.compress) filters.push("compress");
  if (before.includes("resolve")) filters.push("resolve");
  return filters;
}
