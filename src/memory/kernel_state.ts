/**
 * The state of a kernel: a structure in memory that kernels and TypeScript both access through the field
 * names of its layout.
 * @module
 */

import type { Arena } from "./arena.ts";

/** A structure in memory, accessed by the enumeration of its fields. All fields start as 0. */
export class KernelState<Field extends number> {
  /** Address of the state, passed to the kernel. */
  readonly pointer: number;
  readonly #arena: Arena;
  readonly #bytes: number;

  /** Allocates the structure in an arena. */
  constructor(arena: Arena, bytes: number) {
    this.#arena = arena;
    this.#bytes = bytes;
    this.pointer = arena.allocZeroed(bytes);
  }

  /** Copies all fields, including addresses, from another state in the same memory. */
  copyFrom({ pointer }: KernelState<Field>): void {
    this.#arena.u8.copyWithin(this.pointer, pointer, pointer + this.#bytes);
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
