/**
 * Runs the scripts of `quarry query --each` on one trace.
 * @module
 */

import { FormatError, InputError, UsageError } from "../../base/errors.ts";
import { firstRows, type ResultColumn, type ResultTable, type ResultValue } from "../../base/result_table.ts";
import { tracesOf } from "../../engine/open_trace.ts";
import { leftOutText } from "../../engine/left_out.ts";
import { runScript } from "../../engine/run_script.ts";
import { type QueryOutcome, Session } from "../../engine/session.ts";
import { libraryFiles } from "../../ingest/library_files.ts";
import { displayPath } from "../../ingest/file_source.ts";
import { ProgramFiles } from "../../ingest/program_files.ts";
import { PLAIN_OPTIONS } from "../../render/renderer.ts";
import { rendererNamed, rendererOfFile } from "../../render/registry.ts";
import { visible } from "../../render/visible.ts";
import { EXIT } from "../command.ts";
import { printWarning, reportFailure } from "../failure.ts";
import type { FoundTrace } from "../find_traces.ts";
import type { CliHost } from "../host.ts";
import { isDamaged, openTraceFile, warnAboutDamage } from "../open_traces.ts";
import { resultWriter } from "../result_files.ts";
import { reportAssertion } from "../run_queries.ts";
import type { Script } from "../script.ts";
import type { EachListener, EachPlan } from "./each_plan.ts";
import { resultPath } from "./result_path.ts";
import { tableAsDisplayed } from "../../render/short_names.ts";

/** The column that names the trace of a row. */
const TRACE = "trace";
/** Rows sent to another thread at a time. */
const ROWS_AT_ONCE = 1000;

/** Returned instead of an exit code if a file found in a folder is not a trace. */
export const NO_TRACE = -1;

/**
 * Opens a trace and runs the scripts; returns the exit code. Errors of the trace are reported to the
 * listener, not thrown.
 */
export async function queryOneTrace(
  host: CliHost,
  file: FoundTrace,
  plan: EachPlan,
  listener: EachListener,
): Promise<number> {
  const asking = new TraceScripts(host, file, plan, listener);
  try {
    return await asking.run();
  } finally {
    asking.close();
  }
}

/** Runs the scripts on one trace. */
class TraceScripts {
  readonly #host: CliHost;
  readonly #file: FoundTrace;
  readonly #plan: EachPlan;
  readonly #listener: EachListener;
  readonly #session = new Session(libraryFiles);
  #code: number = EXIT.ok;
  #statement = 0;

