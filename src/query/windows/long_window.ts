/**
 * One window that is larger than memory has room for: its rows are read and written in their order, some at a time, and a
 * function keeps what it needs of those before.
 * @module
 */

import { BLOCK_ROWS, blockKernels } from "../../tables/block.ts";
import type { RunContext } from "../execution/context.ts";
import type { Workspace } from "../execution/relation.ts";

/** Words by position or by place, and null bytes (0: none is null). */
export interface Words {
  readonly words: number;
  readonly nulls: number;
}

/** The rows of a window by their places in its order, from 0. */
export interface LongWindow {
  readonly context: RunContext;
  readonly total: number;
  /** Reads the argument at some places; where there is no place it is null. */
  read(first: number, count: number, to: Words): void;
  /** Reads the marks (a byte each) of places whose order differs from the one before. */
  readMarks(first: number, count: number, to: number): void;
}

/** Writes the values of a function, place after place. */
export interface PlaceWriter {
  /** Writes at most 65536 values, all null bytes too; `first` continues where the last call has ended. */
  write(first: number, count: number, to: Words): void;
  /** Frees its memory. */
  release(): void;
}

/** Room for the values of some places, and the lists with which kernels take them for a window of their own. */
export class LocalRows {
  readonly #work: Workspace;
  readonly words: number;
  readonly nulls: number;
  /** The numbers from 0 on (u32). */
  readonly order: number;
  /** Zeros (u32): all places are of a window that begins with the first one. */
  readonly heads: number;

  /** Takes memory for so many places. */
  constructor(work: Workspace, places: number) {
    this.#work = work;
    [this.words, this.nulls] = [work.take(places * 8), work.take(places)];
    [this.order, this.heads] = [work.take(places * 4), work.takeZeroed(places * 4)];
    for (let at = 0; at < places; at += BLOCK_ROWS) {
      blockKernels(work.arena).countUp(at, Math.min(BLOCK_ROWS, places - at), this.order + 4 * at);
    }
  }

  /** The places from one on. */
  from(place: number): Words {
    return { words: this.words + 8 * place, nulls: this.nulls + place };
  }

  release(): void {
    this.#work.give(this.words, this.nulls, this.order, this.heads);
  }
}
