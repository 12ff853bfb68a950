/**
 * Reports the result of a recording: the paths of the traces, a headline for each, and, on a terminal, the
 * prompt.
 * @module
 */

import { FormatError, InputError } from "../base/errors.ts";
import { unwrap } from "../containers/unwrap.ts";
import type { Format } from "../formats/format.ts";
import { headlineOf } from "../headline/headlines.ts";
import { headlineLines } from "../headline/text.ts";
import { openInput } from "../ingest/file_source.ts";
import { detect } from "../ingest/load.ts";
import type { SavedTraceFile } from "../record/save_trace_files.ts";
import { bytesInWords } from "../render/cell_text.ts";
import type { Arguments, Program } from "./command.ts";
import { reportFailure } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { withLocalPrograms } from "./load_options.ts";
import { openSession } from "./run_queries.ts";

/** Width of the text if it is not shown on a terminal. */
const USUAL_WIDTH = 100;

/**
 * Reports the result of a recording and opens the prompt on a terminal. Returns false if one of its traces cannot
 * be read.
 */
export async function reportRecording(
  host: CliHost,
  args: Arguments,
  { kept, program }: { readonly kept: readonly SavedTraceFile[]; readonly program: Program },
): Promise<boolean> {
  const paths = await toOpen(kept);
  const goesOn = host.stdinIsTerminal && host.stdout.isTerminal && !args.has("no-open");
  let isRead = true;
  if (!goesOn) {
    for (const path of paths) isRead = await printHeadlines(host, withTraces(args, [path])) && isRead;
  }
  // Print the path last, because the user needs it next.
  for (const { path, bytes } of kept) await host.stderr.write(`trace: ${path} (${bytesInWords(bytes)})\n`);
  if (goesOn) {
    try {
      await (await import("./run_repl.ts")).runRepl(host, withTraces(args, paths), program);
    } catch (error) {
      isRead = await reportUnreadable(host, error);
    }
  }
  return isRead;
}

/**
 * Returns the arguments of a command that opens traces and looks up names in programs, which is possible because the
 * programs ran on this machine.
 */
function withTraces(args: Arguments, operands: readonly string[]): Arguments {
  return { ...withLocalPrograms(args), operands };
}

/** Writes the headlines of the traces to standard error; standard output belongs to the program. */
async function printHeadlines(host: CliHost, args: Arguments): Promise<boolean> {
  try {
    const session = await openSession(host, args);
    const width = host.stderr.isTerminal ? host.terminalSize().columns : USUAL_WIDTH;
    for (const open of session.traces) {
      const lines = headlineLines(await headlineOf(session, open), { width });
      await host.stderr.write(`${lines.join("\n")}\n`);
    }
    session.closeAll();
    return true;
  } catch (error) {
    return await reportUnreadable(host, error);
  }
}

/** Reports a trace that cannot be read. The file is kept, and the exit code is that of the program. */
async function reportUnreadable(host: CliHost, error: unknown): Promise<false> {
  if (!(error instanceof FormatError || error instanceof InputError)) throw error;
  await reportFailure(host, error);
  return false;
}

/** Returns the traces to open: of files that belong together, the first one that Quarry can read. */
async function toOpen(kept: readonly SavedTraceFile[]): Promise<string[]> {
  const paths: string[] = [];
  for (let at = 0; at < kept.length; at++) {
    const [first, second] = [kept[at]!, kept[at + 1]];
    if (!second?.beside) {
      paths.push(first.path);
      continue;
    }
    // Raw data may be recognized as the format to which it was converted, but cannot be read by itself.
    const [format, made] = [await formatOf(first.path), await formatOf(second.path)];
    paths.push(format === undefined || format === made ? second.path : first.path);
    at++;
  }
  return paths;
}

async function formatOf(path: string): Promise<Format | undefined> {
  try {
    const { source } = await openInput(path);
    try {
      const inside = await unwrap(source, (head) => detect(head) !== undefined);
      inside.source.close();
      return detect(inside.head);
    } finally {
      source.close();
    }
  } catch {
    return undefined;
  }
}