  constructor(host: CliHost, file: FoundTrace, plan: EachPlan, listener: EachListener) {
    this.#file = file;
    this.#plan = plan;
    this.#listener = listener;
    // Messages belong to this trace; progress is shown for all traces together.
    const said = { isTerminal: false, writeNow() {} };
    const remark = (text: string): void | Promise<void> => listener({ kind: "remark", text });
    this.#host = {
      ...host,
      stderr: {
        ...said,
        write: async (piece) =>
          await remark(typeof piece === "string" ? piece : new TextDecoder().decode(piece)),
      },
    };
  }

  close(): void {
    this.#session.closeAll();
  }

  async run(): Promise<number> {
    try {
      await this.#open();
    } catch (error) {
      if (this.#isNotTrace(error)) return NO_TRACE;
      return await this.#failed(error);
    }
    const { files } = this.#plan;
    if (files === undefined) return await this.#runScripts((outcome) => this.#show(outcome));
    const path = resultPath(files, this.#file.name);
    return await this.#runScripts((outcome) => this.#write(path, outcome));
  }

  async #open(): Promise<void> {
    const { choices, strict } = this.#plan;
    const opened = await openTraceFile(this.#host, this.#file, {
      pools: this.#session.pools,
      programs: new ProgramFiles(),
      ...choices,
    });
    this.#session.add(tracesOf(opened, this.#file.path));
    await warnAboutDamage(this.#host, opened.traces);
    if (!strict || !opened.traces.some(isDamaged)) return;
    const { path } = this.#file;
    throw new InputError(
      `Cannot use ${displayPath(path)}: it is damaged, and --strict is given`,
      path,
      "failed",
    );
  }

  /** A file found in a folder may not be a trace. */
  #isNotTrace(error: unknown): boolean {
    if (!this.#file.found) return false;
    return error instanceof FormatError && error.format === "unknown" ||
      error instanceof InputError && error.trouble === "empty";
  }

  /** Runs the scripts until one fails. */
  async #runScripts(rows: (outcome: QueryOutcome) => Promise<void>): Promise<number> {
    for (const script of this.#plan.scripts) {
      try {
        await this.#runScript(script, rows);
      } catch (error) {
        return Math.max(this.#code, await this.#failed(error, script.file));
      }
    }
    return this.#code;
  }

  async #runScript(script: Script, rows: (outcome: QueryOutcome) => Promise<void>): Promise<void> {
    const { text, file } = script;
    await runScript(this.#session, text, {
      warning: (warning) => printWarning(this.#host, warning, script),
      rows,
      verdict: async (outcome) => {
        if (!outcome.passed) this.#code = EXIT.failed;
        await this.#host.stderr.write(`${visible(this.#file.name)}: `);
        await reportAssertion(this.#host, outcome);
      },
      leftOut: (leaks) => this.#host.stderr.write(`${visible(this.#file.name)}: ${leftOutText(leaks)}\n`),
    }, { file });
  }

  async #show({ table }: QueryOutcome): Promise<void> {
    const { mode, options, limit } = this.#plan;
    const renderer = rendererNamed(mode)!;
    const rows = withTrace(limit === undefined ? table : firstRows(table, limit), this.#file.name);
    const statement = this.#statement++;
    const { joined } = renderer;
    if (joined === undefined) return await this.#sendRows(rows, statement);
    const shown = tableAsDisplayed(rows, this.#plan.names, renderer);
    await this.#listener({ kind: "result", head: joined.head(shown, options) });
    await joined.rows(shown, (text) => this.#listener({ kind: "text", text }), options);
  }

  /** Sends rows that will be shown in one frame with those of all traces. */
  async #sendRows({ columns, rowCount, value }: ResultTable, statement: number): Promise<void> {
    const plain: ResultColumn[] = columns.map(({ name, type, display, rank }) => ({
      name,
      type,
      ...(display === undefined ? {} : { display }),
      ...(rank === undefined ? {} : { rank }),
    }));
    for (let first = 0; first === 0 || first < rowCount; first += ROWS_AT_ONCE) {
      const rows: ResultValue[][] = [];
      for (let row = first; row < Math.min(rowCount, first + ROWS_AT_ONCE); row++) {
        rows.push(columns.map((_, column) => value(row, column)));
      }
      await this.#listener({ kind: "rows", statement, columns: plain, rows });
    }
  }

  /** Writes the complete results to a file of the trace. */
  async #write(path: string, { table, text: query }: QueryOutcome): Promise<void> {
    const { mode, options, limit } = this.#plan;
    const { header, jsonNumbers } = options;
    const sink = async (piece: string | Uint8Array): Promise<void> =>
      await this.#listener({ kind: "text", text: piece });
    const writer = resultWriter(path);
    if (writer === null) {
      const renderer = rendererOfFile(path) ?? rendererNamed(mode)!;
      const rows = limit === undefined ? table : firstRows(table, limit);
      const shown = tableAsDisplayed(rows, this.#plan.names, renderer);
      return await renderer.render(shown, sink, { ...PLAIN_OPTIONS, header, jsonNumbers });
    }
    if (this.#statement++ > 0) throw new UsageError(`"${path}" can contain the rows of only one query`);
    const { pools } = this.#session;
    await writer.write({ table, pools, query }, (piece) => sink(piece.slice()), { header, jsonNumbers });
  }

  async #failed(error: unknown, file?: string): Promise<number> {
    let text = "";
    const host = {
      ...this.#host,
      stderr: {
        ...this.#host.stderr,
        write: (piece: string | Uint8Array) => Promise.resolve(void (text += piece)),
      },
    };
    const code = await reportFailure(host, error, file);
    await this.#listener({ kind: "failure", text });
    return code;
  }
}

/** Adds a first column with the trace's name, unless the result already has one. */
function withTrace(table: ResultTable, name: string): ResultTable {
  const { columns, rowCount } = table;
  if (columns.some((column) => column.name === TRACE)) {
    return { columns, rowCount, value: (row, column) => table.value(row, column) };
  }
  return {
    columns: [{ name: TRACE, type: "text" }, ...columns],
    rowCount,
    value: (row, column) => column === 0 ? name : table.value(row, column - 1),
  };
}
