/**
 * The library's face: bytes in, questions, tables out.
 * @module
 */

import { sourceOf } from "../bytes/byte_source.ts";
import { QueryError } from "../base/errors.ts";
import type { ResultTable } from "../base/result_table.ts";
import { load } from "../ingest/load.ts";
import { tracesOf } from "./open_trace.ts";
import { LastRows, runScript } from "./run_script.ts";
import { Session } from "./session.ts";

/** How to open a trace. */
export interface OpenOptions {
  /** Name of the trace in queries; `trace` unless said otherwise. */
  readonly name?: string;
  /** Format by name, instead of looking at the first bytes. */
  readonly format?: string;
}

/**
 * Open traces that can be asked.
 *
 * ```ts
 * import { Quarry } from "./mod.ts";
 *
 * const quarry = new Quarry();
 * await quarry.open(await Deno.readFile("testdata/mpatrol/wordfreq-le64/trace.mtrc"));
 * const table = await quarry.query("leaks | summarize n = count(), bytes = sum(size)");
 * if (table.value(0, 0) !== 26n) throw new Error("26 blocks leak");
 * ```
 */
export class Quarry {
  readonly #session = new Session();

  /** Names of the open traces. */
  get traces(): readonly string[] {
    return this.#session.traces.map((each) => each.name);
  }

  /** Loads a trace; a file of several segments gives several. Throws `FormatError` when nothing can be read. */
  async open(bytes: Uint8Array, options: OpenOptions = {}): Promise<void> {
    const name = options.name ?? "trace";
    const file = await load(sourceOf(bytes), this.#session.pools, {
      name,
      format: options.format,
      reopen: () => Promise.resolve(sourceOf(bytes)),
    });
    this.#session.add(tracesOf(file, name));
  }

  /** The rows of the last query of a script. Throws `QueryError` when it is wrong or fails. */
  async query(text: string): Promise<ResultTable> {
    const last = new LastRows();
    try {
      await runScript(this.#session, text, {
        keep: last.keep,
        verdict({ passed }) {
          if (!passed) throw new QueryError([], text, true);
        },
      });
      if (!last.outcome) throw new QueryError([], text);
      return copyOf(last.outcome.table);
    } finally {
      last.release();
    }
  }
}

/** Rows outside of the arena, so that they outlive the query. */
function copyOf(table: ResultTable): ResultTable {
  const { columns, rowCount } = table;
  const cells = columns.map((_, column) =>
    Array.from({ length: rowCount }, (_, row) => table.value(row, column))
  );
  return { columns, rowCount, value: (row, column) => cells[column]?.[row] ?? null };
}
