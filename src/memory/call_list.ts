/**
 * Recorded kernel calls, which can be made by the thread that records them, or by a worker that has the same
 * kernels and the same memory.
 *
 * A list consists of cells of 8 bytes. The first cell of a call contains the operation and the number of arguments. Each
 * argument follows in a cell: an address, a 32-bit number, or a 64-bit number. Addresses from `OWN` on refer to
 * memory that each thread has for itself.
 *
 * @module
 */

import type { GeneratedFunctions, KernelFunction } from "./generated_modules.ts";

/** Addresses from here on refer to the memory of the thread that makes the call. */
export const OWN_ADDRESSES: number = 2 ** 33;

enum Op {
  /** Calls the function with that number. */
  Call = 0,
  /** Writes the result of the last call to an address. */
  Keep = 1,
  /** Jumps to another cell if the last call returned 0. */
  Skip = 2,
  /** Fills bytes: address, byte, length. */
  Fill = 3,
  /** Copies bytes: from, to, length. */
  Copy = 4,
  /** Writes a number to an address. */
  Store = 5,
  /**
   * Writes 1 to an address if the last call returned another number than expected. In that case it counts as
   * a call that returned 0, otherwise as one that returned 1.
   */
  Expect = 6,
  /** Calls the generated function with that number: address and length of its module, then its arguments. */
  Generated = 7,
}

/** A list that is being recorded. */
export class CallList {
  #buffer = new ArrayBuffer(4096);
  #narrow = new Int32Array(this.#buffer);
  #wide = new BigInt64Array(this.#buffer);
  #length = 0;

  /** Number of cells. */
  get length(): number {
    return this.#length;
  }

  /** Empties the list. */
  clear(): void {
    this.#length = 0;
  }

  /** Truncates the list to a number of cells. */
  cut(length: number): void {
    this.#length = length;
  }

  /** Records a call of a kernel function by number. */
  call(fn: number, args: readonly (number | bigint)[]): void {
    this.#write(Op.Call, fn, args);
  }

  /**
   * Records a call of a generated function; the first argument is the address of its module, the second its
   * length.
   */
  generated(number: number, args: readonly number[]): void {
    this.#write(Op.Generated, number, args);
  }

  /** Records writing the result of the previous call, as 32 bits. */
  keep(address: number): void {
    this.#write(Op.Keep, 0, [address]);
  }

  /** Records skipping what follows if the previous call returned 0; `land` marks where the skip ends. */
  skip(): number {
    this.#write(Op.Skip, 0, [0]);
    return this.#length - 1;
  }

  /** Marks the end of a skip. */
  land(skipped: number): void {
    this.#narrow[2 * skipped] = this.#length;
  }

  /** Records filling bytes. */
  fill(address: number, byte: number, length: number): void {
    this.#write(Op.Fill, 0, [address, byte, length]);
  }

  /** Records copying bytes. */
  copy(from: number, to: number, length: number): void {
    this.#write(Op.Copy, 0, [from, to, length]);
  }

  /** Records writing a 32-bit number, which may be an address. */
  store(address: number, value: number): void {
    this.#write(Op.Store, 0, [address, value]);
  }

  /**
   * Records writing 1 as 32 bits if the previous call did not return `number`; a `skip` then takes effect.
   */
  expect(number: number, address: number): void {
    this.#write(Op.Expect, 0, [address, number]);
  }

  /** Copies the cells into a task. */
  copyTo(cells: BigInt64Array, from: number): void {
    cells.set(this.#wide.subarray(0, this.#length), from);
  }

  /** Makes the calls on this thread. */
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
      } else if (arg >= OWN_ADDRESSES) {
        own |= 1 << at;
        this.#narrow[2 * cell] = arg - OWN_ADDRESSES;
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

/** Makes recorded calls on one thread. */
export class CallMachine {
  readonly #functions: readonly KernelFunction[];
  readonly #memory: WebAssembly.Memory;
  readonly #generated: GeneratedFunctions;
  #u8: Uint8Array;
  #u32: Uint32Array;
  /** Address of this thread's own memory. */
  own = 0;

  /** Functions are taken from `functions` by number, and from generated modules on `memory`. */
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

  /** Makes the calls in the cells from `from` to `to`; targets of skips count from `from`. */
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
   * Creates a longer view, since writes beyond the end of a view are dropped silently. A memory sent to this
   * thread keeps its length at that time, until this thread grows it (by zero pages).
   */
  #look(end: number): void {
    this.#memory.grow(0);
    this.#u8 = new Uint8Array(this.#memory.buffer);
    this.#u32 = new Uint32Array(this.#memory.buffer);
    if (end > this.#u8.length) throw new RangeError(`Memory ends before ${end}`);
  }
}
