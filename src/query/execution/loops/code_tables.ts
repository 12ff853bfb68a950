/**
 * A function of one dictionary column, computed once per code; a loop looks the results up.
 * @module
 */

import { QueryError } from "../../../base/errors.ts";
import { U64_MAX } from "../../../base/u64.ts";
import { BLOCK_ROWS, widthOf } from "../../../tables/block.ts";
import { type Column, ComputedColumn } from "../../../tables/column.ts";
import { columnsIn, dependsOnValues, visitExpressions } from "../../plan/columns_in.ts";
import type { CallExpr, Expr } from "../../plan/expressions.ts";
import type { RunContext } from "../context.ts";
import { presentCodes } from "../present_codes.ts";
import type { Arena } from "../../../memory/arena.ts";
import type { Workspace } from "../relation.ts";
import { LoopColumn } from "./loop_column.ts";

/**
 * Maximum number of codes computed before the first row: about ten milliseconds; the second limit is for
 * cheap functions.
 */
const MOST_CODES = 1 << 18;
const MOST_CHEAP_CODES = 1 << 20;
/** Maximum range of codes. */
const MOST_ENTRIES = 1 << 22;
/** Size up to which a table is worth computing for any number of rows. */
const FEW_CODES = 64;

/** Results by code, packed as in a `Block`; 0 is null if any result is null. */
export interface CodeTable {
  /** The column of codes. */
  readonly codes: Column;
  /**
   * Address of the entry of code 0, as 32 bits, even if the table starts later; the entry for rows without a
   * code comes before the first one.
   */
  readonly address: number;
  /** The code that stands for rows without one, as 32 bits. */
  readonly absent: number;
  readonly width: 1 | 2 | 4 | 8;
  readonly origin: bigint;
  /** The range of results that are not null. */
  readonly low: bigint;
  readonly high: bigint;
  /** Whether any code gives null, and whether rows without a code do. */
  readonly nullable: boolean;
  readonly absentIsNull: boolean;
}

/** Codes with their words, in ascending order. */
interface Codes {
  readonly column: Column;
  readonly list: readonly number[];
  /** The words of the codes, if these differ from the codes. */
  readonly values?: Column;
}

/** Compiles an expression over other columns. */
type Compile = (expr: Expr, columnOf: (index: number) => Column, rowCount: number) => Column;

/** Tables of columns, by a name from `cheapName` or by the expression itself. */
const known = new WeakMap<Workspace, Map<Expr | string, Map<Column, CodeTable | null>>>();

/**
 * Computes an expression once per code of the column that it depends on; undefined if it depends on anything
 * else, or if a table does not pay for so few rows.
 */
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
  const name = cheapName(expr, columnOf);
  let ofExpr = tables.get(name ?? expr);
  if (!ofExpr) tables.set(name ?? expr, ofExpr = new Map());
  let table = ofExpr.get(base);
  if (table === undefined) {
    const codes = codesOf(context, base, name === undefined ? MOST_CODES : MOST_CHEAP_CODES);
    const isWorthIt = codes && codes.list.length <= Math.max(FEW_CODES, rows);
    const computed = (given: Column, count: number): Column =>
      substituteBase(expr, columnOf, (each, of) => compile(each, of, count), base, given);
    table = isWorthIt ? makeTable(work, expr.type, codes, computed) ?? null : null;
    ofExpr.set(base, table);
  }
  return table ?? undefined;
}

/** The one stored column that an expression depends on, also through computed columns. */
function baseOf(expr: Expr, columnOf: (index: number) => Column): Column | undefined {
  const [index, ...others] = columnsIn(expr);
  if (index === undefined || others.length > 0 || !dependsOnValues(expr)) return undefined;
  let forgets = false;
  visitExpressions(expr, (node) => forgets ||= node.op === "call" && node.fn.forgets === true);
  if (forgets) return undefined;
  const column = columnOf(index);
  return column instanceof LoopColumn ? baseOf(column.expr, column.columnOf) : column;
}

