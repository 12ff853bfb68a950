/**
 * The kernels of the executor, by arena.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import type { Heap } from "../../memory/heap.ts";
import { sharedKernels } from "../../memory/wasm_module.ts";
import { WASM_BASE64 as COMPUTE } from "./kernels/compute.wasm.ts";
import { WASM_BASE64 as DENSE } from "./kernels/dense.wasm.ts";
import { WASM_BASE64 as GROUP } from "./kernels/group.wasm.ts";
import { WASM_BASE64 as KEYED } from "./kernels/keyed.wasm.ts";
import { WASM_BASE64 as ORDERED } from "./kernels/ordered.wasm.ts";
import { WASM_BASE64 as SELECT } from "./kernels/select.wasm.ts";

type Pointer = number;

/** See kernels/select.as.ts. */
interface SelectKernels {
  fillBits(bits: Pointer, n: number): void;
  countBits(bits: Pointer, n: number): number;
  orBits(a: Pointer, b: Pointer): void;
  clearBits(a: Pointer, b: Pointer): void;
  bitsToRows(bits: Pointer, n: number, base: number, q: Pointer): number;
  selectRange(
    p: Pointer,
    width: number,
    n: number,
    lo: bigint,
    hi: bigint,
    negate: number,
    skipZero: number,
    bits: Pointer,
  ): void;
  selectSet(
    p: Pointer,
    width: number,
    n: number,
    less: bigint,
    zeroIsNull: number,
    set: Pointer,
    size: number,
    bits: Pointer,
  ): void;
  dropNulls(nulls: Pointer, n: number, bits: Pointer): void;
  keepNulls(nulls: Pointer, n: number, bits: Pointer): void;
  keepTrue(rows: Pointer, values: Pointer, nulls: Pointer, count: number, bits: Pointer): void;
  rangeValues(
    p: Pointer,
    nulls: Pointer,
    n: number,
    lo: bigint,
    hi: bigint,
    negate: number,
    q: Pointer,
  ): void;
  setValues(p: Pointer, nulls: Pointer, n: number, set: Pointer, size: number, q: Pointer): void;
  selectCompared(
    op: number,
    a: Pointer,
    an: Pointer,
    b: Pointer,
    bn: Pointer,
    n: number,
    bits: Pointer,
  ): void;
  markCodes(p: Pointer, width: number, n: number, less: bigint, zeroIsNull: number, set: Pointer): void;
}

type Arithmetic = (
  op: number,
  a: Pointer,
  an: Pointer,
  b: Pointer,
  bn: Pointer,
  n: number,
  q: Pointer,
  qn: Pointer,
) => number;

/** See kernels/compute.as.ts. */
interface ComputeKernels {
  arithmetic: Arithmetic;
  arithmeticSigned: Arithmetic;
  arithmeticDouble: Arithmetic;
  compare(
    op: number,
    kind: number,
    a: Pointer,
    an: Pointer,
    b: Pointer,
    bn: Pointer,
    n: number,
    q: Pointer,
  ): void;
  convert(how: number, a: Pointer, an: Pointer, n: number, q: Pointer): number;
  invertTruth(a: Pointer, an: Pointer, n: number, q: Pointer): void;
  mapValues(how: number, argument: bigint, a: Pointer, n: number, q: Pointer): void;
  sortKeys(kind: number, flip: number, a: Pointer, n: number, q: Pointer): void;
}

