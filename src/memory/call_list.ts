/**
 * Calls of kernels that are written down, so that any thread may make them: the one that writes them, or a worker that has
 * the same kernels on the same memory.
 *
 * A list is made of cells of 8 bytes. The first cell of a call says what to do and how many arguments follow, one in each
 * cell: an address or a number of 32 bits, or one of 64. An address from `OWN` on means a place in memory that each thread
 * has of its own.
 * @module
 */

import type { GeneratedFunctions, KernelFunction } from "./generated_modules.ts";

/** Addresses from here on are places in the memory of whoever makes the call. */
export const OWN: number = 2 ** 33;

enum Op {
  /** Calls the function of that number. */
  Call = 0,
  /** Writes what the last call gave to an address. */
  Keep = 1,
  /** Goes on at another cell when the last call gave 0. */
  Skip = 2,
  /** Fills bytes: address, byte, length. */
  Fill = 3,
  /** Copies bytes: from, to, length. */
  Copy = 4,
  /** Writes a number to an address. */
  Store = 5,
  /** Writes 1 to an address when the last call gave another number, and stands for a call that gave 0 then, else 1. */
  Expect = 6,
  /** Calls the generated function of that number: address and length of its module, and what it takes. */
  Generated = 7,
}

/** A list that is being written. */
export class CallList {
  #buffer = new ArrayBuffer(4096);
  #narrow = new Int32Array(this.#buffer);
  #wide = new BigInt64Array(this.#buffer);
  #length = 0;

  /** Number of cells. */
  get length(): number {
    return this.#length;
  }

  /** Begins a new list. */
  clear(): void {
    this.#length = 0;
  }

  /** Takes back what was written since the list had so many cells. */
  cut(length: number): void {
    this.#length = length;
  }

  /** Calls a function of kernels by its number. */
  call(fn: number, args: readonly (number | bigint)[]): void {
    this.#write(Op.Call, fn, args);
  }

  /** Calls a generated function, whose module lies in memory at the first argument and has as many bytes as the second says. */
  generated(number: number, args: readonly number[]): void {
    this.#write(Op.Generated, number, args);
  }

  /** Writes what the call before gave, as 32 bits. */
  keep(address: number): void {
    this.#write(Op.Keep, 0, [address]);
  }

  /** Leaves out what follows when the call before gave 0; `land` says up to where. */
  skip(): number {
    this.#write(Op.Skip, 0, [0]);
    return this.#length - 1;
  }

  /** What was skipped ends here. */
  land(skipped: number): void {
    this.#narrow[2 * skipped] = this.#length;
  }

  /** Fills bytes. */
  fill(address: number, byte: number, length: number): void {
    this.#write(Op.Fill, 0, [address, byte, length]);
  }

  /** Copies bytes. */
  copy(from: number, to: number, length: number): void {
    this.#write(Op.Copy, 0, [from, to, length]);
  }

  /** Writes a number of 32 bits, which may be an address. */
  store(address: number, value: number): void {
    this.#write(Op.Store, 0, [address, value]);
  }

  /** Writes 1 as 32 bits when the call before gave another number; `skip` leaves out what follows then. */
  expect(number: number, address: number): void {
    this.#write(Op.Expect, 0, [address, number]);
  }

  /** Copies the cells to those of a task. */
  copyTo(cells: BigInt64Array, from: number): void {
    cells.set(this.#wide.subarray(0, this.#length), from);
  }

  /** Makes the calls here. */
  run(machine: CallMachine): void {
    machine.run(this.#narrow, this.#wide, 0, this.#length);
  }

  #write(op: Op, fn: number, args: readonly (number | bigint)[]): void {
    const end = this.#length + 1 + args.length;
    if (end > this.#wide.length) this.#grow(end);
    let wide = 0, own = 0;
    for (let at = 0; at < args.length; at++) {
      const arg = args[at]!;
      const cell = this.#length + 1 + at;
      if (typeof arg === "bigint") {
        wide |= 1 << at;
        this.#wide[cell] = arg;
      } else if (arg >= OWN) {
        own |= 1 << at;
        this.#narrow[2 * cell] = arg - OWN;
      } else this.#narrow[2 * cell] = arg;
    }
    this.#narrow[2 * this.#length] = op | (args.length << 4) | (fn << 12);
    this.#narrow[2 * this.#length + 1] = wide | (own << 16);
    this.#length = end;
  }

  #grow(cells: number): void {
    const before = this.#wide;
    this.#buffer = new ArrayBuffer(Math.max(cells, 2 * before.length) * 8);
    this.#narrow = new Int32Array(this.#buffer);
    this.#wide = new BigInt64Array(this.#buffer);
    this.#wide.set(before);
  }
}

/** Makes calls that were written down, on one thread. */
export class CallMachine {
  readonly #functions: readonly KernelFunction[];
  readonly #memory: WebAssembly.Memory;
  readonly #generated: GeneratedFunctions;
  #u8: Uint8Array;
  #u32: Uint32Array;
  /** Address of the memory of this thread. */
  own = 0;

