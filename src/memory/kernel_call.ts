/**
 * The words of shared memory by which a kernel thread and its owner communicate.
 * @module
 */

/** Indexes of the words. */
export enum KernelCallWord {
  Turn = 0,
  Function = 1,
  Count = 2,
  Result = 3,
  First = 4,
}

/** Which thread may act next. */
export enum Turn {
  Starting = 0,
  Idle = 1,
  Call = 2,
  Stop = 3,
  Failed = 4,
}

/** Number of words: enough for 28 arguments. */
export const CALL_WORDS = 32;

/** The message that starts a thread. */
export interface KernelStart {
  readonly module: WebAssembly.Module;
  /** The shared memory. */
  readonly memory: WebAssembly.Memory;
  /** The words of the shared control block. */
  readonly words: Int32Array;
  /** Functions by number. */
  readonly names: readonly string[];
}