/** Operations that cost no more per ASCII text than a look at its bytes. */
const CHEAP: ReadonlySet<Expr["op"]> = new Set(
  [
    "column",
    "constant",
    "arithmetic",
    "unary",
    "compare",
    "between",
    "isNull",
    "and",
    "or",
    "not",
    "match",
    "call",
  ],
);

/**
 * A name shared only by equal expressions over the same column; undefined if one text costs more than a look
 * at its bytes.
 */
function cheapName(expr: Expr, columnOf: (index: number) => Column): string | undefined {
  let isCheap = true;
  visitExpressions(expr, (node) => {
    isCheap &&= CHEAP.has(node.op);
    if (node.op === "call") isCheap &&= isCheapCall(node);
  });
  if (!isCheap) return undefined;
  const inner: string[] = [];
  for (const index of columnsIn(expr)) {
    const column = columnOf(index);
    if (!(column instanceof LoopColumn)) continue;
    const name = cheapName(column.expr, column.columnOf);
    if (name === undefined) return undefined;
    inner.push(name);
  }
  const own = JSON.stringify(expr, (key, value) => {
    if (key === "span" || key === "index") return undefined;
    if (key === "fn" && typeof value === "object") return value.name;
    // Whole numbers and fractions stay apart, and fractions without digits from null.
    return typeof value === "bigint" ? `${value}n` : typeof value === "number" ? `${value}f` : value;
  });
  return [own, ...inner].join(" of ");
}

function isCheapCall({ fn, args }: CallExpr): boolean {
  const others = args.slice(1).map((each) => each.op === "constant" ? each.value : null);
  return fn.loop !== undefined || fn.asciiRule?.(others) !== undefined;
}

/** The codes of a column; undefined if it has none, or more than `most`. */
function codesOf(context: RunContext, column: Column, most: number): Codes | undefined {
  const { dictionary } = column;
  if (dictionary) {
    const { codes, values, count } = dictionary;
    return count > most
      ? undefined
      : { column: codes, list: Array.from({ length: count }, (_, at) => at), values };
  }
  const list = column.type === "text" ? presentCodes(context, column) : undefined;
  if (!list || column.origin !== column || list.length > most) return undefined;
  return (list.at(-1) ?? 0) - (list[0] ?? 0) < MOST_ENTRIES ? { column, list } : undefined;
}

/** The column of an expression, with given values in place of its base column. */
function substituteBase(
  expr: Expr,
  columnOf: (index: number) => Column,
  compile: (expr: Expr, columnOf: (index: number) => Column) => Column,
  base: Column,
  given: Column,
): Column {
  return compile(expr, (index) => {
    const column = columnOf(index);
    return column instanceof LoopColumn
      ? substituteBase(column.expr, column.columnOf, compile, base, given)
      : given;
  });
}

