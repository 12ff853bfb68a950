/**
 * The table of events (`-v`, with `-s` a second line that says where each one came from).
 * @module
 */

import { EVENT_KINDS } from "../../events/trace_sink.ts";
import type { Trace } from "../../tables/trace.ts";
import { BlocksInUse } from "./blocks_in_use.ts";
import { binaryText, pointer } from "./format.ts";
import { TableBlock } from "./table_block.ts";

const HEADS: Record<number, string> = {
  32: " event  type     index  allocation      size    life   count     bytes\n" +
    "------  ------  ------  ----------  --------  ------  ------  --------\n",
  64: " event  type     index      allocation          size    life   count     bytes\n" +
    "------  ------  ------  ------------------  --------  ------  ------  --------\n",
};
const COLUMNS = ["kind", "no", "index", "addr", "size", "alloc", "live_blocks", "live_bytes"];
const SOURCE_COLUMNS = ["thread", "func", "file", "line"];
const SOURCE_INDENT = " ".repeat(23);
const NO_LIFE = " ".repeat(6);

/** Prints events as table rows, block by block; the text's characters are bytes. */
export class EventRows {
  readonly #trace: Trace;
  readonly #block: TableBlock;
  readonly #lives: BlocksInUse;
  readonly #kinds = new Map<number, string>();
  readonly #names = new Map<number, string>();
  readonly #columns: readonly string[];
  readonly #withSource: boolean;

  /** Nothing is read yet. */
  constructor(trace: Trace, withSource: boolean) {
    this.#trace = trace;
    this.#block = new TableBlock(trace.tables.get("events"));
    this.#lives = new BlocksInUse(trace.lives?.count ?? 0);
    this.#withSource = withSource;
    this.#columns = withSource ? [...COLUMNS, ...SOURCE_COLUMNS] : COLUMNS;
    for (const kind of EVENT_KINDS) this.#kinds.set(trace.pools.strings.find(kind), kind);
  }

  /** The head of the table. */
  get head(): string {
    return HEADS[this.#trace.header.wordBits === 32 ? 32 : 64]!;
  }

  /** The rows of each block of events. */
  *texts(): Generator<string> {
    for (let block = 0; block < this.#block.blocks; block++) {
      this.#block.load(block, this.#columns);
      let text = "";
      for (let row = 0; row < this.#block.rows; row++) text += this.#row(row);
      yield text;
    }
  }

  #row(row: number): string {
    const block = this.#block;
    const kind = this.#kinds.get(block.low("kind", row))!;
    const place = pointer(block.low("addr", row), block.high("addr", row), this.#trace.header.wordBits);
    const size = number(block, "size", row, 8);
    if (kind === "reserve" || kind === "internal") return `        ${kind.padEnd(16)}${place}  ${size}\n`;
    // The original leaves records of unknown blocks out of the table.
    if (block.isNull("alloc", row)) return "";
    const event = Number(block.wide("no", row));
    const life = block.low("alloc", row);
    if (kind === "alloc") this.#lives.begin(life, event, 0n);
    const age = kind === "free" ? String(this.#lives.age(life, event)).padStart(6) : NO_LIFE;
    const start = `${String(event).padStart(6)}  ${kind.padEnd(8)}${
      number(block, "index", row, 6)
    }  ${place}  ${size}`;
    const live = `${number(block, "live_blocks", row, 6)}  ${number(block, "live_bytes", row, 8)}`;
    return `${start}  ${age}  ${live}\n${this.#withSource ? this.#source(row) : ""}`;
  }

  #source(row: number): string {
    const block = this.#block;
    const func = block.low("func", row);
    const file = block.low("file", row);
    const line = block.low("line", row);
    let text = "";
    if (block.low("thread", row) !== 0 || block.high("thread", row) !== 0) {
      text += ` thread ${block.wide("thread", row)}`;
    }
    if (func !== 0) text += ` in ${this.#name(func)}`;
    if (file !== 0 && line !== 0) text += ` at ${this.#name(file)} line ${line}`;
    return text === "" ? "" : `${SOURCE_INDENT}${text}\n`;
  }

  #name(code: number): string {
    let name = this.#names.get(code);
    if (name === undefined) {
      name = binaryText(this.#trace.pools.strings.bytes(code));
      this.#names.set(code, name);
    }
    return name;
  }
}

function number(block: TableBlock, name: string, row: number, width: number): string {
  const text = block.high(name, row) === 0 ? String(block.low(name, row)) : String(block.wide(name, row));
  return text.padStart(width);
}
