/**
 * Rows of the table `events`, with the block that each call belongs to.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
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
import { CALLER_FACTS, CallerFact, type Callers } from "./callers.ts";
import { ALLOC_COLUMNS } from "./table_docs.ts";

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

/** Columns for the source position of a call, if the program file gives one. */
const SOURCES: readonly ColumnSpec[] = [
  { name: "file", type: "text" },
  { name: "line", type: "u32", nullable: true, zeroIsNull: true },
];

/** Pairing kind for calls that belong to no block. */
const NOTHING = EVENT_KINDS.indexOf("call");
const GONE = 0;
/** Words of an entry for a live block. */
const PLACE_WORDS = 3;
const HALF = 0x1_0000_0000;

function columnsOf(writer: RowWriter) {
  return {
    ...stagingOf(writer, "kind", "index", "addr", "size", "func", "module", "stack", "pc"),
    paired: writer.column(PAIRING_KIND.name),
    offset: writer.column(RECORD_OFFSET.name),
  };
}

/** The cell arrays of the columns, which do not move. */
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

/** A call as parsed from one line. */
export interface ParsedCall {
  /** Number of its caller. */
  caller: number;
  addrLow: number;
  addrHigh: number;
  sizeLow: number;
  sizeHigh: number;
  /** Offset of the line in the stream. */
  offset: number;
}

/** Writes event rows and tracks live blocks. */
export class EventRows {
  readonly #callers: Callers;
  readonly #writer: RowWriter;
  readonly #columns: ReturnType<typeof columnsOf>;
  readonly #cells: ReturnType<typeof cellsOf>;
  /** Columns of the source position; present only if program files can be read. */
  readonly #sources: { readonly file: Uint32Array; readonly line: Uint32Array } | undefined;
  /** Index in `#places` of the live block at an address, or `GONE`. */
  readonly #live = new AddressMap(GONE);
  readonly #kinds: { readonly alloc: number; readonly realloc: number; readonly free: number };
  /**
   * Index, caller and size (low half) of each live block; the last two detect repeated lines. A free entry
   * contains the index of the next free one.
   */
  #places = new Uint32Array(PLACE_WORDS * 1024);
  #freePlace = 0;
  #placeCount = 0;
  #blocks = 0;
  /** Number of lines that repeat an earlier allocation exactly. */
  repeated = 0;
  /** Number of frees and resizes of blocks that the trace did not allocate. */
  unknown = 0;

