/** Every function of a window compared with a slow one over plain lists, in memory and if no window fits. */
import { assertEquals } from "@std/assert";
import { Session } from "../../../src/engine/session.ts";
import { openSpillFile } from "../../../src/ingest/spill_file.ts";
import { dataSettings, setDataSettings } from "../../../src/memory/data_settings.ts";
import { fillTable } from "../../../src/tables/fill_table.ts";
import { ask } from "../../conformance/opened.ts";
import { Random } from "../../support/random.ts";
import { typedTrace } from "../../support/typed_tables.ts";

/** More rows than fit into the smallest budget. */
const ROWS = 450;
const COLUMNS = [
  { name: "row", type: "u64" },
  { name: "key", type: "u64" },
  { name: "size", type: "u64", nullable: true },
  { name: "sign", type: "i64", nullable: true },
  { name: "real", type: "f64", nullable: true },
  { name: "word", type: "text" },
] as const;

type Value = bigint | number | string | null;
type Row = Readonly<Record<(typeof COLUMNS)[number]["name"], Value>>;
type List = readonly Value[];
/** Values to compare with; undefined if not calculated. */
type Some = readonly (Value | undefined)[];

/** Sums of the fractions are exact in any order; some sizes are beyond 32 bits. The first rows have no values. */
function randomRows(): Row[] {
  const random = new Random(8);
  return Array.from({ length: ROWS }, (_, row) => {
    const some = <T extends Value>(value: T): T | null => row < 3 || random.oneIn(6) ? null : value;
    return {
      row: BigInt(row),
      key: BigInt(random.below(10) > 0 ? 7 : random.below(4)),
      size: some(BigInt(random.below(50)) << BigInt(random.below(2) * 33)),
      sign: some(BigInt(random.below(101)) - 70n),
      real: some((random.below(400) - 100) / 4),
      word: some("abcdefg".slice(random.below(3), 3 + random.below(4))),
    };
  });
}

const present = (values: List): (bigint | number | string)[] => values.filter((value) => value !== null);
const sum = (values: List): Value =>
  present(values).reduce<Value>(
    (total, each) =>
      total === null
        ? each
        : typeof each === "bigint"
        ? (total as bigint) + each
        : (total as number) + (each as number),
    null,
  );
/** The mean; for integers, the quotient and the remainder are divided separately. */
const avg = (values: List): Value => {
  const total = sum(values), count = present(values).length;
  if (typeof total !== "bigint") return total === null ? null : (total as number) / count;
  const size = total < 0n ? -total : total;
  const mean = Number(size / BigInt(count)) + Number(size % BigInt(count)) / count;
  return total < 0n ? -mean : mean;
};
const extreme = (sign: 1 | -1) => (values: List): Value =>
  present(values).reduce<Value>(
    (best, each) => best === null || (sign > 0 ? each > best : each < best) ? each : best,
    null,
  );
const AGGREGATES: Readonly<Record<string, (values: List) => Value>> = {
  sum,
  avg,
  min: extreme(-1),
  max: extreme(1),
  count: (values) => BigInt(present(values).length),
};

/** A function of a window: the values of its column in its order, to one value for each position. */
type Slow = (values: List, window: readonly Row[]) => Some;

/** Values at some positions: at both ends of the window, and a few in between. */
const atSome = (values: List, of: (at: number) => Value): Some =>
  values.map((_, at) => at < 8 || at >= values.length - 8 || at % 17 === 0 ? of(at) : undefined);

const shifted = (by: number): Slow => (values) => values.map((_, at) => values[at + by] ?? null);
const whole = (of: (values: List) => Value): Slow => (values) => {
  const value = of(values);
  return values.map(() => value);
};

