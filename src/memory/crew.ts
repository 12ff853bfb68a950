/**
 * Workers that share the memory with the main thread and run its tasks, which are lists of kernel calls.
 *
 * - Workers allocate nothing and decide nothing: the main thread prepares the data of a task, and pins the blocks that the
 *   task reads until it is done.
 * - The main thread runs tasks too, so a result never waits for a worker that has not started yet.
 * - A worker is started once there was enough work for it, and continues to run.
 *
 * @module
 */

import type { Arena } from "./arena.ts";
import { CallMachine } from "./call_list.ts";
import { CrewSection } from "./crew_section.ts";
import { type CrewMemory, type CrewStart, CrewWord, crewWords, taskRing, WorkerWord } from "./crew_words.ts";
import { CREW_WORKER } from "./crew_worker.ts";
import { generatedFunctionsOf } from "./generated_modules.ts";
import type { Heap } from "./heap.ts";
import type { KernelTable } from "./kernel_table.ts";
import { ownCrewProgram, type ThreadSettings, threadSettings } from "./threads.ts";

/**
 * A worker blocks the main thread for some 20 ms when it starts, so one is started per this many milliseconds
 * of work.
 */
const WORK_PER_START = 40;
/** Shorter sections (in milliseconds) would be done before a worker has woken up. */
const LEAST_WORK = 0.5;
const NANOSECONDS = 1e6;

/** Describes a section of work. */
export interface SectionOptions {
  /** The arena in which memory is allocated for the section. */
  readonly arena: Arena;
  /** The kernels that the calls refer to. */
  readonly table: KernelTable;
  /** Estimated duration on one thread, in nanoseconds. */
  readonly cost: number;
  /** Bytes of memory private to each thread. */
  readonly own: number;
  /** Bytes of memory for each task until it is done. */
  readonly each?: number;
}

/** Runs tasks on the main thread and on its workers. */
export class Crew {
  readonly settings: ThreadSettings;
  /** Not created as long as there is only one thread. */
  #words: Int32Array | undefined;
  #tasks: SharedArrayBuffer | undefined;
  readonly #workers: Worker[] = [];
  #table: KernelTable | undefined;
  #heap: WeakRef<Heap> | undefined;
  /** Milliseconds of work since a worker was last started. */
  #asked = 0;
  #busy = false;
  #stopped = false;

  /** Creates a crew without workers; they are started when needed. */
  constructor(settings: ThreadSettings) {
    this.settings = settings;
  }

  /** The shared control words of all threads. */
  get words(): Int32Array {
    return this.#words ??= crewWords(this.settings.threads - 1);
  }

  /** The queue of waiting tasks. */
  get tasks(): SharedArrayBuffer {
    return this.#tasks ??= taskRing();
  }

  /** Number of workers. */
  get workerCount(): number {
    return this.#workers.length;
  }

  /**
   * Opens a section of tasks that any thread may run; undefined if one thread is faster, or there is no
   * other.
   */
  section(options: SectionOptions): CrewSection | undefined {
    const { threads, always } = this.settings;
    if (threads < 2 || this.#busy || this.#stopped) return undefined;
    const work = options.cost / NANOSECONDS;
    if (work < LEAST_WORK && !always) return undefined;
    this.#asked += work;
    // Function numbers are specific to a table.
    if (this.#table !== undefined && this.#table !== options.table) return undefined;
    this.#table = options.table;
    this.#startWorkers();
    if (this.#workers.length === 0) return undefined;
    this.#turnTo(options.arena.heap);
    this.#busy = true;
    const { heap, memory } = options.arena;
    const machine = new CallMachine(options.table.functionsOn(heap), memory, generatedFunctionsOf(heap));
    try {
      return new CrewSection(this, machine, options, () => this.#rest());
    } catch (error) {
      this.#rest();
      throw error;
    }
  }

  /** Marks the section as ended. */
  #rest(): void {
    this.#busy = false;
    if (this.#stopped) this.stop();
  }

  /** Stops all workers after the open section; no others are started. */
  stop(): void {
    this.#stopped = true;
    if (this.#busy || !this.#words) return;
    Atomics.store(this.words, CrewWord.Stop, 1);
    Atomics.notify(this.words, CrewWord.Published);
    for (const worker of this.#workers) worker.terminate();
    this.#workers.length = 0;
  }

  #startWorkers(): void {
    const { threads, always } = this.settings;
    while (this.#workers.length < threads - 1 && (always || this.#asked >= WORK_PER_START)) {
      if (!this.#startWorker()) return this.stop();
      this.#asked -= WORK_PER_START;
    }
  }

  #startWorker(): boolean {
    let worker: Worker | undefined;
    try {
      worker = new Worker(ownCrewProgram() ?? CREW_WORKER, { type: "module" });
      // Ignore the error: a worker that cannot start takes no task, and the other threads do its work.
      worker.onerror = (event) => event.preventDefault();
      const start: CrewStart = {
        index: this.#workers.length + 1,
        words: this.words,
        tasks: this.tasks,
        modules: this.#table!.modules,
      };
      worker.postMessage(start);
    } catch {
      worker?.terminate();
      return false;
    }
    this.#workers.push(worker);
    // Forget the current memory, so that it is announced to all workers again: each has to count the same
    // announcements.
    this.#heap = undefined;
    return true;
  }

  /** Announces to the workers which memory the tasks refer to. */
  #turnTo(heap: Heap): void {
    if (this.#heap?.deref() === heap) return;
    this.#heap = new WeakRef(heap);
    const epoch = Atomics.add(this.words, CrewWord.Epoch, 1) + 1;
    const memory: CrewMemory = { memory: heap.memory, epoch };
    for (const worker of this.#workers) worker.postMessage(memory);
    // Wakes waiting workers so that they read their messages.
    Atomics.notify(this.words, CrewWord.Published);
    if (this.settings.always) this.#awaitAll(epoch);
  }

  #awaitAll(epoch: number): void {
    this.#workers.forEach((_, index) => {
      const at = CrewWord.Workers + index * WorkerWord.Count + WorkerWord.Epoch;
      for (let have; (have = Atomics.load(this.words, at)) !== epoch;) Atomics.wait(this.words, at, have);
    });
  }
}

let crew = new Crew(threadSettings());

/**
 * The crew of the program. If the settings change, another crew is created and the previous one is stopped.
 */
export function currentCrew(): Crew {
  const settings = threadSettings();
  if (crew.settings !== settings) {
    crew.stop();
    crew = new Crew(settings);
  }
  return crew;
}
