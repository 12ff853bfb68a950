/**
 * Windows over more rows than a block has, compared with plain lists: pieces, selections, other orders, several traces.
 */
import { assertEquals, assertRejects } from "@std/assert";
import { Session } from "../../../src/engine/session.ts";
import { QueryError } from "../../../src/base/errors.ts";
import { fillTable } from "../../../src/tables/fill_table.ts";
import { ask } from "../../conformance/opened.ts";
import { typedTrace } from "../../support/typed_tables.ts";
import { Random } from "../../support/random.ts";

/** Slightly more than a block. */
const ROWS = 65_636;
const COLUMNS = [
  { name: "row", type: "u64" },
  { name: "key", type: "u64" },
  { name: "size", type: "u64", nullable: true },
] as const;

type Row = readonly [row: bigint, key: bigint, size: bigint | null];

function randomRows(seed: number, count: number): Row[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, row) => [
    BigInt(row),
    BigInt(random.below(5)),
    random.oneIn(7) ? null : BigInt(random.below(1000)),
  ]);
}

/** One table for the tests that need two blocks: generating it takes longer than the queries. */
const many = randomRows(3, ROWS);
const largeSession = open([many]);

function open(traces: readonly (readonly Row[])[]): Session {
  const session = new Session();
  traces.forEach((rows, at) => {
    const table = fillTable("t", session.pools, COLUMNS, rows.length, (row) => [...rows[row]!]);
    session.add([typedTrace(`x${at}`, session.pools, [table])]);
  });
  return session;
}

/**
 * Values by key in the order of rows: the size before, the sum so far, the sum of the last three, the number of the
 * row.
 */
function expected(rows: readonly Row[]): (bigint | null)[][] {
  const windows = new Map<bigint, { sizes: (bigint | null)[]; run: bigint | null }>();
  const plus = (a: bigint | null, b: bigint | null): bigint | null => b === null ? a : (a ?? 0n) + b;
  return rows.map(([, key, size]) => {
    const window = windows.get(key) ?? { sizes: [], run: null };
    windows.set(key, window);
    const { sizes } = window;
    const before = sizes.at(-1) ?? null;
    const three = plus(plus(sizes.at(-2) ?? null, before), size);
    sizes.push(size);
    window.run = plus(window.run, size);
    return [before, window.run, three, BigInt(sizes.length)];
  });
}

const CALLS = "a = lag(size), b = cumulative(size), c = moving(sum(size), 3), d = row_number()";

Deno.test("window reads rows of several blocks, from a filter, and in another order", async () => {
  const [rows, session] = [many, largeSession];
  const check = async (query: string, over: readonly Row[]): Promise<void> => {
    const [found] = await ask(
      session,
      `${query} | window by key: ${CALLS} | where row % 89 == 3 or row in 65530.. | select row, a, b, c, d`,
    );
    const values = expected(over);
    const wanted = over.flatMap(([row], at) =>
      row % 89n === 3n || row >= 65530n ? [[row, ...values[at]!]] : []
    );
    assertEquals(found!.rows, wanted, query);
  };
  await check("t", rows);
  await check("t | where row % 3 == 1", rows.filter(([row]) => row % 3n === 1n));
  await check("t | where row in 65530..65550", rows.slice(65530, 65550));
  await check("t | sort row desc", rows.toReversed());
  await check("t | sort row desc | where row % 7 == 0", rows.toReversed().filter(([row]) => row % 7n === 0n));
});

Deno.test("window keeps the order of its input whatever its own order is, and covers all traces", async () => {
  const [one, two] = [randomRows(5, 300), randomRows(6, 200)];
  const session = open([one, two]);
  const [found] = await ask(session, `t | window by key order row, size: ${CALLS} | select row, a, b, c, d`);
  const all = [...one, ...two].map((row, at) => [row, at] as const);
  const order = all.toSorted(([[a, , x], i], [[b, , y], j]) =>
    Number(a - b) || (x === null || y === null ? Number(x === null) - Number(y === null) : Number(x - y)) ||
    i - j
  );
  const values = expected(order.map(([row]) => row));
  const byPlace = new Map(order.map(([, at], place) => [at, values[place]!]));
  assertEquals(found!.rows, all.map(([[row], at]) => [row, ...byPlace.get(at)!]));
  session.closeAll();
});

Deno.test("argmin and argmax pick the first of equal rows in the order of the window", async () => {
  const [rows, session] = [many, largeSession];
  const sorted = rows.toSorted(([, , x], [, , y]) =>
    x === null || y === null ? Number(x === null) - Number(y === null) : Number(y - x)
  );
  // There are few keys, each with thousands of rows to choose from.
  const best = (over: readonly Row[], key: (row: Row) => bigint): bigint =>
    over.reduce((found, row) => key(row) < key(found) ? row : found)[0];
  const query = "window by key order size desc: a = argmin(row, row % 3), b = argmax(row, -1 * key)";
  const [found] = await ask(session, `t | ${query} | by key: a = first(a), b = first(b) | sort key`);
  const windows = [0n, 1n, 2n, 3n, 4n].map((key) => sorted.filter((row) => row[1] === key));
  assertEquals(
    found!.rows,
    windows.map((each) => [each[0]![1], best(each, ([row]) => row % 3n), each[0]![0]]),
  );
  const [all] = await ask(
    session,
    "t | window order size desc: a = argmin(row, key) | summarize min(a), max(a)",
  );
  const one = best(sorted, ([, key]) => key);
  assertEquals(all!.rows, [[one, one]]);
});