/** See kernels/group.as.ts. */
interface GroupKernels {
  group(
    keys: Pointer,
    nulls: Pointer,
    from: number,
    n: number,
    groups: Pointer,
    refine: number,
    table: Pointer,
    mask: number,
    state: Pointer,
    firsts: Pointer,
    rows: Pointer,
    base: number,
    add: number,
    limit: number,
  ): number;
  mixKeys(keys: Pointer, nulls: Pointer, n: number, first: number, hashes: Pointer): void;
  orderShares(
    hashes: Pointer,
    n: number,
    shift: number,
    shares: number,
    ends: Pointer,
    q: Pointer,
  ): void;
  rangesOf(keys: Pointer, nulls: Pointer, n: number, bounds: Pointer, count: number, q: Pointer): void;
  permuteBytes(bytes: Pointer, order: Pointer, n: number, q: Pointer): void;
  regroup(from: Pointer, capacity: number, to: Pointer, mask: number): void;
  countRows(groups: Pointer, nulls: Pointer, pass: Pointer, n: number, cells: Pointer): void;
  sumRows(
    groups: Pointer,
    values: Pointer,
    nulls: Pointer,
    pass: Pointer,
    n: number,
    signed: number,
    cells: Pointer,
  ): void;
  sumDoubles(
    groups: Pointer,
    values: Pointer,
    nulls: Pointer,
    pass: Pointer,
    n: number,
    kind: number,
    cells: Pointer,
  ): void;
  addDoubles(
    groups: Pointer,
    values: Pointer,
    nulls: Pointer,
    pass: Pointer,
    n: number,
    cells: Pointer,
  ): void;
  extremeRows(
    groups: Pointer,
    values: Pointer,
    nulls: Pointer,
    pass: Pointer,
    n: number,
    kind: number,
    most: number,
    cells: Pointer,
  ): void;
  edgeRows(
    groups: Pointer,
    values: Pointer,
    nulls: Pointer,
    pass: Pointer,
    n: number,
    last: number,
    cells: Pointer,
  ): void;
  bestRows(
    groups: Pointer,
    keys: Pointer,
    keyNulls: Pointer,
    pass: Pointer,
    n: number,
    values: Pointer,
    valueNulls: Pointer,
    cells: Pointer,
  ): void;
  collectRows(
    groups: Pointer,
    values: Pointer,
    nulls: Pointer,
    pass: Pointer,
    n: number,
    q: Pointer,
    g: Pointer,
  ): number;
  countOwners(groups: Pointer, n: number, counts: Pointer): void;
  scatterRows(values: Pointer, groups: Pointer, n: number, next: Pointer, q: Pointer): void;
  nthWord(words: Pointer, n: number, k: number, scratch: Pointer, counts: Pointer): bigint;
  radixCount(keys: Pointer, n: number, shift: bigint, counts: Pointer): void;
  radixStarts(keys: Pointer, n: number, shift: bigint, counts: Pointer): number;
  radixMove(
    keys: Pointer,
    rows: Pointer,
    n: number,
    shift: bigint,
    keysOut: Pointer,
    rowsOut: Pointer,
    counts: Pointer,
  ): void;
  permute(values: Pointer, order: Pointer, n: number, q: Pointer): void;
  permute32(values: Pointer, order: Pointer, n: number, q: Pointer): void;
  atMost(
    keys: Pointer,
    n: number,
    bound: bigint,
    rows: Pointer,
    base: number,
    keysOut: Pointer,
    rowsOut: Pointer,
  ): number;
}

/** See kernels/dense.as.ts; a call is a `DenseCall`. */
interface DenseKernels {
  denseGroup(call: Pointer): void;
  denseGroupQuick(call: Pointer): void;
  denseSlots(call: Pointer): void;
  sumSelected(
    p: Pointer,
    width: number,
    n: number,
    zeroIsNull: number,
    nulls: Pointer,
    bits: Pointer,
    out: Pointer,
  ): void;
}

/** See kernels/ordered.as.ts. */
interface OrderedKernels {
  windowHeads(groups: Pointer, order: Pointer, from: number, to: number, heads: Pointer): void;
  markChanges(keys: Pointer, nulls: Pointer, order: Pointer, from: number, to: number, marks: Pointer): void;
  numberRows(heads: Pointer, marks: Pointer, order: Pointer, from: number, to: number, q: Pointer): void;
  shiftRows(
    values: Pointer,
    nulls: Pointer,
    heads: Pointer,
    order: Pointer,
    from: number,
    to: number,
    total: number,
    distance: bigint,
    q: Pointer,
    qn: Pointer,
  ): void;
  edgeOfWindows(last: number, ...rows: OfWindows): void;
  shareOfWindows(kind: number, ...rows: OfWindows): void;
  runningRows(
    how: number,
    kind: number,
    values: Pointer,
    nulls: Pointer,
    heads: Pointer,
    order: Pointer,
    from: number,
    to: number,
    state: Pointer,
    q: Pointer,
    qn: Pointer,
  ): number;
  movingSums(
    how: number,
    kind: number,
    values: Pointer,
    nulls: Pointer,
    heads: Pointer,
    order: Pointer,
    from: number,
    to: number,
    width: number,
    state: Pointer,
    q: Pointer,
    qn: Pointer,
  ): number;
  movingBlocks(
    how: number,
    kind: number,
    values: Pointer,
    nulls: Pointer,
    heads: Pointer,
    order: Pointer,
    from: number,
    to: number,
    width: number,
    ends: Pointer,
    counts: Pointer,
    state: Pointer,
    q: Pointer,
    qn: Pointer,
  ): void;
  scatterOrder(groups: Pointer, order: Pointer, from: number, to: number, next: Pointer, q: Pointer): void;
  countGroups(groups: Pointer, from: number, to: number, counts: Pointer): void;
  placeRows(
    values: Pointer,
    nulls: Pointer,
    order: Pointer,
    rows: Pointer,
    n: number,
    base: number,
    q: Pointer,
    qn: Pointer,
  ): void;
  findPartners(
    side: number,
    ids: Pointer,
    keys: Pointer,
    nulls: Pointer,
    n: number,
    starts: Pointer,
    sorted: Pointer,
    rows: Pointer,
    q: Pointer,
  ): void;
}

