/**
 * What a kernel thread and its owner say to each other: a few words of shared memory.
 * @module
 */

/** Places of the words. */
export enum Word {
  Turn = 0,
  Function = 1,
  Count = 2,
  Result = 3,
  First = 4,
}

/** Whose turn it is. */
export enum Turn {
  Starting = 0,
  Idle = 1,
  Call = 2,
  Stop = 3,
  Failed = 4,
}

/** Words in all: room for 28 arguments. */
export const CALL_WORDS = 32;

/** What a thread gets at its start. */
export interface KernelStart {
  readonly module: WebAssembly.Module;
  /** The arena. */
  readonly memory: WebAssembly.Memory;
  /** The words. */
  readonly words: Int32Array;
  /** Functions by number. */
  readonly names: readonly string[];
}
