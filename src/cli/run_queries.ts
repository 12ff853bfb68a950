/**
 * Implements `quarry query`, and `quarry repl` without a terminal.
 * @module
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import { polledSignal } from "../base/polled_signal.ts";
import { InputError, QueryError, UsageError } from "../base/errors.ts";
import { tracesOf } from "../engine/open_trace.ts";
import { assertionName, preparedScript, runScript } from "../engine/run_script.ts";
import { type AssertOutcome, Session } from "../engine/session.ts";
import { libraryFiles } from "../ingest/library_files.ts";
import { displayPath, STANDARD_INPUT } from "../ingest/file_source.ts";
import { ProgramFiles } from "../ingest/program_files.ts";
import { JSON_TEXT, XML } from "../output/kinds.ts";
import { BrokenPipeError } from "../output/output_error.ts";
import { parseScript } from "../language/script.ts";
import type { Conversation } from "../repl/conversation.ts";
import { QueryStatus } from "../repl/query_status.ts";
import { canEraseLine } from "../render/status_line.ts";
import { visible } from "../render/visible.ts";
import { useColor } from "./color.ts";
import { type Arguments, EXIT, type Program } from "./command.ts";
import { printWarning, reportFailure } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { type Verdict, Verdicts } from "./verdicts.ts";
import { loadChoices } from "./load_options.ts";
import { isDamaged, openOperand, openTraceFile, warnAboutDamage } from "./open_traces.ts";
import { OUTPUT_MODES, type OutputSettings, outputSettings, showResult } from "./output.ts";
import { checkOutput, writeOutput } from "./outputs.ts";
import { hasDotCommand, toPromptScript } from "./dot_scripts.ts";
import { opensQuickly } from "./quick_traces.ts";
import { readScript } from "./read_script.ts";
import { expandLists, NAMED_OPERAND, traceOperands } from "./trace_operands.ts";
import { sourceNames } from "./source_names.ts";
import { suppressIn } from "./suppressions_option.ts";
import { leftOutText } from "../engine/left_out.ts";
import { traceFormat, verdictOutputs } from "./verdict_formats.ts";
import { printString } from "../query/syntax/print_expression.ts";
import type { Script } from "./script.ts";

/** Opens the traces, runs the queries in order and shows their results; returns the exit code. */
export async function runQueries(
  host: CliHost,
  args: Arguments,
  program: Program,
  given?: readonly Script[],
): Promise<number> {
  const settings = outputSettings(host, args);
  const scripts = given ? await withSettings(given, args) : await readScripts(host, args);
  // Check syntax first, so that a typing error is reported before minutes of loading.
  const operands = await expandLists(host, args.operands);
  if (!await checkSyntax(host, scripts, () => sessionIfQuick(host, args, operands))) return EXIT.usage;
  const force = args.has("force");
  const wanted = verdictOutputs(args);
  const sources = sourceNames(args);
  const outputs = [
    {
      path: wanted.junit,
      kind: XML,
      textOf: async (all: readonly Verdict[]) => (await import("./junit.ts")).junitXml(all),
    },
    {
      path: wanted.sarif,
      kind: JSON_TEXT,
      textOf: async (all: readonly Verdict[]) => {
        const { sarifJson } = await import("./sarif.ts");
        const { default: { version } } = await import("../../deno.json", { with: { type: "json" } });
        return sarifJson(all, { version, root: sources?.root, trace: traces[0] });
      },
    },
  ];
  const traces = traceOperands(host, operands).map(({ path }) => path);
  for (const { path, kind } of outputs) {
    if (path !== undefined) await checkOutput(path, traces, { kind, force });
  }
  const session = await sessionFor(host, args, operands, await needNoNames(args, scripts));
  let code: number = EXIT.ok;
  let conversation: Conversation | undefined;
  const verdicts = new Verdicts();
  for (const script of scripts) {
    if (await hasDotCommand(script.text)) {
      conversation ??= await newConversation(host, args, program, session);
      code = Math.max(code, await conversation.run(toPromptScript(script.text), script.file));
      continue;
    }
    const shown = wanted.alone ? null : settings;
    code = Math.max(code, await showScript(host, session, { ...script, settings: shown, verdicts }));
    // A later script may depend on definitions that failed.
    if (code === EXIT.usage) break;
  }
  if (wanted.github || outputs.some(({ path }) => path !== undefined)) {
    await verdicts.findRows(session);
    if (sources) verdicts.nameSources(sources);
  }
  for (const { path, kind, textOf } of outputs) {
    if (path !== undefined) await writeOutput(host, path, await textOf(verdicts.all), { kind, force });
  }
  if (wanted.github) {
    const { annotations } = await import("./annotations.ts");
    await host.stderr.write(annotations(verdicts.all));
  }
  return code;
}

