/**
 * Implements `quarry info`. Only one file at a time is in memory.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { tracesOf } from "../../engine/open_trace.ts";
import { Session } from "../../engine/session.ts";
import { headlineOf } from "../../headline/headlines.ts";
import { libraryFiles } from "../../ingest/library_files.ts";
import { ProgramFiles } from "../../ingest/program_files.ts";
import type { Arguments } from "../command.ts";
import { reportFailure } from "../failure.ts";
import type { CliHost } from "../host.ts";
import { BrokenPipeError, OutputError } from "../../output/output_error.ts";
import { loadChoices } from "../load_options.ts";
import { isDamaged, openTraceFile } from "../open_traces.ts";
import { suppressIn } from "../suppressions_option.ts";
import { expandLists, traceOperands } from "../trace_operands.ts";
import { type TraceFacts, traceFacts } from "./facts.ts";
import { infoJson, type UnreadFile } from "./json.ts";
import { infoText } from "./text.ts";
import { EXIT } from "../command.ts";

/** Prints the facts about all files; returns the exit code, which reflects damage if damage is an error. */
export async function runInfo(host: CliHost, args: Arguments): Promise<number> {
  const json = args.has("json");
  const width = host.stdout.isTerminal ? host.terminalSize().columns : Infinity;
  const all: TraceFacts[] = [];
  const unread: UnreadFile[] = [];
  let code: number = EXIT.ok;
  const programs = new ProgramFiles();
  for (const operand of traceOperands(host, await expandLists(host, args.operands))) {
    const session = new Session(libraryFiles);
    try {
      await suppressIn(session, args);
      const { pools } = session;
      const file = await openTraceFile(host, operand, { pools, programs, ...loadChoices(args) });
      if (args.has("strict") && file.traces.some(isDamaged)) code = EXIT.unreadable;
      const open = tracesOf(file, operand.path);
      session.add(open);
      for (const [at, trace] of file.traces.entries()) {
        const facts = traceFacts(file, trace, await headlineOf(session, open[at]!));
        if (!json) await host.stdout.write((all.length > 0 ? "\n" : "") + infoText(facts, width));
        all.push(facts);
      }
    } catch (error) {
      const hopeless = [BrokenPipeError, OutputError, UsageError].some((each) => error instanceof each);
      if (hopeless) throw error;
      // Continue with the other files.
      await reportFailure(host, error);
      unread.push({ path: operand.path, message: error instanceof Error ? error.message : String(error) });
      code = EXIT.unreadable;
    } finally {
      session.closeAll();
    }
  }
  if (json) await host.stdout.write(infoJson(all, unread, args.has("json-numbers")));
  return code;
}
