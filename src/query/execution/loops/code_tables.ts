/**
 * What depends on one column of few values is computed once for each of its codes; a loop looks the result up.
 * @module
 */

import { QueryError } from "../../../base/errors.ts";
import { U64_MAX } from "../../../base/u64.ts";
import { BLOCK_ROWS, widthOf } from "../../../tables/block.ts";
import { type Column, ComputedColumn } from "../../../tables/column.ts";
import { columnsIn, dependsOnValues, visit } from "../../plan/columns_in.ts";
import type { Expr } from "../../plan/expressions.ts";
import type { RunContext } from "../context.ts";
import { presentCodes } from "../present_codes.ts";
import type { Arena } from "../../../memory/arena.ts";
import type { Workspace } from "../relation.ts";
import { LoopColumn } from "./loop_column.ts";

/** Codes that are computed before the first row: some ten milliseconds. */
const MOST_CODES = 1 << 18;
/** Codes between the first and the last one. */
const MOST_ENTRIES = 1 << 22;
/** Codes that are worth a table however few rows there are. */
const FEW_CODES = 64;

/** Results by code, packed as those of a `Block`: 0 is null where some are. */
export interface CodeTable {
  /** The codes of the rows. */
  readonly codes: Column;
  /** Where the entry of code 0 is or would be, as 32 bits; that of rows without a code stands before the first one. */
  readonly address: number;
  /** The code of that entry, as 32 bits. */
  readonly absent: number;
  readonly width: 1 | 2 | 4 | 8;
  readonly origin: bigint;
  /** Between which numbers the results are that are not null. */
  readonly low: bigint;
  readonly high: bigint;
  /** Whether a code has no result, and whether rows without a code have none. */
  readonly nullable: boolean;
  readonly absentIsNull: boolean;
}

/** Codes with the words that they stand for, rising. */
interface Codes {
  readonly column: Column;
  readonly list: readonly number[];
  /** Where words do not stand for themselves. */
  readonly values?: Column;
}

/** Computes an expression over other columns. */
type Compile = (expr: Expr, columnOf: (index: number) => Column, rowCount: number) => Column;

const known = new WeakMap<Workspace, Map<Expr, Map<Column, CodeTable | null>>>();

/** The results of an expression over columns by their numbers, for some rows; undefined where it depends on more. */
export function codeTable(
  expr: Expr,
  columnOf: (index: number) => Column,
  { context, rows, compile }: {
    readonly context: RunContext;
    readonly rows: number;
    readonly compile: Compile;
  },
): CodeTable | undefined {
  const { work } = context;
  const base = baseOf(expr, columnOf);
  if (!base || expr.type === "f64") return undefined;
  let tables = known.get(work);
  if (!tables) known.set(work, tables = new Map());
  let ofExpr = tables.get(expr);
  if (!ofExpr) tables.set(expr, ofExpr = new Map());
  let table = ofExpr.get(base);
  if (table === undefined) {
    const codes = codesOf(context, base);
    const isWorthIt = codes && codes.list.length <= Math.max(FEW_CODES, rows);
    const computed = (given: Column, count: number): Column =>
      resultOf(expr, columnOf, (each, of) => compile(each, of, count), base, given);
    table = isWorthIt ? makeTable(work, expr.type, codes, computed) ?? null : null;
    ofExpr.set(base, table);
  }
  return table ?? undefined;
}

/** The one column that an expression depends on; what is computed is seen through. */
function baseOf(expr: Expr, columnOf: (index: number) => Column): Column | undefined {
  const [index, ...others] = columnsIn(expr);
  if (index === undefined || others.length > 0 || !dependsOnValues(expr)) return undefined;
  let forgets = false;
  visit(expr, (node) => forgets ||= node.op === "call" && node.fn.forgets === true);
  if (forgets) return undefined;
  const column = columnOf(index);
  return column instanceof LoopColumn ? baseOf(column.expr, column.columnOf) : column;
}

/** The codes of a column; undefined where it has none, or many. */
function codesOf(context: RunContext, column: Column): Codes | undefined {
  const { dictionary } = column;
  if (dictionary) {
    const { codes, values, count } = dictionary;
    return count > MOST_CODES
      ? undefined
      : { column: codes, list: Array.from({ length: count }, (_, at) => at), values };
  }
  const list = column.type === "text" ? presentCodes(context, column) : undefined;
  if (!list || column.origin !== column || list.length > MOST_CODES) return undefined;
  return (list.at(-1) ?? 0) - (list[0] ?? 0) < MOST_ENTRIES ? { column, list } : undefined;
}

/** The column of an expression where its base has some values. */
function resultOf(
  expr: Expr,
  columnOf: (index: number) => Column,
  compile: (expr: Expr, columnOf: (index: number) => Column) => Column,
  base: Column,
  given: Column,
): Column {
  return compile(expr, (index) => {
    const column = columnOf(index);
    return column instanceof LoopColumn
      ? resultOf(column.expr, column.columnOf, compile, base, given)
      : given;
  });
}

