/**
 * Frames whose names are looked up later, when a query needs them: where their code is, as reported by a
 * reader.
 * @module
 */

import { joinHalves } from "../base/u64.ts";
import type { FunctionAt, PlaceColumn } from "./code_place.ts";
import type { Frame, StackPool } from "./stack_pool.ts";
import type { StringPool } from "./string_pool.ts";

/** A mapped module, as `FunctionAt` expects it. */
export interface CodeRange {
  /** Its path, as a string code. */
  readonly module: number;
  readonly from: bigint;
  readonly to: bigint;
  /** The range covers the module from its load base to the end of its last segment. */
  readonly isWhole?: boolean;
  readonly buildId?: string;
  /** Add this to the address of a frame to get the address of the instruction after the call. */
  readonly toReturn?: bigint;
  /** The variant of its frames after they have been named; 0 by default. */
  readonly spelling?: number;
}

/** How the frames of a format are named. */
export interface FrameNaming {
  /**
   * The columns, by table, that show the source position of a row and therefore depend on names; absent if
   * there are none.
   */
  readonly shows?: Readonly<Record<string, readonly PlaceColumn[]>>;
  /**
   * Returns whether a frame, given its function and module, is skipped when the source position of a row is
   * chosen, as long as there is another frame.
   */
  hides?(func: string, module: string): boolean;
  /**
   * Each frame remains a single frame: if functions were inlined there, it is the outermost one. A file and
   * line that it has are kept.
   */
  readonly staysOne?: boolean;
  /** Offsets count from the function that was called, so functions inlined there have no offset. */
  readonly inlinedHaveNoOffset?: boolean;
}

/**
 * Frames of a trace in the form that a saved index stores: numbered ranges, and for each frame its id and its
 * range.
 */
export interface SavedUnnamedFrames {
  readonly ranges: readonly (Omit<CodeRange, "module"> & { readonly module: string })[];
  readonly frames: readonly number[];
}

/** A range, and what distinguishes its frames from those of other ranges. */
interface KnownRange extends CodeRange {
  readonly variant: number;
}

/** Variants of ranges are below this, because variants of frames have 28 bits. */
const VARIANTS = 1 << 27;

/** Collects frames that have no names yet. */
export class UnnamedFrames {
  readonly #stacks: StackPool;
  readonly #strings: StringPool;
  readonly #ranges = new Map<string, KnownRange>();
  readonly #rangeOf = new Map<number, KnownRange>();

  /** Frames are added to these pools. */
  constructor({ stacks, strings }: { readonly stacks: StackPool; readonly strings: StringPool }) {
    this.#stacks = stacks;
    this.#strings = strings;
  }

  /** Number of frames. */
  get size(): number {
    return this.#rangeOf.size;
  }

  /** Adds a frame whose code is in a range; returns its id. */
  add(frame: Readonly<Frame>, range: CodeRange): number {
    const known = this.#sameRange(range);
    // A frame that already has all its names, or is in another range, perhaps of another trace, is a
    // different frame and needs another variant.
    for (let { variant } = known;; variant++) {
      const id = this.#stacks.frame({ ...frame, variant });
      const before = this.#rangeOf.get(id);
      if (before === undefined) this.#rangeOf.set(id, known);
      if (before === undefined || before === known) return id;
    }
  }

  /**
   * Returns what a program knows about a frame; undefined if it knows nothing, null if the frame was not
   * added.
   */
  lookUp(id: number, functionAt: FunctionAt): ReturnType<FunctionAt> | null {
    const range = this.#rangeOf.get(id);
    if (range === undefined) return null;
    const { addrLow, addrHigh } = this.#stacks.describeFrame(id);
    const { module, from, to, isWhole = false, buildId, toReturn = 0n } = range;
    const address = joinHalves(addrLow, addrHigh) + toReturn;
    return functionAt(this.#strings.text(module), from, to, address, isWhole, buildId);
  }

  /** Returns the variant of a frame after it has been named. */
  spellingOf(id: number): number {
    return this.#rangeOf.get(id)?.spelling ?? 0;
  }

  /** Returns the frames, for a saved index. */
  save(): SavedUnnamedFrames {
    const numbers = new Map([...this.#ranges.values()].map((range, at) => [range, at]));
    return {
      ranges: [...numbers.keys()].map(({ variant: _, ...range }) => ({
        ...range,
        module: this.#strings.text(range.module),
      })),
      frames: [...this.#rangeOf].flatMap(([id, range]) => [id, numbers.get(range)!]),
    };
  }

  /** Adds the frames of a saved index, which have these ids now. Throws `RangeError` if they do not exist. */
  restore({ ranges, frames }: SavedUnnamedFrames, idOf: (saved: number) => number): void {
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

/** Hashes a text to a number, so different texts usually have different numbers. */
function sumOf(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}
