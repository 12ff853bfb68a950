/**
 * Signed and unsigned integers and fractions together, compared with big integers: every operator and comparison, as a
 * filter, a column, an argument of an aggregate and a key, on one thread and on three.
 */
import { assertEquals, assertRejects } from "@std/assert";
import { QueryError } from "../../../src/base/errors.ts";
import { Session } from "../../../src/engine/session.ts";
import { fillTable } from "../../../src/tables/fill_table.ts";
import { seeds } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";
import { rowsOf } from "../../support/rows_of.ts";
import { onThreads } from "../../support/threads.ts";
import { typedTrace } from "../../support/typed_tables.ts";

const I64 = 2n ** 63n;
const U64 = 2n ** 64n;
const ROWS = 90;
const SEEDS = seeds(12);

type Num = bigint | number;
interface Row {
  readonly row: bigint;
  readonly u: bigint;
  readonly v: bigint;
  readonly i: bigint;
  readonly j: bigint;
  readonly f: number;
  readonly g: number;
}

const UNSIGNED = [
  0n,
  1n,
  2n,
  3n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  I64 - 1n,
  I64,
  I64 + 1n,
  U64 - 1n,
];
const SIGNED = [
  ...UNSIGNED.filter((each) => each < I64),
  ...UNSIGNED.filter((each) => each <= I64).map((n) => -n),
];
const FRACTIONS = [
  ...[
    0,
    0.5,
    1,
    1.5,
    2 ** 53 - 1,
    2 ** 53,
    2 ** 53 + 2,
    2 ** 63,
    2 ** 63 - 1024,
    2 ** 63 + 2048,
    2 ** 64,
    1e300,
  ],
  ...[2 ** 64 - 2048, 5e-324, 2 ** 52 + 0.5, Infinity],
].flatMap((each) => [each, -each]);

const COLUMNS = [
  { name: "row", type: "u64" },
  { name: "u", type: "u64" },
  { name: "v", type: "u64" },
  { name: "i", type: "i64" },
  { name: "j", type: "i64" },
  { name: "f", type: "f64" },
  { name: "g", type: "f64" },
] as const;

function randomRows(random: Random): Row[] {
  const unsigned = (): bigint => random.oneIn(3) ? random.u64() : random.pick(UNSIGNED);
  const signed = (): bigint => random.oneIn(3) ? BigInt.asIntN(64, random.u64()) : random.pick(SIGNED);
  const fraction = (): number => {
    if (!random.oneIn(3)) return random.pick(FRACTIONS);
    return random.oneIn(2) ? Number(signed()) : (random.u32() - 2 ** 31) / 8;
  };
  return Array.from({ length: ROWS }, (_, row) => {
    const [u, i] = [unsigned(), signed()];
    // Sometimes both sides are the same number, or neighbours.
    const near = (whole: bigint): number => random.oneIn(2) ? Number(whole) : fraction();
    return {
      row: BigInt(row),
      u,
      v: unsigned(),
      i: random.oneIn(4) && u < I64 ? u : i,
      j: signed(),
      f: near(u),
      g: near(i),
    };
  });
}

function open(rows: readonly Row[]): Session {
  const session = new Session();
  const cells = (row: number): Num[] => COLUMNS.map(({ name }) => rows[row]![name]);
  const table = fillTable("t", session.pools, COLUMNS, rows.length, cells);
  session.add([typedTrace("x", session.pools, [table])]);
  return session;
}

const TYPES = { u: "u64", v: "u64", i: "i64", j: "i64", f: "f64", g: "f64" } as const;
type Name = keyof typeof TYPES;
const NAMES = Object.keys(TYPES) as Name[];

/** The result in its type; undefined if it does not fit. */
function fitted(value: bigint, type: "u64" | "i64"): bigint | undefined {
  const [low, high] = type === "u64" ? [0n, U64] : [-I64, I64];
  return value >= low && value < high ? value : undefined;
}

const OPERATORS: Readonly<Record<string, (a: bigint, b: bigint) => bigint | null>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => b === 0n ? null : a / b,
  "%": (a, b) => b === 0n ? null : a % b,
};

/** An expression, and its value for a row: null if missing, undefined for an error. */
interface Case {
  readonly text: string;
  readonly of: (row: Row) => Num | null | undefined;
}

