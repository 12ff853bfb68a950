/**
 * Overlays runs: addresses are cut wherever a range of any run begins or ends, so that a run covers each piece as a
 * whole or not at all. All computations then work on the numbers of these pieces.
 * @module
 */

import type { Coverage, RunContribution, SharedRange } from "./coverage_result.ts";

/** Results of some runs for each piece. */
interface Tally {
  /** Number of runs that cover each piece. */
  readonly count: Uint32Array;
  /** Bitwise OR of the ops of these runs. */
  readonly any: Uint8Array;
  /** Bitwise AND of the ops of these runs; 0 if no run covers the piece. */
  readonly all: Uint8Array;
}

/** The pieces that one run covers. */
interface Run {
  readonly pieces: Uint32Array;
  readonly ops: Uint8Array;
}

/** Pieces of one module: from each boundary to the next. */
interface Cuts {
  readonly start: number;
  readonly at: readonly bigint[];
  readonly index: ReadonlyMap<bigint, number>;
}

const OP_BITS = 8;

/** Runs of the same programs, cut into pieces. */
export class Campaign {
  readonly #modules: readonly { readonly module: number; readonly cuts: Cuts }[];
  readonly #runs: readonly Run[];
  readonly #size: number;

  /** Cuts the ranges of `runs`; there may be thousands of them, which share most boundaries. */
  constructor(runs: readonly Coverage[]) {
    const byModule = boundariesOf(runs);
    const cuts = new Map<number, Cuts>();
    let size = 0;
    // Modules come in the order of the runs, because module numbers depend on earlier queries.
    for (const [module, boundaries] of byModule) {
      const at = [...boundaries].sort((a, b) => a < b ? -1 : a > b ? 1 : 0);
      cuts.set(module, { start: size, at, index: new Map(at.map((boundary, piece) => [boundary, piece])) });
      size += at.length;
    }
    this.#size = size;
    this.#modules = [...cuts].map(([module, each]) => ({ module, cuts: each }));
    const slots = new Int32Array(size).fill(-1);
    this.#runs = runs.map((run) => cutRun(run, cuts, slots));
  }

