/**
 * The work of `quarry info`: file after file, so that only one is in memory.
 * @module
 */

import { newPools } from "../../tables/pools.ts";
import { UsageError } from "../../base/errors.ts";
import type { Arguments } from "../command.ts";
import { reportFailure } from "../failure.ts";
import type { CliHost } from "../host.ts";
import { BrokenPipeError, OutputError } from "../../output/output_error.ts";
import { loadChoices } from "../load_options.ts";
import { isDamaged, openTraceFile } from "../open_traces.ts";
import { expandLists, traceOperands } from "../trace_operands.ts";
import { type TraceFacts, traceFacts } from "./facts.ts";
import { infoJson, type UnreadFile } from "./json.ts";
import { infoText } from "./text.ts";
import { EXIT } from "../command.ts";

/** Tells of all files; gives the exit code, also of one that is damaged where that is not allowed. */
export async function runInfo(host: CliHost, args: Arguments): Promise<number> {
  const json = args.has("json");
  const width = host.stdout.isTerminal ? host.terminalSize().columns : Infinity;
  const all: TraceFacts[] = [];
  const unread: UnreadFile[] = [];
  let code: number = EXIT.ok;
  for (const operand of traceOperands(host, await expandLists(host, args.operands))) {
    const pools = newPools();
    try {
      const file = await openTraceFile(host, operand, { pools, ...loadChoices(args) });
      if (args.has("strict") && file.traces.some(isDamaged)) code = EXIT.unreadable;
      for (const trace of file.traces) {
        const facts = traceFacts(file, trace);
        if (!json) await host.stdout.write((all.length > 0 ? "\n" : "") + infoText(facts, width));
        all.push(facts);
      }
    } catch (error) {
      const hopeless = [BrokenPipeError, OutputError, UsageError].some((each) => error instanceof each);
      if (hopeless) throw error;
      // The other files still get their turn.
      await reportFailure(host, error);
      unread.push({ path: operand.path, message: error instanceof Error ? error.message : String(error) });
      code = EXIT.unreadable;
    }
  }
  if (json) await host.stdout.write(infoJson(all, unread, args.has("json-numbers")));
  return code;
}
