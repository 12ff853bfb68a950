/**
 * Set operations over the covered ranges of several runs. Module numbers must mean the same in all of them.
 * @module
 */

/** A piece of one module. */
export interface CoveredRange {
  /** Module number. */
  readonly module: number;
  /** First address. */
  readonly first: bigint;
  /** Last address, included. */
  readonly last: bigint;
  /** Ops, or-ed; never 0. */
  readonly op: number;
}

/** Covered ranges of one run, in the order of module and address. */
export type Coverage = readonly CoveredRange[];

/** What any of the runs covers. */
export function unionOf(runs: readonly Coverage[]): CoveredRange[] {
  return overlay(runs, (ops) => ops.reduce((all, op) => all | op, 0));
}

/** What all runs cover; `byOutcome` asks for the same outcomes too. */
export function intersectionOf(
  runs: readonly Coverage[],
  byOutcome = false,
): CoveredRange[] {
  if (byOutcome) {
    return overlay(runs, (ops) => ops.reduce((all, op) => all & op, 0xff));
  }
  return overlay(
    runs,
    (ops) => ops.every((op) => op !== 0) ? ops.reduce((all, op) => all | op, 0) : 0,
  );
}

/** What the first run covers and the second does not; `byOutcome` keeps outcomes that only the first saw. */
export function differenceOf(
  run: Coverage,
  other: Coverage,
  byOutcome = false,
): CoveredRange[] {
  return overlay(
    [run, other],
    ([op = 0, theirs = 0]) => byOutcome ? op & ~theirs : theirs === 0 ? op : 0,
  );
}

/** Numbers of the runs that cover an address. */
export function runsReaching(
  runs: readonly Coverage[],
  module: number,
  address: bigint,
): number[] {
  const reaching: number[] = [];
  runs.forEach((run, number) => {
    const reaches = run.some((each) =>
      each.module === module && each.first <= address && address <= each.last
    );
    if (reaches) reaching.push(number);
  });
  return reaching;
}

/** Bytes that ranges cover. */
export function bytesOf(ranges: Coverage): bigint {
  let bytes = 0n;
  for (const { first, last } of ranges) bytes += last - first + 1n;
  return bytes;
}

/** A run that was chosen, with the bytes that it adds to those chosen before. */
export interface Choice {
  /** Number of the run. */
  readonly run: number;
  /** Bytes that it adds. */
  readonly adds: bigint;
}

/**
 * Few runs that cover together what all cover. Greedy: each time the run that adds most, the first of equals; the
 * smallest possible set may have fewer.
 */
export function smallestSet(runs: readonly Coverage[]): Choice[] {
  const chosen: Choice[] = [];
  const left = new Set(runs.keys());
  // What a run adds only shrinks, so an old figure is a bound: most runs need not be counted again.
  const bound = runs.map(bytesOf);
  let covered: CoveredRange[] = [];
  while (left.size > 0) {
    let best = -1, most = 0n;
    for (
      const run of [...left].sort((a, b) => bound[b]! > bound[a]! ? 1 : bound[b]! < bound[a]! ? -1 : a - b)
    ) {
      if (bound[run]! < most || bound[run] === 0n) break;
      bound[run] = bytesOf(differenceOf(runs[run]!, covered));
      if (
        bound[run]! > most || (bound[run] === most && most > 0n && run < best)
      ) {
        best = run;
        most = bound[run]!;
      }
    }
    if (best < 0) break;
    chosen.push({ run: best, adds: most });
    left.delete(best);
    covered = unionOf([covered, runs[best]!]);
  }
  return chosen;
}

/** Lays runs over each other; `combine` gives the op of a piece from those of the runs, 0 to leave it out. */
export function overlay(
  runs: readonly Coverage[],
  combine: (ops: readonly number[]) => number,
): CoveredRange[] {
  interface Change {
    readonly run: number;
    readonly module: number;
    readonly at: bigint;
    readonly op: number;
  }
  const changes: Change[] = [];
  runs.forEach((ranges, run) => {
    for (const { module, first, last, op } of ranges) {
      // An end sorts before a beginning at the same place, so that the beginning stands.
      changes.push({ run, module, at: first, op }, {
        run,
        module,
        at: last + 1n,
        op: 0,
      });
    }
  });
  changes.sort((a, b) =>
    a.module - b.module || (a.at < b.at ? -1 : a.at > b.at ? 1 : 0) ||
    Math.sign(a.op) - Math.sign(b.op)
  );
  const ops = new Array<number>(runs.length).fill(0);
  const pieces: CoveredRange[] = [];
  let first = 0n, op = 0;
  for (let at = 0; at < changes.length;) {
    const { module, at: address } = changes[at]!;
    if (op !== 0 && address > first) {
      push(pieces, { module, first, last: address - 1n, op });
    }
    for (
      ;
      at < changes.length && changes[at]!.at === address &&
      changes[at]!.module === module;
      at++
    ) {
      ops[changes[at]!.run] = changes[at]!.op;
    }
    op = ops.every((each) => each === 0) ? 0 : combine(ops);
    first = address;
  }
  return pieces;
}

/** Adds a piece, or makes the last one longer. */
function push(pieces: CoveredRange[], piece: CoveredRange): void {
  const before = pieces[pieces.length - 1];
  const joins = before && before.module === piece.module &&
    before.last + 1n === piece.first && before.op === piece.op;
  if (joins) pieces[pieces.length - 1] = { ...before, last: piece.last };
  else pieces.push(piece);
}
