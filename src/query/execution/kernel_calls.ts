/**
 * Calls of predicates on a block. They are made at once, or recorded for any free thread.
 * @module
 */

import type { CrewSection } from "../../memory/crew_section.ts";
import type { RecordedKernels } from "../../memory/kernel_table.ts";
import { generatedFunctionsOf, type GeneratedModule } from "../../memory/generated_modules.ts";
import type { Column } from "../../tables/column.ts";
import { type Block, withBlock, withPinnedBlock } from "../../tables/block.ts";
import { kernelsOf } from "./kernels.ts";
import type { Exports as SelectKernels } from "./kernels/select.wasm.ts";
import { BITMAP_BYTES, type Workspace } from "./relation.ts";

/** Calls of generated loops. */
export interface LoopCalls {
  /** Whether calls are recorded and run later, so that their arguments must stay valid. */
  readonly isLater: boolean;
  /** Accesses a block at its address; see `withBlock`. */
  withBlock(block: Block, use: (pointer: number, nulls: number) => void): void;
  /** Stores a 32-bit number, which may be an address. */
  store(address: number, value: number): void;
  /** Reads all rows of a block of some columns; the addresses are valid until `done` is called. */
  readWords(columns: readonly Column[], block: number, rows: number): ColumnAddresses;
  /**
   * Calls a loop, which returns -1 or the number of a row that fails. Returns false if a row is already known
   * to fail.
   */
  loop(module: GeneratedModule, args: readonly number[], canFail: boolean): boolean;
}

/** Calls that do not depend on results of earlier calls, except through `skipIfNone`. */
export interface KernelCalls extends LoopCalls {
  readonly select: RecordedKernels<SelectKernels>;
  /** Fills memory with a byte. */
  fill(address: number, byte: number, length: number): void;
  /** Copies memory. */
  copy(from: number, to: number, length: number): void;
  /** Stores the result of the last call at an address, as 32 bits. */
  keep(address: number, result: unknown): void;
  /** Stores 1 at an address, as 32 bits, if the result of the last call is not 0. */
  note(address: number, result: unknown): void;
  /** Takes a scratch bitmap, which `giveBits` returns; the last one taken must be returned first. */
  takeBits(): number;
  /** Returns scratch bitmaps. */
  giveBits(...bits: number[]): void;
  /** Counts the set bits, and stores the number at `counted` as 32 bits. */
  count(bits: number, rows: number, counted: number): void;
  /**
   * Whether any bits are set; stores their number at `counted`, as 32 bits. Recorded calls do not know the number yet:
   * this returns true, and the calls from here to `endSkip` will be skipped if no bit is set.
   */
  skipIfNone(bits: number, rows: number, marks: number[], counted?: number): boolean;
  /** Ends the calls that `skipIfNone` may skip. */
  endSkip(marks: readonly number[]): void;
  /** Reads blocks of columns in recorded calls; undefined if calls run at once. */
  readonly later?: DeferredWords | undefined;
}

/** Addresses of words and null bytes of columns. */
export interface ColumnAddresses {
  readonly places: readonly { readonly values: number; readonly nulls: number }[];
  done(): void;
}

/** Reads blocks of columns in recorded calls. */
export interface DeferredWords {
  /**
   * Reads all rows of a block of a column for which `canReadOnThread` is true; address 0 means that none is null.
   */
  read(column: Column, block: number, rows: number): { readonly values: number; readonly nulls: number };
  /** Reads several columns, each with null bytes. */
  readWords(columns: readonly Column[], block: number, rows: number): ColumnAddresses;
  /** Calls a generated loop. */
  loop(module: GeneratedModule, args: readonly number[], canFail: boolean): void;
}

/** Calls that run at once. */
export class ImmediateCalls implements KernelCalls {
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

  readWords(columns: readonly Column[], block: number, rows: number): ColumnAddresses {
    const work = this.#work;
    const places = columns.map((column) => {
      const values = work.take(rows * 8), nulls = work.take(rows);
      if (!column.decode(block, rows, values, nulls)) work.arena.u8.fill(0, nulls, nulls + rows);
      return { values, nulls };
    });
    return { places, done: () => work.give(...places.flatMap(({ values, nulls }) => [values, nulls])) };
  }

  loop(module: GeneratedModule, args: readonly number[]): boolean {
    const run = generatedFunctionsOf(this.#work.arena.heap).functionOf(module.number, () => module.bytes);
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

  skipIfNone(bits: number, rows: number, _: number[], counted?: number): boolean {
    const count = this.select.countBits(bits, rows);
    if (counted !== undefined) this.store(counted, count);
    return count > 0;
  }

  endSkip(): void {}
}

/** Calls that are recorded in the next task of a section. */
export class DeferredCalls implements KernelCalls {
  readonly isLater = true;
  readonly select: RecordedKernels<SelectKernels>;
  readonly #section: CrewSection;
  later: DeferredWords | undefined;
  #taken = 0;

  /** Each thread's scratch memory begins with its bitmaps. */
  constructor(section: CrewSection, select: RecordedKernels<SelectKernels>) {
    this.#section = section;
    this.select = select;
  }

  withBlock(block: Block, use: (pointer: number, nulls: number) => void): void {
    withPinnedBlock(block, this.#section, use);
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

  readWords(columns: readonly Column[], block: number, rows: number): ColumnAddresses {
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

  skipIfNone(bits: number, rows: number, marks: number[], counted?: number): boolean {
    this.select.countBits(bits, rows);
    if (counted !== undefined) this.#section.calls.keep(counted);
    marks.push(this.#section.calls.skip());
    return true;
  }

  endSkip(marks: readonly number[]): void {
    for (const mark of marks) this.#section.calls.land(mark);
  }
}

/** Kernels that do nothing. */
const NOTHING_DONE = new Proxy({}, { get: () => (): void => {} }) as RecordedKernels<SelectKernels>;

const NO_WORDS = { values: 0, nulls: 0 };
const readNothing = (columns: readonly Column[]): ColumnAddresses => ({
  places: columns.map(() => NO_WORDS),
  done() {},
});

/** Discards all calls, so that a predicate only returns what it knows without reading rows. */
export const DISCARD_CALLS: KernelCalls = {
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
  skipIfNone: () => true,
  endSkip() {},
  later: { read: () => NO_WORDS, readWords: readNothing, loop() {} },
};
