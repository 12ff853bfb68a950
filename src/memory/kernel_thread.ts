/**
 * Runs a kernel on a second core, with the same code and the same memory, one call at a time. Meant for work
 * that takes milliseconds, so that the costs of handing over a call (some microseconds) and of starting a
 * thread (about 20 ms) do not matter.
 * @module
 */

import type { Arena } from "./arena.ts";
import { CALL_WORDS, KernelCallWord, type KernelStart, Turn } from "./kernel_call.ts";
import { KERNEL_WORKER } from "./kernel_worker.ts";
import { mayUseThreads } from "./threads.ts";
import { compiledModule } from "./wasm_module.ts";

/** A kernel module on its own thread. */
export class KernelThread {
  readonly #words: Int32Array;
  readonly #worker: Worker;
  readonly #names: readonly string[];
  #stopped = false;

  /** Starts a thread; undefined if there is only one core, or only one thread is allowed. */
  static start(arena: Arena, base64: string, names: readonly string[]): KernelThread | undefined {
    if (!mayUseThreads()) return undefined;
    try {
      return new KernelThread(arena, base64, names);
    } catch {
      return undefined;
    }
  }

  private constructor(arena: Arena, base64: string, names: readonly string[]) {
    this.#names = names;
    this.#worker = new Worker(KERNEL_WORKER, { type: "module" });
    this.#words = new Int32Array(new SharedArrayBuffer(CALL_WORDS * 4));
    // A thread that cannot start never becomes ready, and its work is done on this thread.
    this.#worker.onerror = (event) => event.preventDefault();
    const start: KernelStart = {
      module: compiledModule(base64),
      memory: arena.memory,
      words: this.#words,
      names,
    };
    try {
      this.#worker.postMessage(start);
    } catch (error) {
      // Without this, the thread would wait for calls until the program ends.
      this.#worker.terminate();
      throw error;
    }
  }

  /** Whether it can take a call now. */
  get ready(): boolean {
    return Atomics.load(this.#words, KernelCallWord.Turn) === Turn.Idle;
  }

  /** Starts a call of a kernel function whose arguments and result are 32-bit numbers. */
  begin(name: string, args: readonly number[]): void {
    if (args.length > CALL_WORDS - KernelCallWord.First) {
      throw new TypeError(`No room for ${args.length} arguments`);
    }
    this.#words[KernelCallWord.Function] = this.#names.indexOf(name);
    this.#words[KernelCallWord.Count] = args.length;
    for (let at = 0; at < args.length; at++) this.#words[KernelCallWord.First + at] = args[at]!;
    Atomics.store(this.#words, KernelCallWord.Turn, Turn.Call);
    Atomics.notify(this.#words, KernelCallWord.Turn);
  }

  /** Waits for the call to end and returns its result. */
  end(): number {
    while (Atomics.load(this.#words, KernelCallWord.Turn) === Turn.Call) {
      Atomics.wait(this.#words, KernelCallWord.Turn, Turn.Call);
    }
    if (Atomics.load(this.#words, KernelCallWord.Turn) === Turn.Failed) {
      throw new Error("Cannot continue: a kernel aborted");
    }
    return this.#words[KernelCallWord.Result]!;
  }

  /** Stops the thread after the current call. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    if (Atomics.load(this.#words, KernelCallWord.Turn) === Turn.Call) this.end();
    Atomics.store(this.#words, KernelCallWord.Turn, Turn.Stop);
    Atomics.notify(this.#words, KernelCallWord.Turn);
    this.#worker.terminate();
  }
}
