/**
 * Memory that the block writer thread shares with the thread that started it: some words, and a ring buffer
 * of blocks.
 * @module
 */

/** Indexes of the words. */
export enum BlockWord {
  State = 0,
  /** Number of blocks handed over so far. */
  Given = 1,
  /** Number of blocks written so far. */
  Written = 2,
  /** 1 if the other thread wants to be notified when more blocks are written. */
  Asked = 3,
  First = 4,
}

/** States of the thread that writes blocks. */
export enum BlockState {
  Open = 0,
  /** The thread should stop. */
  Ended = 1,
  Failed = 2,
}

/** Words of a block in the ring. */
export enum SlotWord {
  Pointer = 0,
  Bytes = 1,
  /** Written by the thread that writes blocks. */
  Checksum = 2,
  Count = 3,
}

/** Maximum number of blocks that wait to be written. */
export const SLOTS = 64;

/** Total number of words. */
export const BLOCK_WORDS: number = BlockWord.First + SLOTS * SlotWord.Count;

/** Index of the words of the block with this number. */
export function wordsOfBlock(number: number): number {
  return BlockWord.First + (number % SLOTS) * SlotWord.Count;
}

/** The message that starts the thread. */
export interface BlockThreadStart {
  /** The file, which exists. */
  readonly path: string;
  /** The memory with the blocks. */
  readonly memory: WebAssembly.Memory;
  readonly words: Int32Array;
}

/** Messages of the thread: blocks were written, or the class and message of a system error. */
export type BlockThreadReply =
  | "written"
  | { readonly failure: { readonly name: string; readonly message: string } };
