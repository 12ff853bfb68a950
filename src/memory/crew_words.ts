/**
 * What a crew and its workers say to each other: words of shared memory, and a ring of tasks.
 * @module
 */

/** Places of the words. Tasks are numbered on and on, beyond 2^31 as negative numbers. */
export enum CrewWord {
  /** Tasks handed over so far. */
  Published = 0,
  /** The next one that somebody may take. */
  Next = 1,
  /** Tasks that are done. */
  Done = 2,
  /** How many memories were announced to the workers. */
  Epoch = 3,
  /** Address of the memory that each thread has of its own, one piece after the other. */
  Own = 4,
  /** Bytes of such a piece. */
  Stride = 5,
  /** 1 when a worker could not do a task. */
  Failed = 6,
  /** 1 when workers are to end. */
  Stop = 7,
  /** `WorkerWord` for each worker. */
  Workers = 8,
}

/** What each worker says of itself. */
export enum WorkerWord {
  /** How many memories it has heard of. */
  Epoch = 0,
  /** Tasks that it has done. */
  Tasks = 1,
  /** Words of a worker. */
  Count = 2,
}

/** Tasks that may wait at a time. */
export const RING = 64;
/** Cells of 8 bytes for the calls of a task, after one that says how many there are. */
export const TASK_CELLS = 1023;
const SLOT_CELLS = TASK_CELLS + 1;

/** What a worker gets at its start. */
export interface CrewStart {
  /** Its number, from 1: 0 is the thread that hands over. */
  readonly index: number;
  readonly words: Int32Array;
  readonly tasks: SharedArrayBuffer;
  /** Whose functions the calls mean, in this order. */
  readonly modules: readonly WebAssembly.Module[];
}

/** The memory that calls are about from now on. */
export interface CrewMemory {
  readonly memory: WebAssembly.Memory;
  /** How many memories there were up to this one. */
  readonly epoch: number;
}

/** Words for so many workers. */
export function crewWords(workers: number): Int32Array {
  const count = CrewWord.Workers + workers * WorkerWord.Count;
  return new Int32Array(new SharedArrayBuffer(count * 4));
}

/** Room for a ring of tasks. */
export function taskRing(): SharedArrayBuffer {
  return new SharedArrayBuffer(RING * SLOT_CELLS * 8);
}

/** First cell of a task. */
export function slotOf(task: number): number {
  return (task & (RING - 1)) * SLOT_CELLS;
}

/** Takes the next task for the caller; undefined when there is none. */
export function claimTask(words: Int32Array, mayTake: () => boolean = () => true): number | undefined {
  while (true) {
    const next = Atomics.load(words, CrewWord.Next);
    if (((Atomics.load(words, CrewWord.Published) - next) | 0) <= 0 || !mayTake()) return undefined;
    if (Atomics.compareExchange(words, CrewWord.Next, next, (next + 1) | 0) === next) return next;
  }
}
