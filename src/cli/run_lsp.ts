/**
 * Implements `quarry lsp`.
 * @module
 */

import project from "../../deno.json" with { type: "json" };
import { UsageError } from "../base/errors.ts";
import { tracesOf } from "../engine/open_trace.ts";
import { ProgramFiles } from "../ingest/program_files.ts";
import { rendererNamed } from "../render/registry.ts";
import { PLAIN_OPTIONS } from "../render/renderer.ts";
import type { Arguments, Program } from "./command.ts";
import { helpOn } from "./help/find_help.ts";
import type { CliHost } from "./host.ts";
import { loadChoices } from "./load_options.ts";
import { openTraceFile } from "./open_traces.ts";
import { avoidDeniedPermissions } from "./denied_permissions.ts";
import { expandLists, traceOperands } from "./trace_operands.ts";
import { tableAsDisplayed } from "../render/short_names.ts";

/** Serves until the client disconnects, which ends the process. */
export async function runLsp(host: CliHost, args: Arguments, program: Program): Promise<number> {
  const [operand] = args.operands;
  if (operand !== undefined) throw new UsageError(`Unexpected "${operand}": traces are named with --trace`);
  const choices = loadChoices(args);
  avoidDeniedPermissions();
  const { serve } = await import("../lsp/server.ts");
  return await serve({
    traces: args.values("trace"),
    version: project.version,
    async open(session, operands, signal) {
      const lines: string[] = [];
      const options = { pools: session.pools, programs: new ProgramFiles(), signal, ...choices };
      for (const operand of traceOperands(host, await expandLists(host, operands))) {
        const file = await openTraceFile(host, operand, options);
        session.add(tracesOf(file, operand.path));
        const formats = [...new Set(file.traces.map(({ header }) => header.format))].join(", ");
        lines.push(`Opened ${operand.path} as ${operand.name}: ${formats}, ${file.seconds.toFixed(2)} s`);
      }
      return lines.join("\n");
    },
    async explain(code) {
      const { commands, helperCommands } = await program.all();
      return await helpOn([code], [...commands, ...helperCommands]);
    },
    async render(table, mode) {
      let text = "";
      const renderer = rendererNamed(mode)!;
      await renderer.render(
        tableAsDisplayed(table, undefined, renderer),
        (piece) => void (text += piece),
        PLAIN_OPTIONS,
      );
      return text;
    },
  });
}
