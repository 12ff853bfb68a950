/**
 * The queries of `quarry export`, and passing their rows to the writer of a format.
 * @module
 */

import { didYouMean } from "../base/did_you_mean.ts";
import { UsageError } from "../base/errors.ts";
import { leftOutText } from "../engine/left_out.ts";
import { LastRows, runScript } from "../engine/run_script.ts";
import type { QueryOutcome, Session } from "../engine/session.ts";
import { COVERED_LINES } from "../export/covered_files.ts";
import {
  type ByteSink,
  type Compression,
  COMPRESSIONS,
  type FileExporter,
  type SourceOptions,
} from "../export/exporter.ts";
import { profileQuery } from "../export/profile_query.ts";
import type { SampleWeight } from "../export/sample_set.ts";
import { weightNamed, writeRows } from "../export/write_rows.ts";
import type { ProfileQuery } from "../formats/format_types.ts";
import { type Arguments, EXIT } from "./command.ts";
import { printWarning, reportFailure } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { reportAssertion } from "./run_queries.ts";
import type { Script } from "./script.ts";

/** Returns the compression that `--compression` selects. */
function compressionOf(args: Arguments): Compression | undefined {
  return COMPRESSIONS.find((each) => each === args.value("compression"));
}

/** The destination of an export. */
interface ExportTarget {
  readonly sink: ByteSink;
  readonly progress: (done: number, total: number) => void;
  /** Called for texts that a spreadsheet would interpret as formulas. */
  readonly onFormula: (text: string) => void;
  /** How source files are named. */
  readonly sources: SourceOptions | undefined;
}

/** An export of one or more traces. */
export class ExportJob {
  readonly #host: CliHost;
  readonly #args: Arguments;
  readonly #session: Session;

  /** Creates the job; nothing runs yet. */
  constructor(host: CliHost, args: Arguments, session: Session) {
    this.#host = host;
    this.#args = args;
    this.#session = session;
  }

  /** Returns the scripts that are run when the user gives none. */
  defaultScripts(exporter: FileExporter): Script[] {
    if (exporter.takes === "traces") return [];
    const table = this.#args.value("table");
    if (table !== undefined) return [{ text: this.#checkTable(table) }];
    const text = exporter.takes === "samples"
      ? this.#recipe(exporter).query
      : exporter.takes === "lines"
      ? COVERED_LINES
      : this.#mainTable();
    const [source] = /^\w+/.exec(text)!;
    const { tableNames } = this.#session.catalog;
    if (tableNames.includes(source)) return [{ text }];
    throw new UsageError(
      `The trace has no table "${source}" to export: choose one with --table; ` +
        `it has ${tableNames.join(", ")}`,
    );
  }

  #recipe({ name }: FileExporter): ProfileQuery {
    return profileQuery(this.#session.traces.map(({ trace }) => trace), name);
  }

  #mainTable(): string {
    const tables = [...new Set(this.#session.traces.map(({ trace }) => trace.header.mainTable))];
    if (tables.length === 1) return tables[0]!;
    throw new UsageError(
      `The traces have different main tables (${tables.join(", ")}): choose one with --table, ` +
        "or export them one by one",
    );
  }

  #checkTable(name: string): string {
    const names = this.#session.catalog.tableNames;
    if (names.includes(name)) return name;
    const lacks = this.#session.catalog.missingTable?.(name);
    const near = didYouMean(name, names);
    const hint = lacks ?? (near ? `did you mean ${near}?` : `the tables are ${names.join(", ")}`);
    throw new UsageError(`Unknown table "${name}": ${hint}`);
  }

  /**
   * Runs the scripts. Returns the rows of the last query, an exit code after an error, or null without a
   * query.
   */
  async ask(scripts: readonly Script[]): Promise<QueryOutcome | number | null> {
    const last = new LastRows();
    let failed = false;
    for (const { text, file } of scripts) {
      try {
        await runScript(this.#session, text, {
          keep: last.keep,
          warning: (warning) => printWarning(this.#host, warning, { text, file }),
          leftOut: async (leaks) => await this.#host.stderr.write(`${leftOutText(leaks)}\n`),
          verdict: async (outcome) => {
            failed ||= !outcome.passed;
            await reportAssertion(this.#host, outcome);
          },
        }, { file });
      } catch (error) {
        last.release();
        return await reportFailure(this.#host, error, file);
      }
    }
    if (failed) {
      last.release();
      return EXIT.failed;
    }
    if (last.outcome === null && scripts.length > 0) {
      throw new UsageError("The script has no query with rows to export");
    }
    return last.outcome;
  }

  /** Writes the export. */
  async write(exporter: FileExporter, outcome: QueryOutcome | null, target: ExportTarget): Promise<void> {
    if (exporter.takes === "traces") {
      return await exporter.write(this.#session, target.sink, target.progress);
    }
    if (!outcome) throw new TypeError("The query has no rows to export");
    const { table, text: query } = outcome;
    const profile = exporter.takes === "samples" && !this.#isChosen() ? this.#recipe(exporter) : undefined;
    await writeRows(exporter, { session: this.#session, table, query, profile }, {
      sink: target.sink,
      rows: {
        decimal: this.#args.has("decimal"),
        header: !this.#args.has("no-header"),
        jsonNumbers: this.#args.has("json-numbers"),
        compression: compressionOf(this.#args),
        spreadsheet: this.#args.has("spreadsheet"),
        onFormula: target.onFormula,
      },
      weightAt: (weights, first) => this.#weightAt(weights, this.#args.value("weight") ?? first),
      paths: { isUnfolded: this.#args.has("unfolded") },
      progress: target.progress,
      sources: target.sources,
    });
  }

  /** Whether the user has specified what to export. */
  #isChosen(): boolean {
    return this.#args.values("eval").length > 0 || this.#args.values("file").length > 0 ||
      this.#args.value("table") !== undefined;
  }

  #weightAt(weights: readonly SampleWeight[], wanted: string): number {
    const at = weightNamed(weights, wanted);
    if (at >= 0) return at;
    const near = didYouMean(wanted, weights.map(({ name }) => name));
    throw new UsageError(
      `Unknown weight "${wanted}": ${
        near ? `did you mean ${near}?` : `the weights are ${weights.map(({ name }) => name).join(", ")}`
      }`,
    );
  }
}
