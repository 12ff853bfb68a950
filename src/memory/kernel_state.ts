/**
 * The state of a kernel: a structure in memory whose fields both sides read and write by the names of its layout.
 * @module
 */

import type { Arena } from "./arena.ts";

/** Words of a structure, by the enumeration that says where they are. All are 0 at first. */
export class KernelState<Field extends number> {
  /** Where it begins; given to the kernel. */
  readonly pointer: number;
  readonly #arena: Arena;

  /** Takes memory of the arena. */
  constructor(arena: Arena, bytes: number) {
    this.#arena = arena;
    this.pointer = arena.allocZeroed(bytes);
  }

  /** A field of 32 bits. */
  word(field: Field): number {
    return this.#arena.u32[(this.pointer + field) >>> 2]!;
  }

  /** Sets a field of 32 bits. */
  set(field: Field, word: number): void {
    this.#arena.u32[(this.pointer + field) >>> 2] = word;
  }

  /** A field of 64 bits. */
  wide(field: Field): bigint {
    return this.#arena.u64[(this.pointer + field) >>> 3]!;
  }

  /** Sets a field of 64 bits. */
  setWide(field: Field, word: bigint): void {
    this.#arena.u64[(this.pointer + field) >>> 3] = word;
  }

  /** Frees the memory. */
  close(): void {
    this.#arena.free(this.pointer);
  }
}
