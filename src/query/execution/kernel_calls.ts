/**
 * Where the calls of tests on a block go: they are made at once, or written down for whoever has time.
 * @module
 */

import type { CrewSection } from "../../memory/crew_section.ts";
import type { Written } from "../../memory/kernel_table.ts";
import type { Column } from "../../tables/column.ts";
import { type Block, withBlock, withPinned } from "../../tables/block.ts";
import { kernelsOf } from "./kernels.ts";
import type { Exports as SelectKernels } from "./kernels/select.wasm.ts";
import { BITMAP_BYTES, type Workspace } from "./relation.ts";

/** Calls that do not hang on what those before them gave, except for `goOn`. */
export interface KernelCalls {
  readonly select: Written<SelectKernels>;
  /** Looks at a block where it lies; see `withBlock`. */
  withBlock(block: Block, use: (pointer: number, nulls: number) => void): void;
  /** Fills bytes. */
  fill(address: number, byte: number, length: number): void;
  /** Copies bytes. */
  copy(from: number, to: number, length: number): void;
  /** A bitmap, until `giveBits`; the last one is given back first. */
  takeBits(): number;
  /** Gives bitmaps back. */
  giveBits(...bits: number[]): void;
  /** Whether bits are left. Where that is not known yet, what is written from here to `land` is left out if none are. */
  goOn(bits: number, rows: number, marks: number[]): boolean;
  /** What was left out by `goOn` ends here. */
  land(marks: readonly number[]): void;
  /** Reads blocks of columns, and fills another one with a word, for calls that are made later; none where they are made at once. */
  readonly later?: LaterWords | undefined;
}

/** Blocks of columns that are read by calls that are written down. */
export interface LaterWords {
  /** Where the first column is read to, for calls that need room and read none. */
  readonly room: number;
  /** Values of all rows of a block of some columns, where `isReadLater` says so. */
  read(
    columns: readonly Column[],
    block: number,
    rows: number,
  ): { readonly values: number; readonly nulls: number }[];
  /** The same word for each row, beside what was read of one column. */
  fill(word: bigint, rows: number): number;
}

/** Calls that are made at once. */
export class CallsNow implements KernelCalls {
  readonly select: SelectKernels;
  readonly #work: Workspace;

  /** Works in the memory of a run. */
  constructor(work: Workspace) {
    this.#work = work;
    this.select = kernelsOf(work.arena).select;
  }

  withBlock(block: Block, use: (pointer: number, nulls: number) => void): void {
    withBlock(block, use);
  }

  fill(address: number, byte: number, length: number): void {
    this.#work.arena.u8.fill(byte, address, address + length);
  }

  copy(from: number, to: number, length: number): void {
    this.#work.arena.u8.copyWithin(to, from, from + length);
  }

  takeBits(): number {
    return this.#work.take(BITMAP_BYTES);
  }

  giveBits(...bits: number[]): void {
    this.#work.give(...bits);
  }

  goOn(bits: number, rows: number): boolean {
    return this.select.countBits(bits, rows) > 0;
  }

  land(): void {}
}

/** Calls that become part of the next task of a section. */
export class CallsLater implements KernelCalls {
  readonly select: Written<SelectKernels>;
  readonly #section: CrewSection;
  later: LaterWords | undefined;
  #taken = 0;

  /** The first bytes that each thread has of its own are bitmaps. */
  constructor(section: CrewSection, select: Written<SelectKernels>) {
    this.#section = section;
    this.select = select;
  }

  withBlock(block: Block, use: (pointer: number, nulls: number) => void): void {
    withPinned(block, this.#section, use);
  }

  fill(address: number, byte: number, length: number): void {
    this.#section.calls.fill(address, byte, length);
  }

  copy(from: number, to: number, length: number): void {
    this.#section.calls.copy(from, to, length);
  }

  takeBits(): number {
    return this.#section.own(BITMAP_BYTES * this.#taken++);
  }

  giveBits(...bits: number[]): void {
    this.#taken -= bits.length;
  }

  goOn(bits: number, rows: number, marks: number[]): boolean {
    this.select.countBits(bits, rows);
    marks.push(this.#section.calls.skip());
    return true;
  }

  land(marks: readonly number[]): void {
    for (const mark of marks) this.#section.calls.land(mark);
  }
}

/** No function of a kernel does anything. */
const NOTHING_DONE = new Proxy({}, { get: () => (): void => {} }) as Written<SelectKernels>;

/** Calls that nobody makes: what a test says then is what it knows without a look at the rows. */
export const CALLS_NEVER: KernelCalls = {
  select: NOTHING_DONE,
  withBlock: (_, use) => use(0, 0),
  fill() {},
  copy() {},
  takeBits: () => 0,
  giveBits() {},
  goOn: () => true,
  land() {},
  later: {
    room: 0,
    read: (columns) => columns.map(() => ({ values: 0, nulls: 0 })),
    fill: () => 0,
  },
};
