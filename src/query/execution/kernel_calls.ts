/**
 * Where the calls of tests on a block go: they are made at once, or written down for whoever has time.
 * @module
 */

import type { CrewSection } from "../../memory/crew_section.ts";
import type { Written } from "../../memory/kernel_table.ts";
import { type GeneratedModule, generatedOn } from "../../memory/generated_modules.ts";
import type { Column } from "../../tables/column.ts";
import { type Block, withBlock, withPinned } from "../../tables/block.ts";
import { kernelsOf } from "./kernels.ts";
import type { Exports as SelectKernels } from "./kernels/select.wasm.ts";
import { BITMAP_BYTES, type Workspace } from "./relation.ts";

/** Calls of generated loops. */
export interface LoopCalls {
  /** Whether they are made later, so that what they are given has to stay. */
  readonly isLater: boolean;
  /** Looks at a block where it lies; see `withBlock`. */
  withBlock(block: Block, use: (pointer: number, nulls: number) => void): void;
  /** Writes a number of 32 bits, which may be an address. */
  store(address: number, value: number): void;
  /** Values of all rows of a block of some columns, until `done`. */
  readWords(columns: readonly Column[], block: number, rows: number): WordsOfColumns;
  /** Calls a loop, whose result is -1 or the number of a row that fails; whether none has failed as far as is known now. */
  loop(module: GeneratedModule, args: readonly number[], canFail: boolean): boolean;
}

/** Calls that do not hang on what those before them gave, except for `goOn`. */
export interface KernelCalls extends LoopCalls {
  readonly select: Written<SelectKernels>;
  /** Fills bytes. */
  fill(address: number, byte: number, length: number): void;
  /** Copies bytes. */
  copy(from: number, to: number, length: number): void;
  /** Writes what the last call gave, as 32 bits. */
  keep(address: number, result: unknown): void;
  /** Writes 1 as 32 bits where the last call gave another number than 0. */
  note(address: number, result: unknown): void;
  /** A bitmap, until `giveBits`; the last one is given back first. */
  takeBits(): number;
  /** Gives bitmaps back. */
  giveBits(...bits: number[]): void;
  /** Writes how many bits are left to `counted`, as 32 bits. */
  count(bits: number, rows: number, counted: number): void;
  /**
   * Whether bits are left; at `counted` it is written how many, as 32 bits. Where that is not known yet, what is written from
   * here to `land` is left out if none are.
   */
  goOn(bits: number, rows: number, marks: number[], counted?: number): boolean;
  /** What was left out by `goOn` ends here. */
  land(marks: readonly number[]): void;
  /** Reads blocks of columns for calls that are made later; none where they are made at once. */
  readonly later?: LaterWords | undefined;
}

/** Words of columns, and null bytes. */
export interface WordsOfColumns {
  readonly places: readonly { readonly values: number; readonly nulls: number }[];
  done(): void;
}

/** Blocks of columns that are read by calls that are written down. */
export interface LaterWords {
  /** Values of all rows of a block of a column, where `isReadLater` says so; an address of 0 means that none is null. */
  read(column: Column, block: number, rows: number): { readonly values: number; readonly nulls: number };
  /** Values of several columns, each with null bytes. */
  readWords(columns: readonly Column[], block: number, rows: number): WordsOfColumns;
  /** Calls a generated loop. */
  loop(module: GeneratedModule, args: readonly number[], canFail: boolean): void;
}

/** Calls that are made at once. */
export class CallsNow implements KernelCalls {
  readonly isLater = false;
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

  store(address: number, value: number): void {
    this.#work.arena.u32[address >>> 2] = value;
  }

  keep(address: number, result: unknown): void {
    this.store(address, Number(result));
  }

  note(address: number, result: unknown): void {
    if (Number(result) !== 0) this.store(address, 1);
  }

  readWords(columns: readonly Column[], block: number, rows: number): WordsOfColumns {
    const work = this.#work;
    const places = columns.map((column) => {
      const values = work.take(rows * 8), nulls = work.take(rows);
      if (!column.decode(block, rows, values, nulls)) work.arena.u8.fill(0, nulls, nulls + rows);
      return { values, nulls };
    });
    return { places, done: () => work.give(...places.flatMap(({ values, nulls }) => [values, nulls])) };
  }

  loop(module: GeneratedModule, args: readonly number[]): boolean {
    const run = generatedOn(this.#work.arena.heap).functionOf(module.number, () => module.bytes);
    return run(...args) === -1;
  }

  takeBits(): number {
    return this.#work.take(BITMAP_BYTES);
  }

  giveBits(...bits: number[]): void {
    this.#work.give(...bits);
  }

  count(bits: number, rows: number, counted: number): void {
    this.store(counted, this.select.countBits(bits, rows));
  }

  goOn(bits: number, rows: number, _: number[], counted?: number): boolean {
    const count = this.select.countBits(bits, rows);
    if (counted !== undefined) this.store(counted, count);
    return count > 0;
  }

  land(): void {}
}

/** Calls that become part of the next task of a section. */
export class CallsLater implements KernelCalls {
  readonly isLater = true;
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

  store(address: number, value: number): void {
    this.#section.calls.store(address, value);
  }

  keep(address: number): void {
    this.#section.calls.keep(address);
  }

  note(address: number): void {
    this.#section.calls.expect(0, address);
  }

  readWords(columns: readonly Column[], block: number, rows: number): WordsOfColumns {
    return this.later!.readWords(columns, block, rows);
  }

  loop(module: GeneratedModule, args: readonly number[], canFail: boolean): boolean {
    this.later!.loop(module, args, canFail);
    return true;
  }

  takeBits(): number {
    return this.#section.own(BITMAP_BYTES * this.#taken++);
  }

  giveBits(...bits: number[]): void {
    this.#taken -= bits.length;
  }

  count(bits: number, rows: number, counted: number): void {
    this.select.countBits(bits, rows);
    this.#section.calls.keep(counted);
  }

  goOn(bits: number, rows: number, marks: number[], counted?: number): boolean {
    this.select.countBits(bits, rows);
    if (counted !== undefined) this.#section.calls.keep(counted);
    marks.push(this.#section.calls.skip());
    return true;
  }

  land(marks: readonly number[]): void {
    for (const mark of marks) this.#section.calls.land(mark);
  }
}

/** No function of a kernel does anything. */
const NOTHING_DONE = new Proxy({}, { get: () => (): void => {} }) as Written<SelectKernels>;

const NO_WORDS = { values: 0, nulls: 0 };
const readNothing = (columns: readonly Column[]): WordsOfColumns => ({
  places: columns.map(() => NO_WORDS),
  done() {},
});

/** Calls that nobody makes: what a test says then is what it knows without a look at the rows. */
export const CALLS_NEVER: KernelCalls = {
  isLater: true,
  select: NOTHING_DONE,
  withBlock: (_, use) => use(0, 0),
  fill() {},
  copy() {},
  store() {},
  keep() {},
  note() {},
  readWords: readNothing,
  loop: () => true,
  takeBits: () => 0,
  giveBits() {},
  count() {},
  goOn: () => true,
  land() {},
  later: { read: () => NO_WORDS, readWords: readNothing, loop() {} },
};