function wholeCases(): Case[] {
  const cases: Case[] = [];
  for (const [a, b] of [["u", "i"], ["i", "u"], ["u", "v"], ["i", "j"], ["j", "v"]] as const) {
    const type = TYPES[a] === TYPES[b] ? TYPES[a] : "i64";
    for (const [op, run] of Object.entries(OPERATORS)) {
      cases.push({
        text: `${a} ${op} ${b}`,
        of(row) {
          const made = run(row[a], row[b]);
          return made === null ? null : fitted(made, type);
        },
      });
    }
    const least = (row: Row): bigint => row[a] < row[b] ? row[a] : row[b];
    const most = (row: Row): bigint => row[a] > row[b] ? row[a] : row[b];
    cases.push({ text: `min(${a}, ${b})`, of: least }, { text: `max(${a}, ${b})`, of: most });
    cases.push({
      text: `if(row % 2 == 0, ${a}, ${b})`,
      of: (row) => fitted(row.row % 2n ? row[b] : row[a], type),
    });
    cases.push({
      text: `coalesce(if(row % 3 > 0, ${a}, null), ${b})`,
      of: (row) => fitted(row.row % 3n ? row[a] : row[b], type),
    });
  }
  cases.push({ text: "-u", of: ({ u }) => fitted(-u, "i64") });
  cases.push({ text: "u * 0 + i", of: ({ i }) => i });
  cases.push({ text: "u * -1", of: ({ u }) => fitted(-u, "i64") });
  cases.push({ text: "i + 18446744073709551615", of: ({ i }) => fitted(i + U64 - 1n, "i64") });
  cases.push({
    text: "page(u + i)",
    of: ({ u, i }) => fitted(u + i, "u64") === undefined ? undefined : (u + i) & ~0xfffn,
  });
  const clamped = (x: bigint, low: bigint, high: bigint): bigint => x < low ? low : x > high ? high : x;
  for (
    const [x, low, high] of [["u", "i", "j"], ["i", "u", "j"], ["i", "u", "v"], ["u", "i", "v"]] as const
  ) {
    cases.push({
      text: `clamp(${x}, ${low}, ${high})`,
      // Swapped ends have no meaning.
      of: (row) => row[low] > row[high] ? undefined : clamped(row[x], row[low], row[high]),
    });
  }
  return cases;
}

/** The integer as a fraction, if that is exact. */
function asFraction(value: Num): number | undefined {
  return BigInt.asIntN(128, 0n) === value || typeof value === "number" || BigInt(Number(value)) === value
    ? Number(value)
    : undefined;
}

function fractionCases(): Case[] {
  return (["u", "i"] as const).flatMap((a): Case[] => {
    const least = (row: Row): Num => row.f < row[a] ? row.f : row[a];
    const most = (row: Row): Num => row.f > row[a] ? row.f : row[a];
    return [
      { text: `min(${a}, f)`, of: (row) => asFraction(least(row)) },
      { text: `max(f, ${a})`, of: (row) => asFraction(most(row)) },
      { text: `if(row % 2 == 0, ${a}, f)`, of: (row) => asFraction(row.row % 2n ? row.f : row[a]) },
      { text: `coalesce(${a}, f)`, of: (row) => asFraction(row[a]) },
      { text: `(f + 0.0) % (g * 1.0)`, of: ({ f, g }) => g === 0 ? null : f % g + 0 },
    ];
  });
}

async function onRows(
  session: Session,
  rows: readonly Row[],
  { text, of }: Case,
  label: string,
): Promise<void> {
  const values = rows.map(of);
  const good = rows.filter((_, at) => values[at] !== undefined);
  const list = (of: readonly Row[]): string => `row in {${of.map(({ row }) => row).join(", ")}}`;
  if (good.length > 0) {
    const wanted = good.map((row) => of(row)!);
    const source = `t | where ${list(good)}`;
    const at = `${label}: ${text}`;
    assertEquals(await rowsOf(session, `${source} | select x = ${text}`), wanted.map((each) => [each]), at);
    const known = wanted.filter((each) => each !== null && !Number.isNaN(each));
    const [ends] = await rowsOf(session, `${source} | summarize min(${text}), max(${text}), count(${text})`);
    const sorted = known.toSorted((a, b) => a < b ? -1 : a > b ? 1 : 0);
    if (known.length === wanted.filter((each) => each !== null).length) {
      assertEquals(ends, [sorted[0] ?? null, sorted.at(-1) ?? null, BigInt(known.length)], at);
      const groups = await rowsOf(
        session,
        `${source} | by k = ${text}: n = count() | where k is not null | sort k`,
      );
      assertEquals(
        groups.map(([key]) => key),
        sorted.filter((each, place) => each !== sorted[place - 1]),
        at,
      );
    }
  }
  const bad = rows.find((row, at) =>
    values[at] === undefined && !text.startsWith("clamp") && row !== undefined
  );
  if (bad === undefined) return;
  const error = await assertRejects(
    () => rowsOf(session, `t | where row == ${bad.row} | select x = ${text}`),
    QueryError,
    "",
    `${label}: ${text}`,
  );
  assertEquals(error.diagnostics[0]!.code, "Q401", `${label}: ${text}`);
}

