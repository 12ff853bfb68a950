/**
 * The table of events (`-v`; with `-s` a second line gives the source of each).
 * @module
 */

import type { Trace } from "../../tables/trace.ts";
import { BlocksInUse } from "./blocks_in_use.ts";
import { LineWriter } from "./line_writer.ts";
import { type BlockColumn, TableBlock } from "./table_block.ts";

const HEADS: Record<number, string> = {
  32: " event  type     index  allocation      size    life   count     bytes\n" +
    "------  ------  ------  ----------  --------  ------  ------  --------\n",
  64: " event  type     index      allocation          size    life   count     bytes\n" +
    "------  ------  ------  ------------------  --------  ------  ------  --------\n",
};
const PIECE_BYTES = 1 << 16;
const SOURCE_INDENT = 23;
const KINDS = ["alloc", "realloc", "free", "reserve", "internal"];
const COLUMNS = ["kind", "no", "index", "addr", "size", "alloc", "live_blocks", "live_bytes"] as const;
const SOURCE_COLUMNS = ["thread", "func", "file", "line"] as const;

/** The columns of the current block. */
type Columns = Record<typeof COLUMNS[number] | typeof SOURCE_COLUMNS[number], BlockColumn>;

/** Prints events as table rows. */
export class EventRows {
  readonly #trace: Trace;
  readonly #wordBits: number;
  readonly #lives: BlocksInUse;
  readonly #kinds = new Map<number, string>();
  readonly #withSource: boolean;
  readonly #out = new LineWriter();

  /** Creates the writer; nothing is read yet. */
  constructor(trace: Trace, withSource: boolean) {
    this.#trace = trace;
    this.#wordBits = trace.header.wordBits;
    this.#lives = new BlocksInUse(trace);
    this.#withSource = withSource;
    for (const kind of KINDS) this.#kinds.set(trace.pools.strings.find(kind), kind);
  }

  /** The header line of the table. */
  get head(): string {
    return HEADS[this.#wordBits === 32 ? 32 : 64]!;
  }

  /** The rows, in chunks. */
  *pieces(): Generator<Uint8Array> {
    const block = new TableBlock(this.#trace.tables.get("events"));
    const names = this.#withSource ? [...COLUMNS, ...SOURCE_COLUMNS] : COLUMNS;
    for (let at = 0; at < block.blocks; at++) {
      const columns = block.load(at, names) as Columns;
      for (let row = 0; row < block.rows; row++) {
        this.#row(columns, row);
        if (this.#out.length > PIECE_BYTES) yield this.#out.take();
      }
    }
    yield this.#out.take();
  }

  #row(columns: Columns, row: number): void {
    const { no, index, addr, size, alloc, live_blocks: blocks, live_bytes: bytes } = columns;
    const out = this.#out;
    const kind = this.#kinds.get(columns.kind.low(row))!;
    if (kind === "reserve" || kind === "internal") {
      out.blanks(8);
      out.text(kind);
      out.blanks(16 - kind.length);
      out.pointer(addr.low(row), addr.high(row), this.#wordBits);
      out.blanks(2);
      out.number(size.low(row), size.high(row), 8);
      out.text("\n");
      return;
    }
    // The original omits records of unknown blocks from the table.
    if (alloc.isNull(row)) return;
    const event = no.low(row) + no.high(row) * 0x1_0000_0000;
    const life = alloc.low(row);
    if (kind === "alloc") this.#lives.begin(life, event, 0n);
    out.number(no.low(row), no.high(row), 6);
    out.blanks(2);
    out.text(kind);
    out.blanks(8 - kind.length);
    out.number(index.low(row), index.high(row), 6);
    out.blanks(2);
    out.pointer(addr.low(row), addr.high(row), this.#wordBits);
    out.blanks(2);
    out.number(size.low(row), size.high(row), 8);
    out.blanks(2);
    if (kind === "free") out.number(this.#lives.end(life, event), 0, 6);
    else out.blanks(6);
    out.blanks(2);
    out.number(blocks.low(row), blocks.high(row), 6);
    out.blanks(2);
    out.number(bytes.low(row), bytes.high(row), 8);
    out.text("\n");
    if (this.#withSource) this.#source(columns, row);
  }

  #source({ thread, func, file, line }: Columns, row: number): void {
    const { strings } = this.#trace.pools;
    const out = this.#out;
    const inThread = thread.low(row) !== 0 || thread.high(row) !== 0;
    const inFunc = func.low(row) !== 0;
    const atLine = file.low(row) !== 0 && line.low(row) !== 0;
    if (!inThread && !inFunc && !atLine) return;
    out.blanks(SOURCE_INDENT);
    if (inThread) {
      out.text(" thread ");
      out.number(thread.low(row), thread.high(row), 1);
    }
    if (inFunc) {
      out.text(" in ");
      out.bytes(strings.bytes(func.low(row)));
    }
    if (atLine) {
      out.text(" at ");
      out.bytes(strings.bytes(file.low(row)));
      out.text(" line ");
      out.number(line.low(row), 0, 1);
    }
    out.text("\n");
  }
}
