/**
 * How a crew and its workers communicate: words of shared memory, and a ring of tasks.
 * @module
 */

/** Indexes of the control words. Task numbers wrap around beyond 2^31 to negative numbers. */
export enum CrewWord {
  /** Number of tasks handed over so far. */
  Published = 0,
  /** Number of the next task to be taken. */
  Next = 1,
  /** Number of tasks done. */
  Done = 2,
  /** Number of memories announced to the workers. */
  Epoch = 3,
  /** Address of the threads' private memory, one piece per thread in sequence. */
  Own = 4,
  /** Bytes of private memory per thread. */
  Stride = 5,
  /** 1 if a worker failed to do a task. */
  Failed = 6,
  /** 1 if the workers should stop. */
  Stop = 7,
  /** The first of the `WorkerWord`s, a set for each worker. */
  Workers = 8,
}

/** Words that each worker writes. */
export enum WorkerWord {
  /** Number of memories it knows about. */
  Epoch = 0,
  /** Number of tasks that the worker has done. */
  Tasks = 1,
  /** Words per worker. */
  Count = 2,
}

/** Maximum tasks waiting at a time. */
export const RING = 64;
/** Cells of 8 bytes for the calls of a task, after one cell that holds their number. */
export const TASK_CELLS = 1023;
const SLOT_CELLS = TASK_CELLS + 1;

/** The message that starts a worker. */
export interface CrewStart {
  /** Number of the thread, from 1; 0 is the main thread. */
  readonly index: number;
  readonly words: Int32Array;
  readonly tasks: SharedArrayBuffer;
  /** The modules whose functions the calls refer to, in this order. */
  readonly modules: readonly WebAssembly.Module[];
}

/** The memory that calls refer to from now on. */
export interface CrewMemory {
  readonly memory: WebAssembly.Memory;
  /** Sequence number of this memory. */
  readonly epoch: number;
}

/** Control words for this many workers. */
export function crewWords(workers: number): Int32Array {
  const count = CrewWord.Workers + workers * WorkerWord.Count;
  return new Int32Array(new SharedArrayBuffer(count * 4));
}

/** Allocates a ring of tasks. */
export function taskRing(): SharedArrayBuffer {
  return new SharedArrayBuffer(RING * SLOT_CELLS * 8);
}

/** First cell of a task. */
export function firstCellOf(task: number): number {
  return (task & (RING - 1)) * SLOT_CELLS;
}

/** Takes the next task for the caller; undefined if there is none. */
export function claimTask(words: Int32Array, mayTake: () => boolean = () => true): number | undefined {
  while (true) {
    const next = Atomics.load(words, CrewWord.Next);
    if (((Atomics.load(words, CrewWord.Published) - next) | 0) <= 0 || !mayTake()) return undefined;
    if (Atomics.compareExchange(words, CrewWord.Next, next, (next + 1) | 0) === next) return next;
  }
}