/** Creates the conversation that runs dot commands. */
async function newConversation(
  host: CliHost,
  args: Arguments,
  program: Program,
  session: Session,
): Promise<Conversation> {
  const [{ Conversation }, { replHost }, { replSettings }] = await Promise.all([
    import("../repl/conversation.ts"),
    import("./repl_host.ts"),
    import("./repl_settings.ts"),
  ]);
  const settings = replSettings(host, args);
  return new Conversation({ session, host: replHost(host, args, null, program), settings, personal: false });
}

/** Whether no script can show or test a function name, so that programs need not be opened. */
async function needNoNames(args: Arguments, scripts: readonly Script[]): Promise<boolean> {
  if (loadChoices(args).resolve === undefined || args.values("suppressions").length > 0) return false;
  for (const { text } of scripts) if (await hasDotCommand(text)) return false;
  const { isIndependentOfNames } = await import("../language/name_independence.ts");
  return scripts.every(({ text }) => {
    const { script, diagnostics } = parseScript(text);
    return diagnostics.length === 0 && isIndependentOfNames(script);
  });
}

/**
 * Returns a session with the traces of the command line. A server may still have them open from an earlier
 * command.
 */
async function sessionFor(
  host: CliHost,
  args: Arguments,
  operands: readonly string[],
  isNameless: boolean,
): Promise<Session> {
  if (!host.sessions) return await openSession(host, args, operands, { isNameless });
  const paths = traceOperands(host, operands).map(({ path }) => path);
  const key = JSON.stringify([Deno.cwd(), operands, args.value("format"), args.has("strict")]);
  const open = async (world: CliHost): Promise<Session> => await openSession(world, args, operands);
  const session = await host.sessions.open(host, key, paths, open);
  await suppressIn(session, args);
  return session;
}

