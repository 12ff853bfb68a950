/**
 * Implements `quarry mcp`.
 * @module
 */

import project from "../../deno.json" with { type: "json" };
import { UsageError } from "../base/errors.ts";
import { tracesOf } from "../engine/open_trace.ts";
import { headlineOf } from "../headline/headlines.ts";
import { setIndexSettings } from "../index/settings.ts";
import { ProgramFiles } from "../ingest/program_files.ts";
import { threadedInput } from "../lsp/threaded_input.ts";
import { Folders } from "../mcp/folders.ts";
import { LINES_WORKER } from "../mcp/lines_worker.ts";
import { serve } from "../mcp/server.ts";
import type { Services } from "../mcp/services.ts";
import { StdioTransport } from "../mcp/stdio_transport.ts";
import { dataSettings, setDataSettings } from "../memory/data_settings.ts";
import { type Arguments, EXIT } from "./command.ts";
import { cookbookIndex, cookbookSection, recipesFor } from "./help/cookbook.ts";
import { helpOn } from "./help/find_help.ts";
import { pages } from "./help/pages.ts";
import type { CliHost } from "./host.ts";
import { traceFacts } from "./info/facts.ts";
import { infoText } from "./info/text.ts";
import { openTraceFile, warnAboutDamage } from "./open_traces.ts";
import { avoidThreadsWithoutSources } from "./denied_permissions.ts";
import { traceNames } from "./trace_names.ts";
import { traceOperands } from "./trace_operands.ts";
import type { Program } from "./command.ts";

/** Serves until the client disconnects. */
export async function runMcp(host: CliHost, args: Arguments, program: Program): Promise<number> {
  avoidThreadsWithoutSources();
  readOnly();
  const operands = traceOperands(host, args.operands);
  if (operands.some(({ path }) => path === "-")) {
    throw new UsageError("Cannot read a trace from standard input: requests come from there");
  }
  const allowed = args.values("allow");
  if (operands.length === 0 && allowed.length === 0) {
    throw new UsageError('Cannot serve without a folder: "quarry mcp FILE..." or "quarry mcp --allow DIR"');
  }
  const folders = new Folders([...operands.map(({ path }) => folderOf(path)), ...allowed]);
  const files = operands.map(({ name, path }) => ({ name, path: folders.file(pathFrom(path)) }));
  const { stream, cancelled } = threadedInput(LINES_WORKER);
  await serve(new StdioTransport(stream), {
    folders,
    files,
    cancelled,
    services: mcpServices(host, program),
  });
  return EXIT.ok;
}

/**
 * Keeps columns in memory, within the budget, and uses no saved index, so that no file is written and no
 * further file is read.
 */
function readOnly(): void {
  const { budget } = dataSettings();
  setDataSettings({ budget, most: budget });
  setIndexSettings({ folder: undefined, seconds: Infinity });
}

/** The functions of the command line that the server uses. */
export function mcpServices(host: CliHost, program: Program): Services {
  return {
    version: project.version,
    pages,
    async help(words) {
      const { commands, helperCommands } = await program.all();
      return await helpOn(words, [...commands, ...helperCommands]);
    },
    recipes(about, format) {
      const text = format !== undefined
        ? recipesFor(about, format)
        : about === ""
        ? cookbookIndex()
        : cookbookSection(about);
      return Promise.resolve(text);
    },
    async open(session, { path, name, format }, signal) {
      let warnings = "";
      const quiet = quietHost(host, (text) => void (warnings += text));
      const operand = { path, name: name ?? traceNames([path], session.traces.map((each) => each.name))[0]! };
      const programs = new ProgramFiles();
      const file = await openTraceFile(quiet, operand, { pools: session.pools, programs, format, signal });
      await warnAboutDamage(quiet, file.traces);
      const opened = tracesOf(file, path);
      session.add(opened);
      const traces = new Map<string, string>();
      for (const open of opened) {
        const headline = await headlineOf(session, open, signal);
        traces.set(open.name, infoText(traceFacts(file, open.trace, headline)));
      }
      return { traces, warnings };
    },
  };
}

/**
 * Creates a host that passes warnings to the client, because nobody reads the standard error of the server.
 */
function quietHost(host: CliHost, take: (text: string) => void): CliHost {
  const decoder = new TextDecoder();
  return {
    ...host,
    env: (name) => host.env(name),
    stderr: {
      isTerminal: false,
      write: (chunk) => Promise.resolve(take(typeof chunk === "string" ? chunk : decoder.decode(chunk))),
      writeNow: () => {},
    },
  };
}

function folderOf(path: string): string {
  return /^(.*)[/\\][^/\\]*$/.exec(path)?.[1] ?? ".";
}

/** Returns a path relative to this folder, because the server searches below its folders. */
function pathFrom(path: string): string {
  return /^(?:[/\\]|[a-z]:)/i.test(path) ? path : `${Deno.cwd()}/${path}`;
}
