/**
 * Rows of `events`, and which block each call is about.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { stagingOf } from "../../events/cells.ts";
import { KindCode } from "../../events/kind_code.ts";
import {
  BATCH_ROWS,
  type ColumnSpec,
  EVENT_KINDS,
  PAIRING_KIND,
  RECORD_OFFSET,
  type RowWriter,
  type TraceSink,
} from "../../events/trace_sink.ts";
import { AddressMap } from "../address_map.ts";
import type { Callers } from "./callers.ts";
import { OF_LIVES } from "./table_docs.ts";

const COLUMNS: readonly ColumnSpec[] = [
  { name: "kind", type: "text" },
  PAIRING_KIND,
  { name: "index", type: "u64" },
  { name: "addr", type: "u64", nullable: true },
  { name: "size", type: "u64", nullable: true },
  { name: "func", type: "text" },
  { name: "module", type: "text" },
  { name: "stack", type: "u32", nullable: true, zeroIsNull: true },
  { name: "pc", type: "u64", nullable: true },
  RECORD_OFFSET,
];

/** Where a program says of what line a call is. */
const PLACES: readonly ColumnSpec[] = [
  { name: "file", type: "text" },
  { name: "line", type: "u32", nullable: true, zeroIsNull: true },
];

/** A call without a block. */
const NOTHING = EVENT_KINDS.indexOf("call");
const GONE = 0;
const HALF = 0x1_0000_0000;

function columnsOf(writer: RowWriter) {
  return {
    ...stagingOf(writer, "kind", "index", "addr", "size", "func", "module", "stack", "pc"),
    paired: writer.column(PAIRING_KIND.name),
    offset: writer.column(RECORD_OFFSET.name),
  };
}

/** The cells of these, which stay where they are. */
function cellsOf(
  { kind, index, addr, size, func, module, stack, pc, paired, offset }: ReturnType<typeof columnsOf>,
) {
  return {
    kinds: kind.u32,
    indexes: index.u32,
    addrs: addr.u32,
    sizes: size.u32,
    sizeNulls: size.nulls,
    funcs: func.u32,
    modules: module.u32,
    stacks: stack.u32,
    pcs: pc.u32,
    pcNulls: pc.nulls,
    paireds: paired.u32,
    offsets: offset.u32,
  };
}

/** A call as a line says it. */
export interface Call {
  /** Number of its caller. */
  caller: number;
  addrLow: number;
  addrHigh: number;
  sizeLow: number;
  sizeHigh: number;
  /** Where the line begins in the stream. */
  offset: number;
}

/** Writes rows. */
export class EventRows {
  readonly #callers: Callers;
  readonly #writer: RowWriter;
  readonly #columns: ReturnType<typeof columnsOf>;
  readonly #cells: ReturnType<typeof cellsOf>;
  /** Columns of source lines, where a program may be at hand. */
  readonly #places: { readonly file: Uint32Array; readonly line: Uint32Array } | undefined;
  readonly #live = new AddressMap();
  readonly #kinds: { readonly alloc: number; readonly realloc: number; readonly free: number };
  /** Callers and sizes (low halves) of blocks by their index, to tell lines that come twice. */
  #begun = new Uint32Array(2 * 1024);
  #blocks = 0;
  /** Lines that allocate what an earlier line has allocated in just the same way. */
  repeated = 0;
  /** Frees and resizes of blocks that are not in the trace. */
  unknown = 0;