/** Returns a session with the traces of the command line if they open quickly; otherwise undefined. */
export async function sessionIfQuick(
  host: CliHost,
  args: Arguments,
  operands: readonly string[],
): Promise<Session | undefined> {
  const paths = traceOperands(host, operands).map(({ path }) => path);
  if (paths.length === 0 || !opensQuickly(paths)) return undefined;
  try {
    return await openSession(host, args, operands);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/**
 * Returns a session with the traces of the command line. Warns of damaged traces if `warns` is true. Throws
 * `InputError` for a damaged one if `--strict` is given.
 */
export async function openSession(
  host: CliHost,
  args: Arguments,
  operands: readonly string[] = args.operands,
  { warns = true, isNameless = false }: { readonly warns?: boolean; readonly isNameless?: boolean } = {},
): Promise<Session> {
  if (operands.length === 0) {
    throw new UsageError('Cannot query without a trace: "quarry query FILE... -e QUERY"');
  }
  const session = new Session(libraryFiles);
  await suppressIn(session, args);
  const options = {
    pools: session.pools,
    programs: new ProgramFiles(),
    ...loadChoices(args),
    format: traceFormat(args),
    isNameless,
    ...(host.gone ? { signal: host.gone } : {}),
  };
  const traces = traceOperands(host, await expandLists(host, operands));
  // Report missing files before spending minutes on the others.
  for (const { path } of traces) {
    if (path !== STANDARD_INPUT && !host.exists(path)) (await openOperand(path)).source.close();
  }
  for (const operand of traces) {
    const file = await openTraceFile(host, operand, options);
    if (warns) await warnAboutDamage(host, file.traces);
    if (args.has("strict") && file.traces.some(isDamaged)) {
      throw new InputError(
        `Cannot use ${displayPath(operand.path)}: it is damaged, and --strict is given`,
        operand.path,
        "failed",
      );
    }
    session.add(tracesOf(file, operand.path));
  }
  return session;
}

/**
 * Runs one script and shows its results, or none without settings; returns the exit code. Errors are
 * reported, not thrown.
 */
export async function showScript(
  host: CliHost,
  session: Session,
  script: Script & {
    readonly settings: OutputSettings | null;
    readonly verdicts?: Verdicts;
    /** Does not report assertions that are true. */
    readonly quietly?: boolean;
    /** Returns true for an error that is not reported, because the script will run again. */
    readonly ignores?: (error: unknown) => boolean;
  },
): Promise<number> {
  const { text, file, settings } = script;
  let code: number = EXIT.ok;
  const status = canEraseLine(host) ? new QueryStatus((text) => host.stderr.writeNow(text)) : null;
  const signal = polledSignal(() => {
    status?.look();
    return host.gone?.aborted ? host.gone.reason : undefined;
  });
  try {
    await runScript(session, text, {
      warning: (warning) => printWarning(host, warning, script),
      rows: ({ table }) => {
        status?.clear();
        return settings === null ? Promise.resolve() : showResult(host, table, settings);
      },
      async verdict(outcome) {
        status?.clear();
        if (!outcome.passed) code = EXIT.failed;
        script.verdicts?.add(outcome, script);
        if (!outcome.passed || !script.quietly) await reportAssertion(host, outcome);
      },
      async leftOut(leaks) {
        status?.clear();
        await host.stderr.write(`${leftOutText(leaks)}\n`);
      },
    }, { file, signal, progress: status?.progress });
  } catch (error) {
    status?.clear();
    if (error instanceof BrokenPipeError) throw error;
    if (script.ignores?.(error)) return EXIT.ok;
    return await reportFailure(host, error, file);
  }
  return code;
}

/** Reports syntax errors in all scripts; returns false if there are any. */
export async function checkSyntax(
  host: CliHost,
  scripts: readonly Script[],
  open: () => Promise<Session | undefined>,
): Promise<boolean> {
  let good = true;
  let statements = 0;
  let session: Session | undefined;
  for (const { text, file } of scripts) {
    if (await hasDotCommand(text)) {
      statements++;
      continue;
    }
    const parsed = parseScript(text);
    statements += parsed.script.statements.length;
    if (!parsed.diagnostics.some(isError)) continue;
    // Suggestions need the names that the traces contain.
    if (good) session = await open();
    good = false;
    if (session && scripts.length === 1) {
      const failure = await scriptErrors(session, text, file);
      if (failure !== null) {
        await reportFailure(host, failure, file);
        continue;
      }
    }
    // Nothing will be loaded, so names and types can be checked only here. One of several scripts is not
    // checked, because it may use definitions of the others.
    const { scriptDiagnostics } = await import("./script_diagnostics.ts");
    const all = scripts.length === 1 ? scriptDiagnostics(text, file) : parsed.diagnostics;
    await reportFailure(host, new QueryError(all.filter(isError), text), file);
  }
  session?.closeAll();
  // Without this error, a run without queries would look like one whose queries have no results.
  if (good && statements === 0) throw new UsageError(`Cannot run without a query: ${NO_QUERY}`);
  return good;
}

/** Completes the error message about a missing query. */
export const NO_QUERY = "use -e QUERY, -f FILE or standard input";

/** Returns the errors of a script for the open traces; null if it has none. */
async function scriptErrors(
  session: Session,
  text: string,
  file: string | undefined,
): Promise<QueryError | null> {
  try {
    await preparedScript(session, text, file);
    return null;
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return new QueryError(error.diagnostics.filter(isError), text);
  }
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** Writes a line about an assertion to standard error, apart from results. */
export async function reportAssertion(host: CliHost, outcome: AssertOutcome): Promise<void> {
  const color = useColor(host, host.stderr, undefined);
  const name = visible(assertionName(outcome));
  const paint = (code: string, text: string): string => (color ? `\x1b[${code}m${text}\x1b[0m` : text);
  const line = outcome.passed
    ? `${paint("32", "assertion passed")}: ${name}`
    : `${paint("1;31", "assertion failed")}: ${name} (found ${visible(outcome.found)})`;
  await host.stderr.write(line + "\n");
}

/** Reads the scripts of the command line. Files come first, so that `-e` can use their definitions. */
export async function readScripts(host: CliHost, args: Arguments): Promise<readonly Script[]> {
  const scripts: Script[] = [];
  const reads = [
    ...args.values("file"),
    ...args.operands.map((each) => NAMED_OPERAND.exec(each)?.[2] ?? each),
  ];
  if (reads.filter((path) => path === "-").length > 1) {
    throw new UsageError('Standard input can be read only once: "-" is given more than once');
  }
  for (const file of args.values("file")) {
    scripts.push({ text: await readScript(host, file, OUTPUT_MODES), file });
  }
  for (const text of args.values("eval")) scripts.push({ text });
  return await withSettings(scripts, args);
}

/** Returns the scripts with the values of `--set` and `--mine`. */
async function withSettings(scripts: readonly Script[], args: Arguments): Promise<readonly Script[]> {
  const settings = [...args.values("set")];
  const mine = args.value("mine");
  if (settings.length === 0 && mine === undefined) return scripts;
  const { definesOwnFiles, withParameters } = await import("./parameters.ts");
  if (mine !== undefined && definesOwnFiles(scripts)) settings.push(`mine=${mine}`);
  const given = settings.length === 0 ? scripts : withParameters(scripts, settings);
  return mine === undefined || definesOwnFiles(scripts)
    ? given
    : [{ text: `let mine = ${printString(mine)}` }, ...given];
}
