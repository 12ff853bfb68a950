/**
 * The interface of the prompt to the program.
 * @module
 */

import { folderNames } from "../ingest/library_files.ts";
import project from "../../deno.json" with { type: "json" };
import { UsageError } from "../base/errors.ts";
import type { DiagnosticCode } from "../base/diagnostic.ts";
import { type OpenTrace, tracesOf } from "../engine/open_trace.ts";
import { isAllowed } from "../ingest/permission.ts";
import { ProgramFiles } from "../ingest/program_files.ts";
import { openAdditions } from "../output/appended_file.ts";
import { checkOutput, openOutput, type OutputOptions } from "../output/output.ts";
import { ANALYSIS_CODES } from "../query/analysis/codes.ts";
import { RUN_CODES } from "../query/execution/codes.ts";
import { SYNTAX_CODES } from "../query/syntax/codes.ts";
import type { ReplHost, ReplOutput, ReplPager } from "../repl/host.ts";
import type { Terminal } from "../repl/terminal.ts";
import { useColor } from "./color.ts";
import type { Arguments, Program } from "./command.ts";
import { reportFailure, warn } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { loadChoices } from "./load_options.ts";
import { type OpenOptions, openTraceFile, warnAboutDamage } from "./open_traces.ts";
import { standardOutputAccess } from "./outputs.ts";
import { replaceableResultKind, resultWriter } from "./result_files.ts";
import { traceNames } from "./trace_names.ts";
import { NAMED_OPERAND, type TraceOperand, traceOperands } from "./trace_operands.ts";
import { traceFormat } from "./verdict_formats.ts";

const CODES: Readonly<Record<string, DiagnosticCode>> = { ...SYNTAX_CODES, ...ANALYSIS_CODES, ...RUN_CODES };
const PRIVATE = 0o600;

/** Creates the interface; `terminal` is the terminal that the prompt reads keys from. */
export function replHost(
  host: CliHost,
  args: Arguments,
  terminal: Terminal | null,
  program: Program,
): ReplHost {
  const programs = new ProgramFiles();
  const openFile = async (
    operand: TraceOperand,
    options: Pick<OpenOptions, "pools" | "signal" | "follows">,
  ): Promise<OpenTrace[]> => {
    const choices = { ...loadChoices(args), format: traceFormat(args) };
    const file = await openTraceFile(host, operand, { programs, ...choices, ...options });
    if (!host.stdout.isTerminal) await warnAboutDamage(host, file.traces);
    return tracesOf(file, operand.path);
  };
  return {
    stdout: host.stdout,
    stderr: host.stderr,
    writeStatus: (text) => host.stderr.writeNow(text),
    color: useColor(host, host.stdout, args.value("color")),
    terminalSize: () => host.terminalSize(),
    env: (name) => host.env(name),
    readTextFile: (path) => host.readTextFile(path),
    checkOutput: ({ path, force }) => checkOutput(path, { kind: replaceableResultKind(path), force }),
    resultWriter,
    openOutput: (file) => openOutput(file.path, outputOptions(host, file)),
    openAdditions: (file) => openAdditions(file.path, outputOptions(host, file)),
    listFolder: folderNames,
    async openTrace(operand, { taken, pools, signal }) {
      const [found] = traceOperands(host, [operand]);
      const isNamed = NAMED_OPERAND.test(operand) && found!.path !== operand;
      const name = isNamed ? unused(found!.name, taken) : traceNames([found!.path], taken)[0]!;
      return await openFile({ name, path: found!.path }, { pools, signal });
    },
    reopenTrace: ({ name, path }, options) => openFile({ name, path }, options),
    startPager: (command) => startReplPager(host, command, terminal),
    editOutside: (text) => editOutside(host, text),
    reportFailure: (error, file) => reportFailure(host, error, file),
    async help(words) {
      const { helpOn } = await import("./help/find_help.ts");
      const { commands, helperCommands } = await program.all();
      try {
        return await helpOn(words, [...commands, ...helperCommands]);
      } catch (error) {
        if (error instanceof UsageError) return null;
        throw error;
      }
    },
    onInterrupt(handler) {
      // Without a keyboard, Ctrl-C ends the whole program; a statement that an engine is running is cancelled
      // first.
      const goesOn = host.stdinIsTerminal || args.value("engine") !== undefined;
      return goesOn ? host.onInterrupt(handler) : () => {};
    },
    explainCode: (code) => CODES[code],
    version: project.version,
  };
}

/** Output options of the prompt, where Ctrl-C cancels the result but not the program. */
function outputOptions(host: CliHost, { path, force }: ReplOutput): OutputOptions {
  return { kind: replaceableResultKind(path), force, standard: standardOutputAccess(host).standard };
}

function unused(name: string, taken: readonly string[]): string {
  let free = name;
  for (let count = 2; taken.includes(free); count++) free = `${name}_${count}`;
  return free;
}

/** Starts a pager with the terminal in its normal state. */
function startReplPager(host: CliHost, command: string, terminal: Terminal | null): ReplPager | null {
  terminal?.setMode("plain");
  const pager = host.startPager(command);
  if (!pager) {
    terminal?.setMode("running");
    return null;
  }
  return {
    input: pager.input,
    async close() {
      await pager.close();
      terminal?.setMode("running");
    },
  };
}

/** Lets the user edit a text in an editor, in a private file. */
async function editOutside(host: CliHost, text: string): Promise<string | null> {
  const wanted = host.env("VISUAL") || host.env("EDITOR") || "vi";
  const [program = "vi", ...args] = wanted.trim().split(/\s+/);
  const flag = isAllowed({ name: "run", command: program })
    ? isAllowed({ name: "write" }) ? "" : "write"
    : "run";
  if (flag !== "") {
    await warn(
      host,
      `Cannot start the editor "${program}": Quarry may not run it without --allow-${flag}`,
    );
    return null;
  }
  let folder: string | undefined;
  try {
    folder = await Deno.makeTempDir({ prefix: "quarry-" });
    const path = `${folder}/query.qry`;
    await Deno.writeTextFile(path, text === "" ? "" : text + "\n", { mode: PRIVATE });
    const { success } = await new Deno.Command(program, {
      args: [...args, path],
      stdin: "inherit",
      stdout: "inherit",
      stderr: "inherit",
    }).output();
    return success ? await Deno.readTextFile(path) : null;
  } catch {
    await warn(host, `Cannot start the editor "${program}": set EDITOR to one that is installed`);
    return null;
  } finally {
    if (folder !== undefined) await Deno.remove(folder, { recursive: true }).catch(() => {});
  }
}
