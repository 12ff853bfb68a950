/**
 * Implements `quarry query --engine`: translates scripts and runs them on an engine over a dataset.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import type { ResultTable } from "../base/result_table.ts";
import { verdictOf } from "../engine/verdict.ts";
import type { Constant } from "../query/plan/values.ts";
import type { BoundStatement } from "../query/plan/statement.ts";
import { canEraseLine, StatusLine } from "../render/status_line.ts";
import { durationText } from "../render/number_text.ts";
import { EngineError, type SqlEngine } from "../sql/engines/engine.ts";
import { openEngine } from "../sql/engines/registry.ts";
import type { ProgramOutput, ProgramWatch } from "../sql/engines/engine_settings.ts";
import { DIALECTS, translate } from "../sql/translate.ts";
import { BrokenPipeError } from "../output/output_error.ts";
import { EMPTY_ENVIRONMENT, type Environment } from "../query/analysis/environment.ts";
import { type Arguments, EXIT } from "./command.ts";
import { openDataset } from "./dataset_folder.ts";
import { duckDbStarter } from "./duckdb/start.ts";
import { engineNamed } from "./engine_options.ts";
import { reportFailure } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { outputSettings, showResult } from "./output.ts";
import { readScripts, reportAssertion } from "./run_queries.ts";
import type { Script } from "./script.ts";
import { suppressionScripts } from "./suppressions_option.ts";
import { bindSqlScript } from "./run_sql.ts";
import { verdictOutputs } from "./verdict_formats.ts";

/** If a statement takes longer than this many milliseconds, a line shows that it is running. */
const SLOW_MS = 1000;

/** Runs scripts on an engine and shows the results; returns the exit code. */
export async function runOnEngine(
  host: CliHost,
  args: Arguments,
  given?: readonly Script[],
): Promise<number> {
  const scripts = [...suppressionScripts(args), ...given ?? await readScripts(host, args)];
  const folder = datasetFolder(args);
  const { github, junit, sarif } = verdictOutputs(args);
  if (github || junit !== undefined || sarif !== undefined) {
    throw new UsageError(
      "An engine's verdicts are on standard error and in the exit code: leave out --junit, --sarif and --github",
    );
  }
  const settings = outputSettings(host, args);
  const name = engineNamed(args, "engine");
  const dataset = openDataset(folder);
  const stop = new AbortController();
  let engine: SqlEngine | undefined;
  let environment: Environment = EMPTY_ENVIRONMENT;
  let code: number = EXIT.ok;
  const forget = host.onInterrupt(() => stop.abort(new Error("interrupted")));
  try {
    // Translate all scripts first, so that errors appear before an engine is started.
    const all = scripts.map(({ text, file }) => {
      const script = bindSqlScript(text, dataset, environment, file);
      environment = { ...environment, lets: script.environment.lets };
      return {
        text,
        file,
        made: translate(script.statements, { dialect: DIALECTS[name], dataset, source: text }),
      };
    });
    engine = await openSelectedEngine(args);
    for (const { text, made } of all) {
      for (const { statement, sql } of made) {
        const table = await withProgressLine(
          host,
          (progress) => engine!.run(sql, statement.plan.columns, { signal: stop.signal, progress }),
        );
        if (statement.kind === "query") await showResult(host, table, settings);
        else if (!await reportVerdict(host, statement, table, text)) code = EXIT.failed;
      }
    }
    return code;
  } catch (error) {
    if (error instanceof BrokenPipeError) throw error;
    if (stop.signal.aborted) return EXIT.interrupted;
    if (!(error instanceof EngineError)) return await reportFailure(host, error, scripts[0]?.file);
    await host.stderr.write(`error: ${error.message}\n`);
    return EXIT.failed;
  } finally {
    forget();
    engine?.close();
  }
}

/** Runs a statement and shows its progress if it takes long. */
async function withProgressLine(
  host: CliHost,
  run: (progress: (done: number) => void) => Promise<ResultTable>,
): Promise<ResultTable> {
  const line = canEraseLine(host) ? new StatusLine((text) => host.stderr.writeNow(text), SLOW_MS) : null;
  let done = 0;
  const look = line && setInterval(() => {
    line.show((seconds) => {
      const far = done > 0 ? `: ${Math.floor(100 * done)}%` : "";
      return `running${far}, ${durationText(Number(seconds.toPrecision(2)))}; Ctrl-C stops it`;
    });
  }, SLOW_MS / 4);
  try {
    return await run((part) => done = part);
  } finally {
    if (look !== null) clearInterval(look);
    line?.clear();
  }
}

/**
 * Returns the folder of `--dataset`. Throws `UsageError` if the option is missing, or if traces are given as
 * well.
 */
export function datasetFolder(args: Arguments): string {
  const folder = args.value("dataset");
  if (folder === undefined) throw new UsageError("Cannot query an engine without --dataset DIR");
  if (args.operands.length === 0) return folder;
  throw new UsageError("An engine reads a dataset, not traces: leave out the files, or leave out --engine");
}

/** The verdict of an assertion about the rows of an engine. */
export function assertionVerdict(
  statement: BoundStatement & { kind: "assert" },
  table: ResultTable,
): ReturnType<typeof verdictOf> {
  const { rowCount: rows, columns: { length: columns } } = table;
  return verdictOf(statement, { rows, columns, single: () => table.value(0, 0) as Constant });
}

/** Reports the verdict of an assertion; returns whether it is true. */
async function reportVerdict(
  host: CliHost,
  statement: BoundStatement & { kind: "assert" },
  table: ResultTable,
  source: string,
): Promise<boolean> {
  const { message, node, span } = statement;
  const verdict = assertionVerdict(statement, table);
  const text = source.slice(span.start, span.end);
  await reportAssertion(host, { kind: "assert", ...verdict, message, text, node, span, milliseconds: 0 });
  return verdict.passed;
}

/** Opens the engine that the options name. Throws `EngineError` if it is not available. */
export function openSelectedEngine(args: Arguments): Promise<SqlEngine> {
  return openEngine(engineNamed(args, "engine"), {
    server: args.value("server"),
    run: startProgram,
    listens,
    startDuckDb: duckDbStarter(),
  });
}

/** Runs the program of an engine; aborting the signal ends it. */
async function startProgram(
  program: string,
  args: readonly string[],
  { signal, said }: ProgramWatch = {},
): Promise<ProgramOutput> {
  const child = new Deno.Command(program, {
    args: [...args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    ...(signal ? { signal } : {}),
  }).spawn();
  let stderr = "";
  const listening = (async (): Promise<void> => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      stderr += text;
      said?.(text);
    }
  })();
  const [stdout, { success }] = await Promise.all([
    new Response(child.stdout).text(),
    child.status,
    listening,
  ]);
  return { success, stdout, stderr };
}

/** Whether a server accepts connections. A client of a missing server would retry for minutes. */
async function listens(hostname: string, port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname, port })).close();
    return true;
  } catch (error) {
    // Without the permission to connect this is unknown, so assume that the server is there.
    return error instanceof Deno.errors.NotCapable;
  }
}