  /** Opens the table. */
  constructor(sink: TraceSink, callers: Callers) {
    this.#callers = callers;
    this.#writer = sink.events(callers.mayHaveLines ? [...COLUMNS, ...PLACES] : COLUMNS, "index", {
      replace: true,
      ofLives: OF_LIVES,
    });
    this.#columns = columnsOf(this.#writer);
    this.#cells = cellsOf(this.#columns);
    if (callers.mayHaveLines) {
      const { file, line } = stagingOf(this.#writer, "file", "line");
      this.#places = { file: file.u32, line: line.u32 };
    }
    const { strings } = sink;
    this.#kinds = {
      alloc: strings.internText("alloc"),
      realloc: strings.internText("realloc"),
      free: strings.internText("free"),
    };
  }

  /** Rows so far. */
  get rows(): number {
    return this.#writer.flushed + this.#writer.count;
  }

  /** A block is allocated. */
  allocate(call: Readonly<Call>): void {
    this.#put(call, this.#kinds.alloc, KindCode.Alloc, this.#begin(call), true);
  }

  /** A block of address `old` is resized, and may be elsewhere then. */
  resize(call: Readonly<Call>, oldLow: number, oldHigh: number): void {
    const block = this.#live.get(0, oldLow, oldHigh);
    if (block > GONE) {
      this.#live.set(0, oldLow, oldHigh, GONE);
      const there = this.#live.get(0, call.addrLow, call.addrHigh);
      // A block that is live at the new address was freed out of sight: the table keeps one block an address.
      if (there <= GONE) {
        this.#live.set(0, call.addrLow, call.addrHigh, block);
        return this.#put(call, this.#kinds.realloc, KindCode.Realloc, block, true);
      }
    } else this.unknown++;
    // What was there before the trace began is a block from here on.
    this.#put(call, this.#kinds.realloc, KindCode.Alloc, this.#begin(call), true);
  }

  /** A block is freed. */
  release(call: Readonly<Call>): void {
    const block = this.#live.get(0, call.addrLow, call.addrHigh);
    if (block > GONE) {
      this.#live.set(0, call.addrLow, call.addrHigh, GONE);
      return this.#put(call, this.#kinds.free, KindCode.Free, block, false);
    }
    this.unknown++;
    this.#put(call, this.#kinds.free, NOTHING, 0, false);
  }

  /** A call that failed. */
  fail(call: Readonly<Call>, isResize: boolean): void {
    // The last row of a batch is gone when it has been put.
    if (!isResize) this.#columns.addr.nulls[this.#writer.count] = 1;
    this.#put(call, isResize ? this.#kinds.realloc : this.#kinds.alloc, NOTHING, 0, true);
  }

  /** Hands over what waits. */
  close(): void {
    this.#writer.flush();
  }

  /** The index of a block that begins; that of the block that is live there, which it replaces. */
  #begin({ addrLow, addrHigh, caller, sizeLow }: Readonly<Call>): number {
    let block = this.#live.get(0, addrLow, addrHigh);
    if (block > GONE) {
      if (this.#begun[2 * block] === caller && this.#begun[2 * block + 1] === sizeLow) this.repeated++;
    } else {
      block = ++this.#blocks;
      this.#live.set(0, addrLow, addrHigh, block);
      if (2 * block + 1 >= this.#begun.length) this.#begun = grown(this.#begun, 2 * this.#begun.length);
    }
    this.#begun[2 * block] = caller;
    this.#begun[2 * block + 1] = sizeLow;
    return block;
  }

  #put(call: Readonly<Call>, kind: number, paired: number, block: number, hasSize: boolean): void {
    const row = this.#writer.count;
    const low = 2 * row, high = low + 1;
    const cells = this.#cells;
    const { func, module, stack, pcLow, pcHigh, file, line } = this.#callers.caller(call.caller);
    cells.kinds[row] = kind;
    cells.paireds[row] = paired;
    cells.indexes[low] = block;
    cells.indexes[high] = 0;
    cells.addrs[low] = call.addrLow;
    cells.addrs[high] = call.addrHigh;
    if (hasSize) {
      cells.sizes[low] = call.sizeLow;
      cells.sizes[high] = call.sizeHigh;
    } else cells.sizeNulls[row] = 1;
    cells.funcs[row] = func;
    cells.modules[row] = module;
    cells.stacks[row] = stack;
    if (stack === 0) cells.pcNulls[row] = 1;
    else {
      cells.pcs[low] = pcLow;
      cells.pcs[high] = pcHigh;
    }
    if (this.#places) {
      this.#places.file[row] = file;
      this.#places.line[row] = line;
    }
    cells.offsets[low] = call.offset >>> 0;
    cells.offsets[high] = Math.floor(call.offset / HALF);
    if (++this.#writer.count === BATCH_ROWS) this.#writer.flush();
  }
}