/** Computes a table; undefined where a result does not fit, which only matters if a row asks for it. */
function makeTable(
  work: Workspace,
  type: Expr["type"],
  codes: Codes,
  computed: (given: Column, count: number) => Column,
): CodeTable | undefined {
  const { arena } = work;
  // The first one is that of rows without a code.
  const count = codes.list.length + 1;
  const words = work.take(count * 8), nulls = work.take(count), rows = work.take(count * 4);
  try {
    codes.list.forEach((code, at) => arena.u32[(rows >>> 2) + at + 1] = code);
    wordsOf(codes, arena, rows, count, words, nulls);
    const info = { name: "", type: codes.values?.type ?? codes.column.type };
    const given = new ComputedColumn(
      info,
      arena,
      (from, n, values, nullBytes) => pick(arena, { words, nulls }, from, n, values, nullBytes),
    );
    const column = computed(given, count);
    for (let from = 0; from < count; from += BLOCK_ROWS) {
      work.check();
      const n = Math.min(BLOCK_ROWS, count - from);
      const values = work.take(n * 8), nullBytes = work.take(n);
      const someNull = column.decode(from / BLOCK_ROWS, n, values, nullBytes);
      arena.u8.copyWithin(words + 8 * from, values, values + 8 * n);
      if (someNull) arena.u8.copyWithin(nulls + from, nullBytes, nullBytes + n);
      else arena.u8.fill(0, nulls + from, nulls + from + n);
      work.give(values, nullBytes);
    }
    return packed(work, codes, type === "i64", words, nulls);
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  } finally {
    work.give(words, nulls, rows);
  }
}

/** The words of codes whose numbers are at `rows`; the first one has none. */
function wordsOf(
  { list, values }: Codes,
  arena: Arena,
  rows: number,
  count: number,
  words: number,
  nulls: number,
): void {
  const { u8, u64 } = arena;
  if (values) {
    if (count > 1 && values.gather(rows + 4, count - 1, words + 8, nulls + 1) === 0) {
      u8.fill(0, nulls + 1, nulls + count);
    }
  } else {
    list.forEach((code, at) => u64[(words >>> 3) + at + 1] = BigInt(code));
    u8.fill(0, nulls + 1, nulls + count);
  }
  u64[words >>> 3] = 0n;
  u8[nulls] = 1;
}

/** Values of rows of a list; how many are null. */
function pick(
  { u8, u32, u64 }: Arena,
  { words, nulls }: { readonly words: number; readonly nulls: number },
  rows: number,
  count: number,
  values: number,
  nullBytes: number,
): number {
  let nullCount = 0;
  for (let at = 0; at < count; at++) {
    const row = u32[(rows >>> 2) + at]!;
    u64[(values >>> 3) + at] = u64[(words >>> 3) + row]!;
    nullCount += u8[nullBytes + at] = u8[nulls + row]!;
  }
  return nullCount;
}

/** The table of some results; undefined where null would have no number left. */
function packed(
  work: Workspace,
  { column, list }: Codes,
  isSigned: boolean,
  words: number,
  nulls: number,
): CodeTable | undefined {
  const { arena } = work;
  let { u8, u64 } = arena;
  const count = list.length + 1;
  let low: bigint | undefined, high: bigint | undefined;
  for (let at = 0; at < count; at++) {
    if (u8[nulls + at]) continue;
    const word = u64[(words >>> 3) + at]!;
    const value = isSigned ? BigInt.asIntN(64, word) : word;
    if (low === undefined || value < low) low = value;
    if (high === undefined || value > high) high = value;
  }
  const absentIsNull = u8[nulls] !== 0;
  const nullable = u8.subarray(nulls + 1, nulls + count).includes(1);
  low ??= 0n;
  high ??= low;
  const least = low - (nullable || absentIsNull ? 1n : 0n);
  if (high - least > U64_MAX) return undefined;
  const width = widthOf(high - least), origin = BigInt.asUintN(64, least);
  const first = list[0] ?? 0, entries = (list.at(-1) ?? first) - first + 2;
  const table = work.takeZeroed(entries * width);
  ({ u8, u64 } = arena);
  const { u16, u32 } = arena;
  for (let at = 0; at < count; at++) {
    work.tick(1);
    if (u8[nulls + at]) continue;
    const stored = BigInt.asUintN(64, u64[(words >>> 3) + at]! - origin);
    const to = at === 0 ? 0 : list[at - 1]! - first + 1;
    if (width === 8) u64[(table >>> 3) + to] = stored;
    else if (width === 4) u32[(table >>> 2) + to] = Number(stored);
    else if (width === 2) u16[(table >>> 1) + to] = Number(stored);
    else u8[table + to] = Number(stored);
  }
  const address = (table - (first - 1) * width) >>> 0;
  return {
    ...{ codes: column, address, absent: (first - 1) >>> 0, width, origin, nullable, absentIsNull },
    ...{ low, high },
  };
}
