/**
 * Work on blocks that several threads share.
 * @module
 */

import { CrewFailure, type CrewSection } from "../../memory/crew_section.ts";
import { currentCrew } from "../../memory/crew.ts";
import type { ThreadSettings } from "../../memory/threads.ts";
import { KernelTable, type Written } from "../../memory/kernel_table.ts";
import { CallsLater } from "./kernel_calls.ts";
import { type Exports as DenseKernels, WASM_BASE64 as DENSE } from "./kernels/dense.wasm.ts";
import { type Exports as GroupKernels, WASM_BASE64 as GROUP } from "./kernels/group.wasm.ts";
import { type Exports as SelectKernels, WASM_BASE64 as SELECT } from "./kernels/select.wasm.ts";
import { BLOCK_ROWS } from "../../tables/block.ts";
import { BITMAP_BYTES, type Part, type Workspace } from "./relation.ts";

/** Kernels that any thread may call. */
const TABLE = new KernelTable([SELECT, DENSE, GROUP]);

/** What the work needs. */
interface Needs {
  /** Nanoseconds that one thread takes, about. */
  readonly cost: number;
  /** Bitmaps that each thread has of its own, for tests. */
  readonly bitmaps?: number;
  /** Other bytes that each thread has of its own. */
  readonly own?: number;
  /** Pieces that can be done in any order, such as blocks. */
  readonly pieces: number;
  /** Bytes for each piece, until it is done. */
  readonly each?: number;
}

/** Handing a task over takes some microseconds of both threads. */
const NANOSECONDS_OF_TASK = 200_000;
/** More pieces are never one task: those at the end would be done by one thread. */
const PIECES_TOGETHER = 8;
/** Tasks that each thread gets at least, where there are as many pieces. */
const TASKS_OF_THREAD = 8;

/** How many pieces are handed over at a time. */
function piecesOfTask({ cost, pieces }: Needs, { threads, always }: ThreadSettings): number {
  // Tests have few pieces.
  if (always) return 2;
  const wanted = Math.round(NANOSECONDS_OF_TASK * pieces / cost);
  return Math.max(1, Math.min(wanted, PIECES_TOGETHER, Math.floor(pieces / (threads * TASKS_OF_THREAD))));
}

/** A section with the kernels of the executor. */
export class SharedWork {
  readonly section: CrewSection;
  /** Kernels that select rows, writing to the next task. */
  readonly select: Written<SelectKernels>;
  /** Kernels that group packed blocks. */
  readonly dense: Written<DenseKernels>;
  /** Kernels that group and order rows. */
  readonly group: Written<GroupKernels>;
  /** Calls of tests. */
  readonly tests: CallsLater;
  /** Address of the bytes that each thread has of its own, in calls that are written down. */
  readonly own: number;
  readonly #ownBytes: number;
  readonly #piecesOfTask: number;
  readonly #bytesOfPiece: number;

  /** Writes to the tasks of a section. */
  constructor(section: CrewSection, { bitmaps = 0, each = 0 }: Needs, pieces: number) {
    this.section = section;
    this.#piecesOfTask = pieces;
    this.#bytesOfPiece = each;
    this.select = TABLE.writing<SelectKernels>(SELECT, section.calls);
    this.dense = TABLE.writing<DenseKernels>(DENSE, section.calls);
    this.group = TABLE.writing<GroupKernels>(GROUP, section.calls);
    this.tests = new CallsLater(section, this.select);
    this.#ownBytes = bitmaps * BITMAP_BYTES;
    this.own = section.own(this.#ownBytes);
  }

  /**
   * Does pieces of work. `write` writes the calls of one down, with an address of memory for that piece, and gives what is to be
   * done here when they have been made; undefined where there is nothing to call.
   */
  *doAll<T>(
    pieces: Iterable<T>,
    write: (piece: T, memory: number) => (() => void) | undefined,
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
      } else if (endings.push(ending) === this.#piecesOfTask) {
        yield* handOver(section, endings);
        endings = [];
      }
    }
    if (endings.length > 0) yield* handOver(section, endings);
    yield* section.finish();
  }

  /** The same address in the memory of one thread. */
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

/** A block with rows that count. */
interface SelectedBlock {
  readonly block: number;
  /** Rows of the block. */
  readonly rows: number;
  /** Bits of those that count, 0 where all do. */
  readonly bits: number;
  /** How many count. */
  readonly count: number;
}

/** Blocks of a part that has no list, those without rows that count left out. */
export function* selectedBlocks({ rowCount, selection }: Part): Generator<SelectedBlock> {
  const blocks = selection.kind === "bits" ? selection.blocks : undefined;
  for (let block = 0; block * BLOCK_ROWS < rowCount; block++) {
    const rows = Math.min(BLOCK_ROWS, rowCount - block * BLOCK_ROWS);
    const { pointer: bits, count } = blocks?.[block] ?? { pointer: 0, count: rows };
    if (count > 0) yield { block, rows, bits, count };
  }
}