Deno.test("join last finds partners across several blocks, for filtered rows and in another order", async () => {
  const [rows, session] = [many, largeSession];
  const right = "(t | where size == 5 | select key, row, was = row)";
  for (const kind of ["", "left "]) {
    for (const before of ["t", "t | where row % 3 == 1", "t | sort row desc | where row % 2 == 0"]) {
      const [found] = await ask(
        session,
        `${before} | join ${kind}last ${right} on key before row | where row % 89 == 3 or row in 65500.. | select row, was`,
      );
      const last = new Map<bigint, bigint>();
      const wanted = rows.flatMap(([row, key, size]) => {
        const was = last.get(key) ?? null;
        if (size === 5n) last.set(key, row);
        const passes = before === "t" || (before.includes("sort") ? row % 2n === 0n : row % 3n === 1n);
        return passes && (row % 89n === 3n || row >= 65500n) && (was !== null || kind !== "")
          ? [[row, was]]
          : [];
      });
      assertEquals(found!.rows, before.includes("sort") ? wanted.toReversed() : wanted, `${kind}${before}`);
    }
  }
});

Deno.test("window sums beyond 64 bits cause an error only if they occur", async () => {
  const most = (1n << 64n) - 1n;
  const session = open([[[0n, 0n, most], [1n, 0n, 1n], [2n, 1n, 5n]]]);
  const rows = async (query: string): Promise<unknown> => (await ask(session, query))[0]!.rows;
  for (const call of ["cumulative(size)", "moving(sum(size), 2)", "sum(size)"]) {
    const error = await assertRejects(() => rows(`t | window by key: x = ${call} | select x`), QueryError);
    assertEquals(error.diagnostics[0]!.code, "Q402", call);
  }
  const signed = "t | extend d = delta(size, 0) - 9223372036854775807 * if(key == 0 and row == 0, 1, 0)";
  const small = open([[[0n, 0n, 0n], [1n, 0n, 1n], [2n, 0n, null], [3n, 0n, 4n]]]);
  const both = (await ask(
    small,
    `${signed} | window order row: s = cumulative(d), m = cumulative(avg(d)), w = moving(sum(d), 2), f = share(d) | select s, m, w, f`,
  ))[0]!.rows;
  assertEquals(both, [
    [-9223372036854775807n, -9223372036854775807, -9223372036854775807n, 1],
    [-9223372036854775806n, -4611686018427387903, -9223372036854775806n, -1 / 9223372036854775802],
    [-9223372036854775806n, -4611686018427387903, 1n, null],
    [-9223372036854775802n, -9223372036854775802 / 3, 4n, -4 / 9223372036854775802],
  ]);
  const least = "t | extend d = delta(0, size) - 9223372036854775804";
  const failed = await assertRejects(
    () => ask(small, `${least} | window order row: s = cumulative(d)`),
    QueryError,
  );
  assertEquals(failed.diagnostics[0]!.code, "Q402");
  small.closeAll();
  // Single rows fit, and so do the mean and the share of values whose sum does not.
  assertEquals(await rows("t | window by key: x = moving(sum(size), 1) | select x"), [[most], [1n], [5n]]);
  assertEquals(await rows("t | window: x = cumulative(avg(size)) | select x"), [
    [1.8446744073709552e19],
    [2 ** 63],
    [6148914691236517000],
  ]);
  assertEquals(await rows("t | window: x = share(size) | where row == 1 | select x"), [[1 / 2 ** 64]]);
  session.closeAll();
});

Deno.test("match and sessions work across several blocks, on filtered rows and in another order", async () => {
  const [rows, session] = [many, largeSession];
  // Pairs by the plain lists: the next row of the same key with a size of 7, after one of 5.
  const pairs = (over: readonly Row[], until?: bigint): bigint[][] => {
    const found: bigint[][] = [];
    over.forEach(([row, key, size], at) => {
      if (size !== 5n) return;
      for (let place = at + 1; place < over.length; place++) {
        const [next, other, what] = over[place]!;
        if (other !== key) continue;
        if (what === 7n) return found.push([key, row, next]);
        if (what === until) return;
      }
    });
    return found;
  };
  const ask1 = async (query: string): Promise<unknown> => (await ask(session, query))[0]!.rows;
  const match = "match (size == 5 as a) then (size == 7 as b) on key";
  const even = rows.filter(([row]) => row % 2n === 0n);
  assertEquals(await ask1(`t | ${match} | select key, a.row, b.row`), pairs(rows));
  assertEquals(await ask1(`t | ${match} until (size == 11) | select key, a.row, b.row`), pairs(rows, 11n));
  assertEquals(await ask1(`t | where row % 2 == 0 | ${match} | select key, a.row, b.row`), pairs(even));
  assertEquals(
    await ask1(`t | sort row desc | ${match} | select key, a.row, b.row`),
    pairs(rows.toReversed()),
  );
  session.closeAll();
});
