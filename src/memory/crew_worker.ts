/**
 * The worker side of a crew: waits for tasks, takes the next task, and makes its calls. The module is also
 * imported, so that it becomes part of the compiled program.
 * @module
 */

import type { WorkerScope } from "../base/worker_scope.ts";
import { CallMachine } from "./call_list.ts";
import {
  claimTask,
  type CrewMemory,
  type CrewStart,
  CrewWord,
  firstCellOf,
  WorkerWord,
} from "./crew_words.ts";
import { GeneratedFunctions } from "./generated_modules.ts";
import { kernelFunctions } from "./kernel_table.ts";

/** The address of this module, to start a worker from. */
export const CREW_WORKER: string = import.meta.url;

/** Runs the tasks of one worker. */
class TaskRunner {
  readonly #start: CrewStart;
  readonly #narrow: Int32Array;
  readonly #wide: BigInt64Array;
  readonly #mine: number;

  constructor(start: CrewStart) {
    this.#start = start;
    this.#narrow = new Int32Array(start.tasks);
    this.#wide = new BigInt64Array(start.tasks);
    this.#mine = CrewWord.Workers + (start.index - 1) * WorkerWord.Count;
  }

  /** Runs tasks on a memory until another memory is announced; false if the worker should stop. */
  serve({ memory, epoch }: CrewMemory): boolean {
    const { words, index, modules } = this.#start;
    // The memory may have grown since it was sent. Kernels would not notice that otherwise.
    memory.grow(0);
    const machine = new CallMachine(kernelFunctions(modules, memory), memory, new GeneratedFunctions(memory));
    Atomics.store(words, this.#mine + WorkerWord.Epoch, epoch);
    Atomics.notify(words, this.#mine + WorkerWord.Epoch);
    const isMine = (): boolean => Atomics.load(words, CrewWord.Epoch) === epoch;
    while (Atomics.load(words, CrewWord.Stop) === 0) {
      const published = Atomics.load(words, CrewWord.Published);
      // A memory is announced before the tasks on it are published, so a worker that sees such a task also
      // sees the announcement.
      const task = claimTask(words, isMine);
      if (task === undefined) {
        if (!isMine()) return true;
        Atomics.wait(words, CrewWord.Published, published);
        continue;
      }
      machine.own = words[CrewWord.Own]! + index * words[CrewWord.Stride]!;
      const slot = firstCellOf(task);
      try {
        machine.run(this.#narrow, this.#wide, slot + 1, slot + 1 + this.#narrow[2 * slot]!);
        Atomics.add(words, this.#mine + WorkerWord.Tasks, 1);
      } catch {
        Atomics.store(words, CrewWord.Failed, 1);
      }
      Atomics.store(this.#narrow, 2 * slot + 1, 1);
      Atomics.add(words, CrewWord.Done, 1);
      Atomics.notify(words, CrewWord.Done);
    }
    return false;
  }
}

if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerScope<CrewStart | CrewMemory>;
  let hand: TaskRunner | undefined;
  scope.onmessage = ({ data }): void => {
    if ("words" in data) hand = new TaskRunner(data);
    else if (!hand!.serve(data)) scope.close();
  };
}
