/** Windows over more rows than a block has, against plain lists: pieces, selections, orders of their own, several traces. */
import { assertEquals, assertRejects } from "@std/assert";
import { Session } from "../../../src/engine/session.ts";
import { QueryError } from "../../../src/base/errors.ts";
import { fillTable } from "../../../src/tables/fill_table.ts";
import { ask } from "../../formats/conformance/opened.ts";
import { typedTrace } from "../../support/typed_tables.ts";
import { Random } from "../../support/random.ts";

const ROWS = 66_000;
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

function open(traces: readonly (readonly Row[])[]): Session {
  const session = new Session();
  traces.forEach((rows, at) => {
    const table = fillTable("t", session.pools, COLUMNS, rows.length, (row) => [...rows[row]!]);
    session.add([typedTrace(`x${at}`, session.pools, [table])]);
  });
  return session;
}

/** By key in the order of rows: the size before, the sum so far, and the sum of the last three. */
function expected(rows: readonly Row[]): (bigint | null)[][] {
  const windows = new Map<bigint, (bigint | null)[]>();
  return rows.map(([, key, size]) => {
    const seen = windows.get(key) ?? [];
    windows.set(key, seen);
    const before = seen.at(-1) ?? null;
    seen.push(size);
    const sum = (values: (bigint | null)[]): bigint | null => {
      const known = values.flatMap((value) => value ?? []);
      return known.length === 0 ? null : known.reduce((a, b) => a + b);
    };
    // The sum so far is kept in the list, in the place of the sum of all.
    const run = (sums.get(seen) ?? 0n) + (size ?? 0n);
    sums.set(seen, run);
    const isNull = size === null && !known.has(seen);
    if (size !== null) known.add(seen);
    return [before, isNull ? null : run, sum(seen.slice(-3)), BigInt(seen.length)];
  });
}

const sums = new WeakMap<object, bigint>();
const known = new WeakSet<object>();

const CALLS = "a = lag(size), b = cumulative(size), c = moving(sum(size), 3), d = row_number()";

Deno.test("window reads rows of several blocks, of a filter, and in an order of their own", async () => {
  const rows = randomRows(3, ROWS);
  const session = open([rows]);
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
  session.closeAll();
});

Deno.test("window keeps the rows in their order whatever its own is, and goes over all traces", async () => {
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

Deno.test("join last finds partners over several blocks, for rows of a filter and in an order of their own", async () => {
  const rows = randomRows(8, ROWS);
  const session = open([rows]);
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
  session.closeAll();
});

Deno.test("sums of windows beyond 64 bits are an error where they happen, and not before", async () => {
  const most = (1n << 64n) - 1n;
  const session = open([[[0n, 0n, most], [1n, 0n, 1n], [2n, 1n, 5n]]]);
  const rows = async (query: string): Promise<unknown> => (await ask(session, query))[0]!.rows;
  for (const call of ["cumulative(size)", "moving(sum(size), 2)", "sum(size)"]) {
    const error = await assertRejects(() => rows(`t | window by key: x = ${call} | select x`), QueryError);
    assertEquals(error.diagnostics[0]!.code, "Q402", call);
  }
  // One row after the other fits, and so do a mean and a share of what does not.
  assertEquals(await rows("t | window by key: x = moving(sum(size), 1) | select x"), [[most], [1n], [5n]]);
  assertEquals(await rows("t | window: x = cumulative(avg(size)) | select x"), [
    [1.8446744073709552e19],
    [2 ** 63],
    [6148914691236517000],
  ]);
  assertEquals(await rows("t | window: x = share(size) | where row == 1 | select x"), [[1 / 2 ** 64]]);
  session.closeAll();
});
