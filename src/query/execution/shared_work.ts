/**
 * Work on blocks that several threads share.
 * @module
 */

import type { CallList } from "../../memory/call_list.ts";
import { CrewFailure, type CrewSection } from "../../memory/crew_section.ts";
import { currentCrew } from "../../memory/crew.ts";
import type { ThreadSettings } from "../../memory/threads.ts";
import { KernelTable, type RecordedKernels } from "../../memory/kernel_table.ts";
import { DeferredCalls } from "./kernel_calls.ts";
import { type Exports as BlockKernels, WASM_BASE64 as BLOCK } from "../../tables/kernels/block.wasm.ts";
import { type Exports as ComputeKernels, WASM_BASE64 as COMPUTE } from "./kernels/compute.wasm.ts";
import { type Exports as DenseKernels, WASM_BASE64 as DENSE } from "./kernels/dense.wasm.ts";
import { type Exports as GroupKernels, WASM_BASE64 as GROUP } from "./kernels/group.wasm.ts";
import { type Exports as KeyedKernels, WASM_BASE64 as KEYED } from "./kernels/keyed.wasm.ts";
import { type Exports as SelectKernels, WASM_BASE64 as SELECT } from "./kernels/select.wasm.ts";
import { type Exports as SharesKernels, WASM_BASE64 as SHARES } from "./kernels/shares.wasm.ts";
import { BITMAP_BYTES, type Workspace } from "./relation.ts";

/** Kernels that any thread may call. */
const TABLE = new KernelTable([SELECT, DENSE, GROUP, KEYED, COMPUTE, BLOCK, SHARES]);

/** Resources that the work needs. */
export interface WorkNeeds {
  /** Estimated nanoseconds on one thread. */
  readonly cost: number;
  /** Scratch bitmaps per thread, for predicates. */
  readonly bitmaps?: number;
  /** Additional scratch bytes per thread. */
  readonly own?: number;
  /** Number of pieces, such as blocks, that can be done in any order. */
  readonly pieces: number;
  /** Bytes of memory per piece, until it is done. */
  readonly each?: number;
}

/** Work that a task should contain, since handing over a task costs both threads some microseconds. */
const NANOSECONDS_OF_TASK = 200_000;
/** Maximum number of pieces per task; with more, one thread alone would do the last ones. */
const PIECES_TOGETHER = 8;
/** Minimum number of tasks per thread, if there are enough pieces. */
const TASKS_OF_THREAD = 8;

/** Number of pieces per task. */
function piecesOfTask({ cost, pieces }: WorkNeeds, { threads, always }: ThreadSettings): number {
  // Tests that always use threads have few rows, so their tasks are small.
  if (always) return 2;
  const wanted = Math.round(NANOSECONDS_OF_TASK * pieces / cost);
  return Math.max(1, Math.min(wanted, PIECES_TOGETHER, Math.floor(pieces / (threads * TASKS_OF_THREAD))));
}

/** Kernels whose calls are recorded in the next task; each module is made on first use. */
class LaterKernels {
  readonly #list: CallList;
  readonly #known = new Map<string, unknown>();

  constructor(list: CallList) {
    this.#list = list;
  }

  /** Kernels that select rows. */
  get select(): RecordedKernels<SelectKernels> {
    return this.#writing(SELECT);
  }

  /** Kernels that group packed blocks. */
  get dense(): RecordedKernels<DenseKernels> {
    return this.#writing(DENSE);
  }

  /** Kernels that group and order rows. */
  get group(): RecordedKernels<GroupKernels> {
    return this.#writing(GROUP);
  }

  /** Kernels that number keys. */
  get keyed(): RecordedKernels<KeyedKernels> {
    return this.#writing(KEYED);
  }

  /** Kernels that compute. */
  get compute(): RecordedKernels<ComputeKernels> {
    return this.#writing(COMPUTE);
  }

  /** Kernels that unpack blocks. */
  get block(): RecordedKernels<BlockKernels> {
    return this.#writing(BLOCK);
  }

  /** Kernels for partitioned rows. */
  get partitions(): RecordedKernels<SharesKernels> {
    return this.#writing(SHARES);
  }

  #writing<K>(text: string): RecordedKernels<K> {
    let kernels = this.#known.get(text);
    if (!kernels) this.#known.set(text, kernels = TABLE.writing<K>(text, this.#list));
    return kernels as RecordedKernels<K>;
  }
}

/** A section with the kernels of the executor. */
export class SharedWork extends LaterKernels {
  readonly section: CrewSection;
  /** Calls of predicates. */
  readonly tests: DeferredCalls;
  /** Address of each thread's scratch memory, for use in recorded calls. */
  readonly own: number;
  readonly #ownBytes: number;
  readonly #piecesOfTask: number;
  readonly #bytesOfPiece: number;

  /** Records calls in the tasks of a section. */
  constructor(section: CrewSection, { bitmaps = 0, each = 0 }: WorkNeeds, pieces: number) {
    super(section.calls);
    this.section = section;
    this.#piecesOfTask = pieces;
    this.#bytesOfPiece = each;
    this.tests = new DeferredCalls(section, this.select);
    this.#ownBytes = bitmaps * BITMAP_BYTES;
    this.own = section.own(this.#ownBytes);
  }

  /**
   * Works on pieces. `write` records the calls for one, with an address of memory for it, and returns what to
   * do on this thread once they have run; undefined if there is nothing to call. `together`, the number of
   * pieces per task, may only differ if that memory is not used.
   */
  *doAll<T>(
    pieces: Iterable<T>,
    write: (piece: T, memory: number) => (() => void) | undefined,
    together: number = this.#piecesOfTask,
  ): Generator<void> {
    const { section } = this;
    let endings: (() => void)[] = [];
    for (const piece of pieces) {
      if (endings.length === 0) yield* section.begin();
      const before = section.calls.length;
      const ending = write(piece, section.each + endings.length * this.#bytesOfPiece);
      if (!ending) {
        section.calls.cut(before);
        yield;
      } else if (endings.push(ending) === together) {
        yield* handOver(section, endings);
        endings = [];
      }
    }
    if (endings.length > 0) yield* handOver(section, endings);
    yield* section.finish();
  }

  /** The address of `offset` in the scratch memory of one thread. */
  ownOf(thread: number): number {
    return this.section.ownOf(thread, this.#ownBytes);
  }
}

function handOver(section: CrewSection, endings: readonly (() => void)[]): Generator<void> {
  return section.add(() => {
    for (const end of endings) end();
  });
}

/**
 * Runs work in tasks that any thread may do. Undefined if one thread is faster, or if a worker has failed:
 * then the caller does it alone, from the start.
 */
export function* shareWork<T>(
  work: Workspace,
  needs: WorkNeeds,
  use: (shared: SharedWork) => Generator<void, T>,
): Generator<void, T | undefined> {
  const { cost, bitmaps = 0, own = 0, each = 0 } = needs;
  const { arena } = work;
  const crew = currentCrew();
  const pieces = piecesOfTask(needs, crew.settings);
  const options = {
    arena,
    table: TABLE,
    cost,
    own: bitmaps * BITMAP_BYTES + own,
    each: each * pieces,
  };
  const section = crew.section(options);
  if (!section) return undefined;
  try {
    const steps = use(new SharedWork(section, needs, pieces));
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