/** Calls over a column `x`, with their slow implementations. */
const CALLS: Readonly<Record<string, Slow>> = {
  "lag(x)": shifted(-1),
  "lag(x, 0)": shifted(0),
  "lag(x, 3)": shifted(-3),
  "lag(x, 100000)": shifted(-100_000),
  "lead(x)": shifted(1),
  "lead(x, 300)": shifted(300),
  "first(x)": whole((values) => present(values)[0] ?? null),
  "last(x)": whole((values) => present(values).at(-1) ?? null),
  "distinct(x)": whole((values) => BigInt(new Set(present(values)).size)),
  "any(x)": whole((values) => present(values)[0] ?? null),
};
const OF_NUMBERS: Record<string, Slow> = {
  "share(x)": (values) => {
    const total = Number(sum(values));
    return values.map((value) => value === null ? null : Number(value) / total);
  },
  "median(x)": whole((values) => {
    const sorted = present(values).toSorted((a, b) => a < b ? -1 : a > b ? 1 : 0);
    return sorted[(sorted.length - 1) >> 1] ?? null;
  }),
};
for (const [name, of] of Object.entries(AGGREGATES)) {
  OF_NUMBERS[`${name}(x)`] = whole(of);
  OF_NUMBERS[`cumulative(${name}(x))`] = (values) => atSome(values, (at) => of(values.slice(0, at + 1)));
  for (const width of [1, 2, 5, 90, 100_000]) {
    OF_NUMBERS[`moving(${name}(x), ${width})`] = (values) =>
      atSome(values, (at) => of(values.slice(Math.max(0, at + 1 - width), at + 1)));
  }
}
const OF_PLACES: Readonly<Record<string, Slow>> = {
  "row_number()": (values) => values.map((_, at) => BigInt(at + 1)),
  "rank()": (_, window) => {
    let rank = 1n;
    return window.map((row, at) =>
      at > 0 && row.size === window[at - 1]!.size ? rank : rank = BigInt(at + 1)
    );
  },
};

/** By size, missing ones last, then by row number. */
function bySize(a: Row, b: Row): number {
  if (a.size === b.size) return Number(a.row) - Number(b.row);
  if (a.size === null || b.size === null) return a.size === null ? 1 : -1;
  return a.size < b.size ? -1 : 1;
}

/** The windows: their text, their order, and whether each has one key. */
const WINDOWS = [
  { written: "window :", compare: (a: Row, b: Row) => Number(a.row) - Number(b.row), isKeyed: false },
  { written: "window by key order size :", compare: bySize, isKeyed: true },
  { written: "window order size :", compare: bySize, isKeyed: false },
] as const;

/** The values of a call for each row, by row number. */
function slow(
  rows: readonly Row[],
  call: Slow,
  column: keyof Row,
  { compare, isKeyed }: (typeof WINDOWS)[number],
): Some {
  const found: (Value | undefined)[] = new Array(rows.length).fill(null);
  const windows = isKeyed ? [...Map.groupBy(rows, ({ key }) => key).values()] : [rows];
  for (const window of windows.map((each) => each.toSorted(compare))) {
    call(window.map((row) => row[column]), window).forEach((value, at) =>
      found[Number(window[at]!.row)] = value
    );
  }
  return found;
}

Deno.test("window functions give the same values as plain lists, in memory and if no window fits", async () => {
  const before = dataSettings();
  setDataSettings({ budget: Infinity, openFile: () => openSpillFile([]) });
  const rows = randomRows();
  const session = new Session();
  const table = fillTable(
    "t",
    session.pools,
    COLUMNS,
    ROWS,
    (row) => COLUMNS.map(({ name }) => rows[row]![name]),
  );
  session.add([typedTrace("x", session.pools, [table])]);
  try {
    for (const window of WINDOWS) {
      const calls: [text: string, call: Slow, column: keyof Row][] = [];
      for (const column of ["size", "sign", "real", "word"] as const) {
        for (const [text, call] of Object.entries(column === "word" ? CALLS : { ...CALLS, ...OF_NUMBERS })) {
          calls.push([text.replace(/\bx\b/, column), call, column]);
        }
      }
      for (const [text, call] of Object.entries(OF_PLACES)) {
        if (text !== "rank()" || window.written.includes("order")) calls.push([text, call, "row"]);
      }
      const wanted = calls.map(([, call, column]) => slow(rows, call, column, window));
      // In a window alone, and in another order than the rows.
      for (const budget of [Infinity, 1]) {
        session.memory.budget = budget;
        for (let from = 0; from < calls.length; from += 30) {
          const some = calls.slice(from, from + 30);
          const list = some.map(([text], at) => `c${at} = ${text}`).join(", ");
          const [found] = await ask(
            session,
            `t | ${window.written} ${list} | select ${some.map((_, at) => `c${at}`).join(", ")}`,
          );
          some.forEach(([text], at) =>
            assertEquals(
              found!.rows.map((row, place) => wanted[from + at]![place] === undefined ? undefined : row[at]),
              wanted[from + at],
              `${window.written} ${text}, a budget of ${budget}`,
            )
          );
        }
      }
    }
  } finally {
    setDataSettings(before);
    session.closeAll();
  }
});
