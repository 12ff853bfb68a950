/**
 * A window that does not fit in memory: rows are read and written in order, some at a time, and a function
 * keeps the state that it needs.
 * @module
 */

import { BLOCK_ROWS, blockKernels } from "../../tables/block.ts";
import type { RunContext } from "../execution/context.ts";
import type { Workspace } from "../execution/relation.ts";

/** Words by position, and null bytes (0: none is null). */
export interface OrderedWords {
  readonly words: number;
  readonly nulls: number;
}

/** The rows of a window by their position in its order, from 0. */
export interface LongWindow {
  readonly context: RunContext;
  readonly total: number;
  /** Reads the argument at consecutive positions; it is null outside the window. */
  read(first: number, count: number, to: OrderedWords): void;
  /** Reads the marks of positions, one byte each: set if the order key differs from the previous position. */
  readMarks(first: number, count: number, to: number): void;
}

/** Writes the values of a function in order of positions. */
export interface PlaceWriter {
  /** Writes at most 65536 values with all their null bytes; `first` must be where the last call ended. */
  write(first: number, count: number, to: OrderedWords): void;
  /** Frees the memory of the writer. */
  release(): void;
}

/**
 * Memory for the values at some positions, with the lists `order` and `heads`, by which kernels treat them as one
 * window.
 */
export class LocalRows {
  readonly #work: Workspace;
  readonly words: number;
  readonly nulls: number;
  /** The numbers from 0 up (u32). */
  readonly order: number;
  /** Zeros (u32): all positions belong to the window that begins at the first one. */
  readonly heads: number;

  /** Allocates memory for this many positions. */
  constructor(work: Workspace, places: number) {
    this.#work = work;
    [this.words, this.nulls] = [work.take(places * 8), work.take(places)];
    [this.order, this.heads] = [work.take(places * 4), work.takeZeroed(places * 4)];
    for (let at = 0; at < places; at += BLOCK_ROWS) {
      blockKernels(work.arena).fillSequence(at, Math.min(BLOCK_ROWS, places - at), this.order + 4 * at);
    }
  }

  /** Returns the memory from a position on. */
  from(place: number): OrderedWords {
    return { words: this.words + 8 * place, nulls: this.nulls + place };
  }

  release(): void {
    this.#work.give(this.words, this.nulls, this.order, this.heads);
  }
}
