/**
 * Combines the results of many traces: rows under one head, in one array, or in one box.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { groupDigits } from "../../base/group_digits.ts";
import { SHOW_LIMITS } from "../../base/limits/show_limits.ts";
import type { ResultColumn, ResultTable, ResultValue } from "../../base/result_table.ts";
import type { CliHost } from "../host.ts";
import { type OutputSettings, showResult } from "../output.ts";
import type { EachMessage } from "./each_plan.ts";

/** Maximum number of rows inside one frame, all of which are in memory. */
const MOST_ROWS = SHOW_LIMITS.framedRows.most;

/** Results of all traces on standard output. */
export class EachResults {
  readonly #host: CliHost;
  readonly #settings: OutputSettings;
  readonly #framed = new Map<string, CollectedRows>();
  #opened = false;
  #head: string | undefined;
  /** Separator before the next row. */
  #between = "";
  #rows = 0;

  constructor(host: CliHost, settings: OutputSettings) {
    this.#host = host;
    this.#settings = settings;
  }

  /** Receives a message about a trace; messages of one trace are kept together. */
  async take(news: EachMessage): Promise<void> {
    if (news.kind === "result") await this.#begin(news.head);
    else if (news.kind === "text") await this.#write(news.text);
    else if (news.kind === "rows") this.#gather(news);
  }

  /** Ends the output after the last message. */
  async finish(): Promise<void> {
    const { joined } = this.#settings.renderer;
    if (joined !== undefined) {
      await this.#open();
      await this.#host.stdout.write(joined.close ?? "");
    }
    for (const table of this.#framed.values()) await showResult(this.#host, table, this.#settings);
  }

  async #open(): Promise<void> {
    if (this.#opened) return;
    this.#opened = true;
    await this.#host.stdout.write(this.#settings.renderer.joined?.open ?? "");
  }

  async #begin(head: string): Promise<void> {
    await this.#open();
    if (head !== this.#head) await this.#host.stdout.write(head);
    this.#head = head;
    this.#between = this.#rows > 0 ? this.#settings.renderer.joined?.between ?? "" : "";
  }

  async #write(piece: string | Uint8Array): Promise<void> {
    if (piece.length === 0) return;
    if (this.#between !== "") await this.#host.stdout.write(this.#between);
    this.#between = "";
    this.#rows++;
    await this.#host.stdout.write(piece);
  }

  #gather({ statement, columns, rows }: EachMessage & { kind: "rows" }): void {
    const key = `${statement} ${columns.map(({ name, type }) => `${name}:${type}`).join()}`;
    let table = this.#framed.get(key);
    if (table === undefined) this.#framed.set(key, table = new CollectedRows(columns));
    this.#rows += rows.length;
    if (this.#rows > MOST_ROWS) {
      throw new UsageError(
        `More than ${groupDigits(MOST_ROWS)} rows are too many for -m ${this.#settings.renderer.name}: ` +
          "-m tsv, csv or ndjson shows rows as they come",
      );
    }
    table.add(rows);
  }
}

/** Rows of several traces. */
class CollectedRows implements ResultTable {
  readonly columns: readonly ResultColumn[];
  readonly #rows: (readonly ResultValue[])[] = [];

  constructor(columns: readonly ResultColumn[]) {
    this.columns = columns;
  }

  get rowCount(): number {
    return this.#rows.length;
  }

  value(row: number, column: number): ResultValue {
    return this.#rows[row]![column]!;
  }

  add(rows: readonly (readonly ResultValue[])[]): void {
    this.#rows.push(...rows);
  }
}