/** Computes a table; undefined if a result does not fit, which matters only if a row needs that result. */
function makeTable(
  work: Workspace,
  type: Expr["type"],
  codes: Codes,
  computed: (given: Column, count: number) => Column,
): CodeTable | undefined {
  const { arena } = work;
  // The first entry is for rows without a code.
  const count = codes.list.length + 1;
  const words = work.take(count * 8), nulls = work.take(count), rows = work.take(count * 4);
  try {
    codes.list.forEach((code, at) => arena.u32[(rows >>> 2) + at + 1] = code);
    readCodeWords(codes, arena, rows, count, words, nulls);
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

/** Reads the words of the codes at `rows`; the first one is null. */
function readCodeWords(
  { list, values }: Codes,
  arena: Arena,
  rows: number,
  count: number,
  words: number,
  nulls: number,
): void {
  const { u8, u32 } = arena;
  if (values) {
    if (count > 1 && values.gather(rows + 4, count - 1, words + 8, nulls + 1) === 0) {
      u8.fill(0, nulls + 1, nulls + count);
    }
  } else {
    for (let at = 1; at < count; at++) putCode(u32, words, at, list[at - 1]!);
    u8.fill(0, nulls + 1, nulls + count);
  }
  putCode(u32, words, 0, 0);
  u8[nulls] = 1;
}

function putCode(u32: Uint32Array, words: number, at: number, code: number): void {
  u32[(words >>> 2) + 2 * at] = code;
  u32[(words >>> 2) + 2 * at + 1] = 0;
}

/** Gathers values at the rows of a list; returns how many are null. */
function pick(
  { u8, u32 }: Arena,
  { words, nulls }: { readonly words: number; readonly nulls: number },
  rows: number,
  count: number,
  values: number,
  nullBytes: number,
): number {
  let nullCount = 0;
  for (let at = 0; at < count; at++) {
    const row = u32[(rows >>> 2) + at]!;
    u32[(values >>> 2) + 2 * at] = u32[(words >>> 2) + 2 * row]!;
    u32[(values >>> 2) + 2 * at + 1] = u32[(words >>> 2) + 2 * row + 1]!;
    nullCount += u8[nullBytes + at] = u8[nulls + row]!;
  }
  return nullCount;
}

/** Packs results into a table; undefined if no number is left for null. */
function packed(
  work: Workspace,
  { column, list }: Codes,
  isSigned: boolean,
  words: number,
  nulls: number,
): CodeTable | undefined {
  const { arena } = work;
  const count = list.length + 1;
  const ends = endsOf(arena, words, nulls, count, isSigned);
  let { u8 } = arena;
  const absentIsNull = u8[nulls] !== 0;
  const nullable = u8.subarray(nulls + 1, nulls + count).includes(1);
  const { low, high, isShort } = ends;
  const least = low - (nullable || absentIsNull ? 1n : 0n);
  if (high - least > U64_MAX) return undefined;
  const width = widthOf(high - least), origin = BigInt.asUintN(64, least);
  const first = list[0] ?? 0, entries = (list.at(-1) ?? first) - first + 2;
  const table = work.takeZeroed(entries * width);
  ({ u8 } = arena);
  const { u16, u32, u64 } = arena;
  const before = Number(least);
  for (let at = 0; at < count; at++) {
    work.tick(1);
    if (u8[nulls + at]) continue;
    const to = at === 0 ? 0 : list[at - 1]! - first + 1;
    if (width === 8) {
      u64[(table >>> 3) + to] = BigInt.asUintN(64, u64[(words >>> 3) + at]! - origin);
      continue;
    }
    const stored = isShort
      ? u32[(words >>> 2) + 2 * at]! - before
      : Number(BigInt.asUintN(64, u64[(words >>> 3) + at]! - origin));
    if (width === 4) u32[(table >>> 2) + to] = stored;
    else if (width === 2) u16[(table >>> 1) + to] = stored;
    else u8[table + to] = stored;
  }
  const address = (table - (first - 1) * width) >>> 0;
  return {
    ...{ codes: column, address, absent: (first - 1) >>> 0, width, origin, nullable, absentIsNull },
    ...{ low, high },
  };
}

/** The smallest and largest word that is not null, and whether all of them fit into 32 bits. */
function endsOf(
  { u8, u32, u64 }: Arena,
  words: number,
  nulls: number,
  count: number,
  isSigned: boolean,
): { readonly low: bigint; readonly high: bigint; readonly isShort: boolean } {
  let least = Infinity, most = -Infinity, upper = 0;
  for (let at = 0; at < count; at++) {
    if (u8[nulls + at]) continue;
    const word = u32[(words >>> 2) + 2 * at]!;
    upper |= u32[(words >>> 2) + 2 * at + 1]!;
    if (word < least) least = word;
    if (word > most) most = word;
  }
  if (upper === 0) {
    const isEmpty = most < least;
    return { low: isEmpty ? 0n : BigInt(least), high: isEmpty ? 0n : BigInt(most), isShort: true };
  }
  let low: bigint | undefined, high: bigint | undefined;
  for (let at = 0; at < count; at++) {
    if (u8[nulls + at]) continue;
    const word = u64[(words >>> 3) + at]!;
    const value = isSigned ? BigInt.asIntN(64, word) : word;
    if (low === undefined || value < low) low = value;
    if (high === undefined || value > high) high = value;
  }
  return { low: low ?? 0n, high: high ?? 0n, isShort: false };
}
