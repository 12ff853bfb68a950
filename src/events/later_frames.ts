/**
 * Frames whose names are looked up later, when a question needs them: where their code lies, as a reader says it.
 * @module
 */

import { joinHalves } from "../base/u64.ts";
import type { FunctionAt, PlaceColumn } from "./code_place.ts";
import type { Frame, StackPool } from "./stack_pool.ts";
import type { StringPool } from "./string_pool.ts";

/** A mapped module, as `FunctionAt` expects it. */
export interface CodeRange {
  /** Its path, a string pool code. */
  readonly module: number;
  readonly from: bigint;
  readonly to: bigint;
  /** The range covers the module from its load base to the end of its last segment. */
  readonly isWhole?: boolean;
  readonly buildId?: string;
  /** What to add to the address of a frame for the address of the instruction after the call. */
  readonly toReturn?: bigint;
  /** The variant of its frames once they have names; 0 by default. */
  readonly spelling?: number;
}

/** How the frames of a format are named. */
export interface LaterRules {
  /** The columns, by table, that show the place of a row as names decide it; absent if no row shows any. */
  readonly shows?: Readonly<Record<string, readonly PlaceColumn[]>>;
  /** Frames, by function and module, that are not shown as the place of a row, as long as it has another one. */
  hides?(func: string, module: string): boolean;
  /** Each frame stays one frame: of functions inlined there it is the outermost. File and line that it has stay. */
  readonly staysOne?: boolean;
  /** Offsets count from the function that was called: functions inlined there have none. */
  readonly inlinedHaveNoOffset?: boolean;
}

/** Frames of a trace as a saved index keeps them: ranges by number, and for each frame its id and its range. */
export interface SavedLaterFrames {
  readonly ranges: readonly (Omit<CodeRange, "module"> & { readonly module: string })[];
  readonly frames: readonly number[];
}

/** A range, and what distinguishes its frames from those of other ranges. */
interface KnownRange extends CodeRange {
  readonly variant: number;
}

/** Variants of ranges are below this: those of frames have 28 bits. */
const VARIANTS = 1 << 27;

/** Collects frames that have no names yet. */
export class LaterFrames {
  readonly #stacks: StackPool;
  readonly #strings: StringPool;
  readonly #ranges = new Map<string, KnownRange>();
  readonly #rangeOf = new Map<number, KnownRange>();

  /** Frames go to these pools. */
  constructor({ stacks, strings }: { readonly stacks: StackPool; readonly strings: StringPool }) {
    this.#stacks = stacks;
    this.#strings = strings;
  }

  /** Number of frames. */
  get size(): number {
    return this.#rangeOf.size;
  }

  /** Adds a frame, whose code lies in a range; returns its id. */
  add(frame: Readonly<Frame>, range: CodeRange): number {
    const known = this.#sameRange(range);
    // Frames that have all their names already, or lie in another range, perhaps of another trace, are other frames.
    for (let { variant } = known;; variant++) {
      const id = this.#stacks.frame({ ...frame, variant });
      const before = this.#rangeOf.get(id);
      if (before === undefined) this.#rangeOf.set(id, known);
      if (before === undefined || before === known) return id;
    }
  }

  /** What a program says about a frame; undefined if it says nothing, null if the frame was not added. */
  lookUp(id: number, functionAt: FunctionAt): ReturnType<FunctionAt> | null {
    const range = this.#rangeOf.get(id);
    if (range === undefined) return null;
    const { addrLow, addrHigh } = this.#stacks.describeFrame(id);
    const { module, from, to, isWhole = false, buildId, toReturn = 0n } = range;
    const address = joinHalves(addrLow, addrHigh) + toReturn;
    return functionAt(this.#strings.text(module), from, to, address, isWhole, buildId);
  }

  /** The variant of a frame once it has names. */
  spellingOf(id: number): number {
    return this.#rangeOf.get(id)?.spelling ?? 0;
  }

  /** The frames, for a saved index. */
  save(): SavedLaterFrames {
    const numbers = new Map([...this.#ranges.values()].map((range, at) => [range, at]));
    return {
      ranges: [...numbers.keys()].map(({ variant: _, ...range }) => ({
        ...range,
        module: this.#strings.text(range.module),
      })),
      frames: [...this.#rangeOf].flatMap(([id, range]) => [id, numbers.get(range)!]),
    };
  }

  /** Adds the frames of a saved index, whose ids are these now. Throws `RangeError` if they are not there. */
  restore({ ranges, frames }: SavedLaterFrames, idOf: (saved: number) => number): void {
    const known = ranges.map((range) =>
      this.#sameRange({ ...range, module: this.#strings.internText(range.module) })
    );
    for (let at = 0; at < frames.length; at += 2) {
      const id = idOf(frames[at]!), range = known[frames[at + 1]!];
      if (id === 0 || range === undefined) throw new RangeError("Cannot read an index: a frame is missing");
      this.#rangeOf.set(id, range);
    }
  }

  #sameRange(range: CodeRange): KnownRange {
    const { module, from, to, isWhole = false, buildId = "", toReturn = 0n, spelling = 0 } = range;
    const where = `${from} ${to} ${isWhole} ${toReturn} ${buildId} ${this.#strings.text(module)}`;
    const key = spelling === 0 ? where : `${where}\n${spelling}`;
    let known = this.#ranges.get(key);
    if (known === undefined) {
      const variant = 1 + sumOf(key) % VARIANTS;
      this.#ranges.set(key, known = { ...range, variant });
    }
    return known;
  }
}

/** A number for a text; other texts mostly have other numbers. */
function sumOf(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}
