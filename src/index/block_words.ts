/**
 * What the thread that writes blocks and its owner say to each other: words of shared memory, a ring of blocks among them.
 * @module
 */

/** Places of the words. */
export enum BlockWord {
  State = 0,
  /** Blocks that were handed over so far. */
  Given = 1,
  /** Blocks that are written. */
  Written = 2,
  /** 1: the owner waits to hear of the next ones. */
  Asked = 3,
  First = 4,
}

/** What is going on. */
export enum BlockState {
  Open = 0,
  /** The thread is to stop. */
  Ended = 1,
  Failed = 2,
}

/** Places of the words of one block. */
export enum SlotWord {
  Pointer = 0,
  Bytes = 1,
  /** Written by the thread. */
  Checksum = 2,
  Count = 3,
}

/** Blocks on their way at a time. */
export const SLOTS = 64;

/** Words in all. */
export const BLOCK_WORDS: number = BlockWord.First + SLOTS * SlotWord.Count;

/** Where the words of the block with this number are. */
export function slotOf(number: number): number {
  return BlockWord.First + (number % SLOTS) * SlotWord.Count;
}

/** What the thread gets at its start. */
export interface BlockOrder {
  /** The file, which is there. */
  readonly path: string;
  /** Where the blocks are. */
  readonly memory: WebAssembly.Memory;
  readonly words: Int32Array;
}

/** What the thread says: that it has written blocks, or the class of an error of the system and its message. */
export type BlockAnswer =
  | "written"
  | { readonly failure: { readonly name: string; readonly message: string } };