  /** `functions` by number, and generated ones, on `memory`. */
  constructor(
    functions: readonly KernelFunction[],
    memory: WebAssembly.Memory,
    generated: GeneratedFunctions,
  ) {
    this.#generated = generated;
    this.#functions = functions;
    this.#memory = memory;
    this.#u8 = new Uint8Array(memory.buffer);
    this.#u32 = new Uint32Array(memory.buffer);
  }

  /** Makes the calls in cells `from` to `to`; skips count from `from`. */
  run(narrow: Int32Array, wide: BigInt64Array, from: number, to: number): void {
    let result = 0;
    for (let at = from; at < to;) {
      const head = narrow[2 * at]!;
      const kinds = narrow[2 * at + 1]!;
      const count = (head >> 4) & 255;
      const args: (number | bigint)[] = [];
      for (let each = 0; each < count; each++) {
        const cell = at + 1 + each;
        if ((kinds >> each) & 1) args.push(wide[cell]!);
        else args.push(((kinds >> (each + 16)) & 1) !== 0 ? narrow[2 * cell]! + this.own : narrow[2 * cell]!);
      }
      at += 1 + count;
      const op: Op = head & 15;
      if (op === Op.Call) result = Number(this.#functions[head >>> 12]!(...args) ?? 0);
      else if (op === Op.Generated) result = this.#run(head >>> 12, args as number[]);
      else if (op === Op.Expect) {
        const isExpected = result === args[1];
        if (!isExpected) this.#touch(Op.Store, result, [args[0] as number, 1]);
        result = isExpected ? 1 : 0;
      } else if (op === Op.Skip) at = result === 0 ? from + Number(args[0]) : at;
      else this.#touch(op, result, args as number[]);
    }
  }

  #run(number: number, [address, length, ...args]: readonly number[]): number {
    const from = address! >>> 0, end = from + length!;
    const run = this.#generated.functionOf(number, () => {
      if (end > this.#u8.length) this.#look(end);
      return this.#u8.slice(from, end);
    });
    return run(...args) as number;
  }

  #touch(op: Op, result: number, args: readonly number[]): void {
    const first = args[0]! >>> 0;
    const last = op === Op.Copy ? args[1]! >>> 0 : first;
    const bytes = op === Op.Fill || op === Op.Copy ? args[2]! : 4;
    if (Math.max(first, last) + bytes > this.#u8.length) this.#look(Math.max(first, last) + bytes);
    if (op === Op.Keep) this.#u32[first >>> 2] = result;
    else if (op === Op.Store) this.#u32[first >>> 2] = args[1]!;
    else if (op === Op.Fill) this.#u8.fill(args[1]!, first, first + bytes);
    else this.#u8.copyWithin(last, first, first + bytes);
  }

  /**
   * Takes a longer view: what lies behind one is dropped silently. A memory that was sent to this thread is as long here
   * as it was when it was sent, until it grows the next time or this thread grows it itself, by nothing.
   */
  #look(end: number): void {
    this.#memory.grow(0);
    this.#u8 = new Uint8Array(this.#memory.buffer);
    this.#u32 = new Uint32Array(this.#memory.buffer);
    if (end > this.#u8.length) throw new RangeError(`Memory ends before ${end}`);
  }
}