  /** Combines the runs over each piece; all of them, or some. */
  tally(numbers: readonly number[] = this.#runs.map((_, run) => run)): Tally {
    const count = new Uint32Array(this.#size),
      any = new Uint8Array(this.#size),
      all = new Uint8Array(this.#size);
    for (const number of numbers) {
      const { pieces, ops } = this.#runs[number]!;
      for (let at = 0; at < pieces.length; at++) {
        const piece = pieces[at]!, op = ops[at]!;
        all[piece] = count[piece] === 0 ? op : all[piece]! & op;
        any[piece]! |= op;
        count[piece]!++;
      }
    }
    return { count, any, all };
  }

  /** Returns the pieces whose op is not 0; equal neighbours are merged. */
  join(opOf: (piece: number) => number, runs: Uint32Array): SharedRange[] {
    const ranges: SharedRange[] = [];
    for (const { module, cuts } of this.#modules) {
      let open: SharedRange | undefined;
      for (let piece = 0; piece + 1 < cuts.at.length; piece++) {
        const number = cuts.start + piece, op = opOf(number);
        const first = cuts.at[piece]!, last = cuts.at[piece + 1]! - 1n;
        if (open && open.op === op && open.runs === runs[number]) open = { ...open, last };
        else {
          if (open) ranges.push(open);
          open = op === 0 ? undefined : { module, first, last, op, runs: runs[number]! };
        }
      }
      if (open) ranges.push(open);
    }
    return ranges;
  }

  /** The contribution of each run, and the greedy choice. */
  worth(byOutcome: boolean): RunContribution[] {
    const units = byOutcome ? OP_BITS : 1;
    const weights = this.#weights();
    const runs = this.#runs.map((run) => byOutcome ? outcomesOf(run) : run.pieces);
    const weight = (unit: number): number => weights[byOutcome ? unit >>> 3 : unit]!;
    const count = new Uint32Array(this.#size * units);
    for (const run of runs) for (const unit of run) count[unit]!++;
    const covered = runs.map((run) => run.reduce((sum, unit) => sum + weight(unit), 0));
    const own = runs.map((run) => run.reduce((sum, unit) => sum + (count[unit] === 1 ? weight(unit) : 0), 0));
    const chosen = greedy(runs, weight, covered, new Uint8Array(count.length));
    return runs.map((_, run) => {
      const place = chosen.findIndex((each) => each.run === run);
      return {
        covered: covered[run]!,
        own: own[run]!,
        pick: place < 0 ? null : place + 1,
        adds: place < 0 ? 0 : chosen[place]!.adds,
      };
    });
  }

  /** Size of each piece; sizes of covered pieces are far below 2^53. */
  #weights(): Float64Array {
    const weights = new Float64Array(this.#size);
    for (const { cuts } of this.#modules) {
      for (let piece = 0; piece + 1 < cuts.at.length; piece++) {
        weights[cuts.start + piece] = Number(cuts.at[piece + 1]! - cuts.at[piece]!);
      }
    }
    return weights;
  }
}

function boundariesOf(runs: readonly Coverage[]): Map<number, Set<bigint>> {
  const byModule = new Map<number, Set<bigint>>();
  for (const run of runs) {
    for (const { module, first, last } of run) {
      let set = byModule.get(module);
      if (!set) byModule.set(module, set = new Set());
      set.add(first).add(last + 1n);
    }
  }
  return byModule;
}

/** Returns the piece numbers of a run; `slots` must be -1 for every piece, which is restored before returning. */
function cutRun(run: Coverage, cuts: ReadonlyMap<number, Cuts>, slots: Int32Array): Run {
  const pieces: number[] = [], ops: number[] = [];
  for (const { module, first, last, op } of run) {
    const { start, index } = cuts.get(module)!;
    const to = start + index.get(last + 1n)!;
    for (let piece = start + index.get(first)!; piece < to; piece++) {
      const slot = slots[piece]!;
      // Modules without a name, or named like the program, may cover the same addresses.
      if (slot >= 0) ops[slot]! |= op;
      else {
        slots[piece] = pieces.length;
        pieces.push(piece);
        ops.push(op);
      }
    }
  }
  for (const piece of pieces) slots[piece] = -1;
  return { pieces: Uint32Array.from(pieces), ops: Uint8Array.from(ops) };
}

/** Repeats each piece once per bit of its op. */
function outcomesOf({ pieces, ops }: Run): Uint32Array {
  const units: number[] = [];
  for (let at = 0; at < pieces.length; at++) {
    for (let bit = 0; bit < OP_BITS; bit++) {
      if ((ops[at]! >>> bit & 1) !== 0) units.push(pieces[at]! * OP_BITS + bit);
    }
  }
  return Uint32Array.from(units);
}

/**
 * Repeatedly chooses the run that adds the most. What a run adds can only shrink, so old numbers are upper
 * bounds and few runs are counted again.
 */
function greedy(
  runs: readonly Uint32Array[],
  weight: (unit: number) => number,
  covered: readonly number[],
  taken: Uint8Array,
): { run: number; adds: number }[] {
  const chosen: { run: number; adds: number }[] = [];
  const bound = [...covered];
  const left = new Set(runs.keys());
  while (true) {
    let best = -1, most = 0;
    for (const run of [...left].sort((a, b) => bound[b]! - bound[a]! || a - b)) {
      if (bound[run]! < most || bound[run] === 0) break;
      let adds = 0;
      for (const unit of runs[run]!) if (taken[unit] === 0) adds += weight(unit);
      bound[run] = adds;
      if (adds > most || (adds === most && adds > 0 && run < best)) {
        best = run;
        most = adds;
      }
    }
    if (best < 0) return chosen;
    chosen.push({ run: best, adds: most });
    for (const unit of runs[best]!) taken[unit] = 1;
    left.delete(best);
  }
}
