/**
 * Work on blocks that several threads share.
 * @module
 */

import { CrewFailure, type CrewSection } from "../../memory/crew_section.ts";
import { currentCrew } from "../../memory/crew.ts";
import { KernelTable, type Written } from "../../memory/kernel_table.ts";
import { CallsLater } from "./kernel_calls.ts";
import { type Exports as DenseKernels, WASM_BASE64 as DENSE } from "./kernels/dense.wasm.ts";
import { type Exports as SelectKernels, WASM_BASE64 as SELECT } from "./kernels/select.wasm.ts";
import { BITMAP_BYTES, type Workspace } from "./relation.ts";

/** Kernels that any thread may call. */
const TABLE = new KernelTable([SELECT, DENSE]);

/** What the work needs. */
interface Needs {
  /** Nanoseconds that one thread takes, about. */
  readonly cost: number;
  /** Bitmaps that each thread has of its own, for tests. */
  readonly bitmaps?: number;
  /** Other bytes that each thread has of its own. */
  readonly own?: number;
  /** Bytes for each task. */
  readonly each?: number;
}

/** A section with the kernels of the executor. */
class SharedWork {
  readonly section: CrewSection;
  /** Kernels that select rows, writing to the next task. */
  readonly select: Written<SelectKernels>;
  /** Kernels that group. */
  readonly dense: Written<DenseKernels>;
  /** Calls of tests. */
  readonly tests: CallsLater;
  /** Address of the bytes that each thread has of its own, in calls that are written down. */
  readonly own: number;
  readonly #ownBytes: number;

  /** Writes to the tasks of a section. */
  constructor(section: CrewSection, bitmaps: number) {
    this.section = section;
    this.select = TABLE.writing<SelectKernels>(SELECT, section.calls);
    this.dense = TABLE.writing<DenseKernels>(DENSE, section.calls);
    this.tests = new CallsLater(section, this.select);
    this.#ownBytes = bitmaps * BITMAP_BYTES;
    this.own = section.own(this.#ownBytes);
  }

  /** The same address in the memory of one thread. */
  ownOf(thread: number): number {
    return this.section.ownOf(thread, this.#ownBytes);
  }
}

/**
 * Work in tasks that any thread may do. Undefined where one thread does it sooner, and where a worker has failed: it is for
 * the caller to do it alone, from the beginning.
 */
export function* shareWork<T>(
  work: Workspace,
  needs: Needs,
  use: (shared: SharedWork) => Generator<void, T>,
): Generator<void, T | undefined> {
  const { cost, bitmaps = 0, own = 0, each = 0 } = needs;
  const { arena } = work;
  const crew = currentCrew();
  const options = { arena, table: TABLE, cost, own: bitmaps * BITMAP_BYTES + own, each };
  const section = crew.section(options);
  if (!section) return undefined;
  try {
    const steps = use(new SharedWork(section, bitmaps));
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      work.check();
      yield;
    }
    const result = step.value;
    work.threads = Math.max(work.threads, section.used);
    return result;
  } catch (error) {
    if (error instanceof CrewFailure && crew.settings.mayFail) return undefined;
    throw error;
  } finally {
    section.close();
  }
}
