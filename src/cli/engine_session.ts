/**
 * A session whose statements run on an engine, over a dataset; the prompt uses it like a session with open
 * traces.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import type { ResultTable } from "../base/result_table.ts";
import { type QueryOutcome, type RunProgress, Session } from "../engine/session.ts";
import type { Catalog } from "../query/analysis/catalog.ts";
import { EMPTY_ENVIRONMENT, type Environment, LAST_RESULT } from "../query/analysis/environment.ts";
import type { Dataset } from "../sql/dataset.ts";
import type { Dialect } from "../sql/dialects/dialect.ts";
import type { SqlEngine } from "../sql/engines/engine.ts";
import { DIALECTS, translate } from "../sql/translate.ts";
import type { NamedPlans } from "../sql/translation.ts";
import type { Arguments } from "./command.ts";
import { openDataset } from "./dataset_folder.ts";
import { DatasetValues } from "./dataset_values.ts";
import { engineNamed } from "./engine_options.ts";
import { assertionVerdict, datasetFolder, openSelectedEngine } from "./run_engine.ts";
import { bindSqlScript } from "./run_sql.ts";

/** How often a signal that must be polled is checked, in milliseconds. */
const LOOK_EVERY = 50;
/** Total of the progress that a statement reports. */
const PARTS = 100;

/** A prepared script. */
type Prepared = ReturnType<Session["prepare"]>;

/** The named results that are defined before some statement. */
interface Names {
  readonly kept: NamedPlans;
  readonly results: Environment["results"];
}

/**
 * Opens the dataset and the engine that the options name. Throws `UsageError`, `InputError`, `EngineError`.
 */
export async function openEngineSession(args: Arguments): Promise<Session> {
  const folder = datasetFolder(args);
  const name = engineNamed(args, "engine");
  const dataset = openDataset(folder);
  // A prompt runs for hours, so report damage before it starts, not during a completion.
  dataset.readAll();
  return new EngineSession(dataset, DIALECTS[name], await openSelectedEngine(args));
}

/**
 * A session that queries an exported dataset with an SQL engine. Named results are not stored: the SQL of a
 * query that uses one includes its definition.
 */
export class EngineSession extends Session {
  readonly #dataset: Dataset;
  readonly #engine: SqlEngine;
  readonly #dialect: Dialect;
  readonly #values: DatasetValues;
  readonly #named = new WeakMap<ResultTable, Names>();
  #own: Environment = EMPTY_ENVIRONMENT;
  #kept: NamedPlans = new Map();

  /** Takes ownership of the engine, and closes it with the session. */
  constructor(dataset: Dataset, dialect: Dialect, engine: SqlEngine) {
    super();
    this.#dataset = dataset;
    this.#dialect = dialect;
    this.#engine = engine;
    this.#values = new DatasetValues(dataset, dialect, engine);
  }

  /** The catalog for completion, which includes values once the engine has counted them. */
  override get catalog(): Catalog {
    return this.#values;
  }

  override get environment(): Environment {
    return this.#own;
  }

  /** Throws: traces cannot be added to a dataset. */
  override add(): void {
    throw new UsageError(
      "An engine reads a dataset, not traces: quarry export FILE --to dataset adds one to it",
    );
  }

  override prepare(source: string, file?: string): Prepared {
    const { statements, environment, warnings } = bindSqlScript(source, this.#dataset, this.#own, file);
    // Translate all statements first, so that those that cannot be translated are reported before anything
    // runs.
    translate(statements, this.#target(source), this.#kept);
    return { statements, warnings, source, environment };
  }

  override async *run(
    prepared: Prepared,
    signal?: AbortSignal,
    progress?: RunProgress,
  ): ReturnType<Session["run"]> {
    const { source } = prepared;
    for (const { statement, sql, kept } of translate(prepared.statements, this.#target(source), this.#kept)) {
      const text = source.slice(statement.span.start, statement.span.end);
      const start = performance.now();
      const table = await this.#ask(sql, statement.plan.columns, signal, progress);
      const milliseconds = performance.now() - start;
      const results = new Map(prepared.environment.results);
      results.set(LAST_RESULT, statement.plan.columns);
      this.#kept = kept;
      if (statement.kind === "assert") {
        const { message, node, span } = statement;
        const verdict = assertionVerdict(statement, table);
        yield { kind: "assert", message, text, node, span, milliseconds, ...verdict };
        continue;
      }
      this.#own = { ...this.#own, results };
      this.#named.set(table, { kept, results });
      const scanned = { rows: 0, blocks: 0, blocksSkipped: 0 };
      const { node: pipeline } = statement;
      yield {
        kind: "query",
        table,
        text,
        pipeline,
        milliseconds,
        scanned,
        release() {},
      } satisfies QueryOutcome;
    }
    this.#own = { ...this.#own, lets: prepared.environment.lets };
  }

  /** Stores only the name of the last result, after a separate query. */
  override keep(name: string, table: ResultTable): void {
    const names = this.#named.get(table);
    if (names === undefined || name !== LAST_RESULT) return;
    this.#kept = names.kept;
    this.#own = { ...this.#own, results: names.results };
  }

  override closeAll(): void {
    this.#values.close();
    this.#engine.close();
    super.closeAll();
  }

  #target(source: string): Parameters<typeof translate>[1] {
    return { dialect: this.#dialect, dataset: this.#dataset, source };
  }

  /** Runs SQL. The signal of a prompt must be polled, so a timer checks it while the engine is running. */
  async #ask(
    sql: string,
    columns: Parameters<SqlEngine["run"]>[1],
    signal: AbortSignal | undefined,
    progress: RunProgress | undefined,
  ): Promise<ResultTable> {
    await this.#values.rest();
    const stop = new AbortController();
    const look = setInterval(() => {
      if (signal?.aborted) stop.abort(signal.reason);
    }, LOOK_EVERY);
    if (progress) Object.assign(progress, { step: "", done: 0, total: 0 });
    try {
      return await this.#engine.run(sql, columns, {
        signal: stop.signal,
        progress: (part) => {
          if (progress && part > 0) {
            Object.assign(progress, { step: `${Math.floor(PARTS * part)}% done`, done: 0, total: 0 });
          }
        },
      });
    } finally {
      clearInterval(look);
    }
  }
}