  /** Opens the table. */
  constructor(sink: TraceSink, callers: Callers) {
    this.#callers = callers;
    this.#writer = sink.events(callers.mayHaveLines ? [...COLUMNS, ...SOURCES] : COLUMNS, "index", {
      replace: true,
      allocColumns: ALLOC_COLUMNS,
    });
    this.#columns = columnsOf(this.#writer);
    this.#cells = cellsOf(this.#columns);
    if (callers.mayHaveLines) {
      const { file, line } = stagingOf(this.#writer, "file", "line");
      this.#sources = { file: file.u32, line: line.u32 };
    }
    const { strings } = sink;
    this.#kinds = {
      alloc: strings.internText("alloc"),
      realloc: strings.internText("realloc"),
      free: strings.internText("free"),
    };
  }

  /** Number of rows so far. */
  get rows(): number {
    return this.#writer.flushed + this.#writer.count;
  }

  /** Writes an allocation. */
  allocate(call: Readonly<ParsedCall>): void {
    this.#put(call, this.#kinds.alloc, KindCode.Alloc, this.#begin(call), true);
  }

  /** Writes a resize of the block at the old address, which may move it. */
  resize(call: Readonly<ParsedCall>, oldLow: number, oldHigh: number): void {
    const place = this.#live.get(0, oldLow, oldHigh);
    if (place > GONE) {
      this.#live.set(0, oldLow, oldHigh, GONE);
      const there = this.#live.get(0, call.addrLow, call.addrHigh);
      // A block that is still live at the new address must have been freed without a line, since there is
      // only one block per address.
      if (there <= GONE) {
        this.#live.set(0, call.addrLow, call.addrHigh, place);
        return this.#put(
          call,
          this.#kinds.realloc,
          KindCode.Realloc,
          this.#places[PLACE_WORDS * place]!,
          true,
        );
      }
      this.#free(place);
    } else this.unknown++;
    // A block from before the trace counts as allocated here.
    this.#put(call, this.#kinds.realloc, KindCode.Alloc, this.#begin(call), true);
  }

  /** Writes a free. */
  release(call: Readonly<ParsedCall>): void {
    const place = this.#live.get(0, call.addrLow, call.addrHigh);
    if (place > GONE) {
      this.#live.set(0, call.addrLow, call.addrHigh, GONE);
      return this.#put(call, this.#kinds.free, KindCode.Free, this.#free(place), false);
    }
    this.unknown++;
    this.#put(call, this.#kinds.free, NOTHING, 0, false);
  }

  /** Writes a free that may be undone; returns whether its block was allocated before the trace began. */
  showRelease(call: Readonly<ParsedCall>): boolean {
    const place = this.#live.get(0, call.addrLow, call.addrHigh);
    const isKnown = place > GONE;
    const block = isKnown ? this.#places[PLACE_WORDS * place]! : 0;
    this.#put(call, this.#kinds.free, isKnown ? KindCode.Free : NOTHING, block, false);
    return !isKnown;
  }

  /** Writes a failed allocation or resize. */
  fail(call: Readonly<ParsedCall>, isResize: boolean): void {
    // Set this before `#put`, which flushes a full batch.
    if (!isResize) this.#columns.addr.nulls[this.#writer.count] = 1;
    this.#put(call, isResize ? this.#kinds.realloc : this.#kinds.alloc, NOTHING, 0, true);
  }

  /** Flushes the remaining rows. */
  close(): void {
    this.#writer.flush();
  }

  /** Index of a new block; if a block is live at its address, the new one takes over its index. */
  #begin({ addrLow, addrHigh, caller, sizeLow }: Readonly<ParsedCall>): number {
    let place = this.#live.get(0, addrLow, addrHigh);
    if (place > GONE) {
      const at = PLACE_WORDS * place;
      if (this.#places[at + 1] === caller && this.#places[at + 2] === sizeLow) this.repeated++;
    } else {
      place = this.#newPlace();
      this.#places[PLACE_WORDS * place] = ++this.#blocks;
      this.#live.set(0, addrLow, addrHigh, place);
    }
    const at = PLACE_WORDS * place;
    this.#places[at + 1] = caller;
    this.#places[at + 2] = sizeLow;
    return this.#places[at]!;
  }

  /** A free entry in `#places`. */
  #newPlace(): number {
    const place = this.#freePlace;
    if (place !== 0) {
      this.#freePlace = this.#places[PLACE_WORDS * place]!;
      return place;
    }
    const next = ++this.#placeCount;
    if (PLACE_WORDS * (next + 1) > this.#places.length) {
      this.#places = growArray(this.#places, 2 * this.#places.length);
    }
    return next;
  }

  /** Frees an entry in `#places`; returns the index of its block. */
  #free(place: number): number {
    const block = this.#places[PLACE_WORDS * place]!;
    this.#places[PLACE_WORDS * place] = this.#freePlace;
    this.#freePlace = place;
    return block;
  }

  #put(call: Readonly<ParsedCall>, kind: number, paired: number, block: number, hasSize: boolean): void {
    const row = this.#writer.count;
    const low = 2 * row, high = low + 1;
    const cells = this.#cells;
    const { facts } = this.#callers;
    const caller = call.caller << CALLER_FACTS;
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
    cells.funcs[row] = facts[caller + CallerFact.Func]!;
    cells.modules[row] = facts[caller + CallerFact.Module]!;
    cells.stacks[row] = facts[caller + CallerFact.Stack]!;
    if (facts[caller + CallerFact.HasPc] === 0) cells.pcNulls[row] = 1;
    else {
      cells.pcs[low] = facts[caller + CallerFact.PcLow]!;
      cells.pcs[high] = facts[caller + CallerFact.PcHigh]!;
    }
    if (this.#sources) {
      this.#sources.file[row] = facts[caller + CallerFact.File]!;
      this.#sources.line[row] = facts[caller + CallerFact.Line]!;
    }
    cells.offsets[low] = call.offset >>> 0;
    cells.offsets[high] = Math.floor(call.offset / HALF);
    if (++this.#writer.count === BATCH_ROWS) this.#writer.flush();
  }
}