const COMPARISONS: Readonly<Record<string, (a: Num, b: Num) => boolean>> = {
  // JavaScript compares integers with fractions by value.
  "==": (a, b) => a == b,
  "!=": (a, b) => a != b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

/** A number as written in queries. */
function queryText(value: Num): string {
  if (typeof value === "bigint") return String(value);
  const digits = Number.isInteger(value) && Math.abs(value) < 1e25 ? `${BigInt(value)}.0` : String(value);
  return digits.includes(".") || digits.includes("e") ? digits : `${digits}.0`;
}

async function compareAll(
  session: Session,
  rows: readonly Row[],
  random: Random,
  label: string,
): Promise<void> {
  const found = async (query: string): Promise<string> => (await rowsOf(session, query)).join(" ");
  const check = async (text: string, of: (row: Row) => boolean): Promise<void> => {
    const passing = rows.filter(of);
    const wanted = passing.map(({ row }) => row).join(" ");
    const at = `${label}: ${text}`;
    assertEquals(await found(`t | where ${text} | select row`), wanted, at);
    assertEquals(await found(`t | extend b = ${text} | sort row | where b | select row`), wanted, at);
    const count = passing.length;
    const sums = `summarize count() if ${text}, sum(if(${text}, 1, 0))`;
    assertEquals(await found(`t | ${sums}`), `${count},${count}`, at);
  };
  for (let turn = 0; turn < 14; turn++) {
    const [op, holds] = random.pick(Object.entries(COMPARISONS));
    const [a, b] = [random.pick(NAMES), random.pick(NAMES)];
    await check(`${a} ${op} ${b}`, (row) => holds(row[a], row[b]));
    const finite = FRACTIONS.filter((each) => Number.isFinite(each));
    const value: Num = random.oneIn(2) ? random.pick(finite) : random.pick([...UNSIGNED, ...SIGNED]);
    await check(`${a} ${op} ${queryText(value)}`, (row) => holds(row[a], value));
    await check(`${queryText(value)} ${op} ${a}`, (row) => holds(value, row[a]));
    const other: Num = random.oneIn(2) ? random.pick(finite) : random.pick([...UNSIGNED, ...SIGNED]);
    await check(`${queryText(value)} ${op} ${queryText(other)}`, () => holds(value, other));
    await check(
      `${a} in {${queryText(value)}, ${queryText(other)}}`,
      (row) => row[a] == value || row[a] == other,
    );
    const [low, high] = value <= other ? [value, other] : [other, value];
    await check(`${a} in ${queryText(low)}..=${queryText(high)}`, (row) => row[a] >= low && row[a] <= high);
    if (low < high) {
      await check(`${a} in ${queryText(low)}..${queryText(high)}`, (row) => row[a] >= low && row[a] < high);
    }
    const c = random.pick(NAMES);
    await check(`${a} in ${b}..${c}`, (row) => row[a] >= row[b] && row[a] < row[c]);
    await check(`${a} in (t | select ${b})`, (row) => rows.some((each) => each[b] == row[a]));
    await check(
      `${a} not in (t | where row < 40 | select ${b})`,
      (row) => !rows.some((each) => each.row < 40n && each[b] == row[a]),
    );
  }
}

for (const threads of [1, 3]) {
  Deno.test(`numbers of different types are compared exactly (${threads} threads)`, async () => {
    await onThreads(threads, async () => {
      for (let seed = threads; seed < threads + SEEDS; seed++) {
        const random = new Random(seed);
        const rows = randomRows(random);
        const session = open(rows);
        for (const each of wholeCases()) await onRows(session, rows, each, `seed ${seed}`);
        for (const each of fractionCases()) await onRows(session, rows, each, `seed ${seed}`);
        await compareAll(session, rows, random, `seed ${seed}`);
        session.closeAll();
      }
    });
  });
}
