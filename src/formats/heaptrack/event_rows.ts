/**
 * Rows of `events`: an allocation or a free of a kind, which is a size with a backtrace.
 * @module
 */

import { stagingOf, writeHalves, writeNumber } from "../../events/cells.ts";
import { KindCode } from "../../events/kind_code.ts";
import {
  BATCH_ROWS,
  type ColumnSpec,
  RECORD_OFFSET,
  type RowWriter,
  type TraceSink,
} from "../../events/trace_sink.ts";
import type { Place } from "./backtraces.ts";
import { nanosecondsOf } from "./clock.ts";
import { WordsList } from "../words_list.ts";

/**
 * Live blocks by what they have in common, the latest first. The file names neither addresses nor blocks: a free says only
 * of which size and backtrace the block was. It ends the latest such block, as heaptrack counts temporary allocations.
 */
export class LiveBlocks {
  /** The latest block of each, plus one; 0 = none. */
  readonly #latest = new WordsList();
  /** Allocation numbers of the blocks, by slot. */
  readonly #numbers = new WordsList();
  /** The slot of the block before, plus one. */
  readonly #before = new WordsList();
  /** First slot that is free, plus one; the others follow in `#before`. */
  #free = 0;

  /** There is another size with its backtrace. */
  addKind(): void {
    this.#latest.push(0);
  }

  /** A block of a kind begins to live. */
  add(kind: number, number: number): void {
    const before = this.#latest.at(kind);
    if (this.#free === 0) {
      this.#numbers.push(number);
      this.#before.push(before);
      this.#latest.set(kind, this.#numbers.length);
      return;
    }
    const slot = this.#free;
    this.#free = this.#before.at(slot - 1);
    this.#numbers.set(slot - 1, number);
    this.#before.set(slot - 1, before);
    this.#latest.set(kind, slot);
  }

  /** Ends the latest block of a kind and gives its number; 0 when none is live. */
  take(kind: number): number {
    const slot = this.#latest.at(kind);
    if (slot === 0) return 0;
    this.#latest.set(kind, this.#before.at(slot - 1));
    this.#before.set(slot - 1, this.#free);
    this.#free = slot;
    return this.#numbers.at(slot - 1);
  }
}

const COLUMNS: readonly ColumnSpec[] = [
  { name: "kind", type: "u32" },
  { name: "index", type: "u64" },
  { name: "size", type: "u64", nullable: true },
  { name: "time", type: "time" },
  { name: "stack", type: "u32", nullable: true, zeroIsNull: true },
  { name: "func", type: "text" },
  { name: "file", type: "text" },
  { name: "line", type: "u32", nullable: true, zeroIsNull: true },
  { name: "module", type: "text" },
  RECORD_OFFSET,
];

function columnsOf(writer: RowWriter) {
  return {
    ...stagingOf(writer, "kind", "index", "size", "time", RECORD_OFFSET.name as "#offset"),
    ...stagingOf(writer, "stack", "func", "file", "line", "module"),
  };
}

/** Writes rows. */
export class EventRows {
  readonly #writer: RowWriter;
  readonly #columns: ReturnType<typeof columnsOf>;
  readonly #blocks = new LiveBlocks();
  readonly #sizes = new WordsList();
  readonly #sizesHigh = new WordsList();
  readonly #stacks = new WordsList();
  readonly #funcs = new WordsList();
  readonly #files = new WordsList();
  readonly #lines = new WordsList();
  readonly #modules = new WordsList();
  #allocations = 0;
  #last = -1;
  /** Nanoseconds since the start, both halves. */
  timeLow = 0;
  timeHigh = 0;
  /** Allocations that were freed before anything else was allocated or freed. */
  temporary = 0;

  /** Opens the table. */
  constructor(sink: TraceSink) {
    this.#writer = sink.events(COLUMNS, "index");
    this.#columns = columnsOf(this.#writer);
  }

  /** How many kinds there are. */
  get kinds(): number {
    return this.#sizes.length;
  }

  /** Rows so far. */
  get rows(): number {
    return this.#writer.flushed + this.#writer.count;
  }

  /** Takes another kind of blocks. */
  addKind(sizeLow: number, sizeHigh: number, place: Readonly<Place>): void {
    this.#blocks.addKind();
    this.#sizes.push(sizeLow);
    this.#sizesHigh.push(sizeHigh);
    this.#stacks.push(place.stack);
    this.#funcs.push(place.func);
    this.#files.push(place.file);
    this.#lines.push(place.line);
    this.#modules.push(place.module);
  }

  /** Rows have this time from here on, in milliseconds. */
  setTime(low: number, high: number): void {
    [this.timeLow, this.timeHigh] = nanosecondsOf(low, high);
  }

  /** Writes an allocation of a kind that there is. */
  allocate(kind: number, offset: number): void {
    const row = this.#begin(KindCode.Alloc, ++this.#allocations, offset);
    const { size, stack, func, file, line, module } = this.#columns;
    writeHalves(size, row, this.#sizes.at(kind), this.#sizesHigh.at(kind));
    stack.u32[row] = this.#stacks.at(kind);
    func.u32[row] = this.#funcs.at(kind);
    file.u32[row] = this.#files.at(kind);
    line.u32[row] = this.#lines.at(kind);
    module.u32[row] = this.#modules.at(kind);
    this.#blocks.add(kind, this.#allocations);
    this.#last = kind;
    this.#end();
  }

  /** Writes a free of a kind that there is. */
  release(kind: number, offset: number): void {
    if (this.#last === kind) this.temporary++;
    this.#last = -1;
    // No allocation has the number 0: pairing says that this free has none.
    const row = this.#begin(KindCode.Free, this.#blocks.take(kind), offset);
    const { size, stack, func, file, line, module } = this.#columns;
    size.nulls[row] = 1;
    stack.u32[row] =
      func.u32[row] =
      file.u32[row] =
      line.u32[row] =
      module.u32[row] =
        0;
    this.#end();
  }

  /** Hands over what waits. */
  close(): void {
    this.#writer.flush();
  }

  #begin(kind: number, index: number, offset: number): number {
    const row = this.#writer.count;
    const columns = this.#columns;
    columns.kind.u32[row] = kind;
    writeHalves(columns.index, row, index, 0);
    writeHalves(columns.time, row, this.timeLow, this.timeHigh);
    writeNumber(columns["#offset"], row, offset);
    return row;
  }

  #end(): void {
    if (++this.#writer.count === BATCH_ROWS) this.#writer.flush();
  }
}