/** Numbers of keys: words, nulls, from, n, table. */
type KeysOf = [words: Pointer, nulls: Pointer, from: number, n: number, table: Pointer];
/** What is known of keys. */
type KnownKeys = [state: Pointer, keys: Pointer, firsts: Pointer];
/** Rows of keys, and where their numbers go. */
type NumbersTo = [rows: Pointer, base: number, add: number, limit: number, q: Pointer];

/** See kernels/keyed.as.ts. */
interface KeyedKernels {
  hashIds(...call: [...KeysOf, shift: bigint, ...KnownKeys, ...NumbersTo]): number;
  directIds(...call: [...KeysOf, less: bigint, size: bigint, ...KnownKeys, ...NumbersTo]): number;
  rehash(keys: Pointer, from: number, to: number, state: Pointer, table: Pointer, shift: bigint): void;
  packKeys(
    values: Pointer,
    nulls: Pointer,
    n: number,
    less: bigint,
    shift: bigint,
    first: number,
    q: Pointer,
  ): void;
  unpackKeys(
    words: Pointer,
    n: number,
    less: bigint,
    shift: bigint,
    mask: bigint,
    zeroIsNull: number,
    q: Pointer,
    qn: Pointer,
  ): void;
  valuesOfIds(values: Pointer, nulls: Pointer, ids: Pointer, n: number, q: Pointer, qn: Pointer): void;
  countKeyed(groups: Pointer, nulls: Pointer, pass: Pointer, n: number, counts: Pointer): void;
  sumKeyed(
    groups: Pointer,
    values: Pointer,
    nulls: Pointer,
    pass: Pointer,
    n: number,
    cells: Pointer,
  ): void;
  sumsOut(cells: Pointer, n: number, means: number, q: Pointer, qn: Pointer): number;
  keptOut(cells: Pointer, n: number, q: Pointer, qn: Pointer): void;
  truthOfIds(ids: Pointer, n: number, q: Pointer): void;
  bitsOfIds(ids: Pointer, rows: Pointer, n: number, none: number, bits: Pointer): number;
  rowsOfIds(ids: Pointer, rows: Pointer, n: number, none: number, q: Pointer): number;
  partnersOfIds(ids: Pointer, rows: Pointer, n: number, list: Pointer, q: Pointer): void;
  countPairs(ids: Pointer, n: number, starts: Pointer, lone: number): bigint;
  writePairs(
    ids: Pointer,
    lefts: Pointer,
    from: number,
    n: number,
    place: number,
    starts: Pointer,
    list: Pointer,
    lone: number,
    most: number,
    ql: Pointer,
    qr: Pointer,
    state: Pointer,
  ): number;
  nullsOfRows(rows: Pointer, n: number, q: Pointer): number;
  markWords(words: Pointer, nulls: Pointer, n: number, less: bigint, set: Pointer): void;
  wordsInSet(
    words: Pointer,
    nulls: Pointer,
    n: number,
    less: bigint,
    size: bigint,
    set: Pointer,
    q: Pointer,
  ): void;
}

/** Rows of windows, as kernels take them that look at a window as a whole. */
type OfWindows = [
  values: Pointer,
  nulls: Pointer,
  heads: Pointer,
  order: Pointer,
  from: number,
  to: number,
  total: number,
  state: Pointer,
  q: Pointer,
  qn: Pointer,
];

/** All kernels of the executor. */
export interface Kernels {
  readonly select: SelectKernels;
  readonly compute: ComputeKernels;
  readonly group: GroupKernels;
  readonly dense: DenseKernels;
  readonly ordered: OrderedKernels;
  readonly keyed: KeyedKernels;
}

const select = sharedKernels<SelectKernels>(SELECT);
const compute = sharedKernels<ComputeKernels>(COMPUTE);
const group = sharedKernels<GroupKernels>(GROUP);
const dense = sharedKernels<DenseKernels>(DENSE);
const ordered = sharedKernels<OrderedKernels>(ORDERED);
const keyed = sharedKernels<KeyedKernels>(KEYED);
const known = new WeakMap<Heap, Kernels>();

/** The executor's kernels on an arena; those that nobody asks for are not compiled. */
export function kernelsOf(arena: Arena): Kernels {
  let kernels = known.get(arena.heap);
  if (!kernels) {
    kernels = {
      get select() {
        return select(arena);
      },
      get compute() {
        return compute(arena);
      },
      get group() {
        return group(arena);
      },
      get dense() {
        return dense(arena);
      },
      get ordered() {
        return ordered(arena);
      },
      get keyed() {
        return keyed(arena);
      },
    };
    known.set(arena.heap, kernels);
  }
  return kernels;
}

/** What `mapValues` does to a word. */
export const MAPPING = { powerBelow: 0, complement: 1, roundDown: 2 } as const;

/** What kernels return when no row failed. */
export const NO_FAILURE = -1;
