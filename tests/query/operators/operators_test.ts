/** Grouping, sorting and slicing of random tables, compared with maps and lists. */
import { assert, assertAlmostEquals, assertEquals, assertRejects } from "@std/assert";
import { QueryError } from "../../../src/base/errors.ts";
import { ask } from "../../conformance/opened.ts";
import { assertRows, compare, type Plain, plain } from "../../conformance/slow_reference.ts";
import { byEffort, seeds } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";
import { type RandomTable, randomTable, type Value } from "./random_table.ts";

const SEEDS = seeds(60);
/** Some tables have more rows than a block. */
const MANY_ROWS = 70_000;

/** Runs a test over many small tables, and at full effort over some larger than a block. */
async function withTables(
  large: number,
  test: (table: RandomTable, random: Random, label: string) => Promise<void>,
): Promise<void> {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = new Random(seed);
    const rows = seed <= byEffort(large, 0) ? MANY_ROWS : random.oneIn(20) ? 0 : 1 + random.below(200);
    await test(randomTable(random, rows), random, `seed ${seed}, ${rows} rows`);
  }
}

async function answer({ session }: RandomTable, query: string): Promise<Plain[][]> {
  const [found] = await ask(session, query);
  return found!.rows.map((row) => row.map((value, at) => plain(value, found!.columns[at]!.type)));
}

/** A filter, and the numbers of the rows that pass it. */
function someFilter({ columns, rows }: RandomTable, random: Random): { text: string; rows: number[] } {
  const all = Array.from({ length: rows }, (_, row) => row);
  if (rows === 0 || random.oneIn(2)) return { text: "", rows: all };
  const name = random.pick(["a", "b", "small", "row"]);
  const values = columns[name]! as (bigint | null)[];
  const bound = random.pick(values) ?? 5n;
  if (random.oneIn(2)) {
    return {
      text: `| where ${name} < ${bound} `,
      rows: all.filter((row) => values[row] !== null && values[row]! < bound),
    };
  }
  return {
    text: `| where ${name} != ${bound} `,
    rows: all.filter((row) => values[row] !== null && values[row] !== bound),
  };
}

/** The order of rows by several keys, nulls last in either direction; equal rows keep their order. */
function ordered(
  rows: readonly number[],
  keys: readonly { values: readonly Value[]; descending: boolean }[],
): number[] {
  return rows.toSorted((one, other) => {
    for (const { values, descending } of keys) {
      const [left, right] = [values[one]!, values[other]!];
      if (left === null && right === null) continue;
      if (left === null || right === null) return left === null ? 1 : -1;
      const order = descending ? compare(right, left) : compare(left, right);
      if (order !== 0) return order;
    }
    return 0;
  });
}

Deno.test("sort, top, take, skip and tail give rows in the order of a stable sort", async () => {
  await withTables(1, async (table, random, label) => {
    const filter = someFilter(table, random);
    const names = Array.from({ length: 1 + random.below(3) }, () => random.pick(Object.keys(table.columns)));
    const keys = names.map((name) => ({ name, values: table.columns[name]!, descending: random.oneIn(2) }));
    const written = keys.map(({ name, descending }) => `${name}${descending ? " desc" : ""}`).join(", ");
    const expected = ordered(filter.rows, keys);
    const numbers = async (query: string): Promise<number[]> =>
      (await answer(table, query)).map(([row]) => Number(row));
    const source = `t ${filter.text}`;
    assertEquals(
      await numbers(`${source}| sort ${written} | select row`),
      expected,
      `${label}: sort ${written}`,
    );
    const count = random.below(20);
    assertEquals(
      await numbers(`${source}| sort ${written} | skip ${count} | take 7 | select row`),
      expected.slice(count, count + 7),
      label,
    );
    assertEquals(
      await numbers(`${source}| tail ${count} | select row`),
      count === 0 ? [] : filter.rows.slice(-count),
      label,
    );
    const [{ name, values }] = keys as [typeof keys[0]];
    const top = ordered(filter.rows, [{ values, descending: true }]).slice(0, count + 1);
    assertEquals(
      await numbers(`${source}| top ${count + 1} by ${name} | select row`),
      top,
      `${label}: top by ${name}`,
    );
  });
});

/** Rows by the values of some keys. */
function groupsOf(rows: readonly number[], keys: readonly (readonly Value[])[]): number[][] {
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    const key = keys.map((values) => {
      const value = values[row]!;
      return `${typeof value} ${Object.is(value, -0) ? 0 : value}`;
    }).join("\n");
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

/** Values of a column in some rows, without nulls. */
function present(values: readonly Value[], rows: readonly number[]): Exclude<Value, null>[] {
  return rows.map((row) => values[row]!).filter((value) => value !== null);
}

function extreme(values: readonly Exclude<Value, null>[], sign: 1 | -1): Value {
  return values.reduce<Value>(
    (best, each) => best === null || sign * compare(each, best) > 0 ? each : best,
    null,
  );
}

Deno.test("by gives each group its counts, sums, extremes, first and last values", async () => {
  await withTables(2, async (table, random, label) => {
    const { columns } = table;
    const filter = someFilter(table, random);
    const names = [
      ...new Set(
        Array.from(
          { length: 1 + random.below(2) },
          () => random.pick(["a", "b", "small", "sign", "word", "flag", "when", "real"]),
        ),
      ),
    ];
    const of = random.pick(["a", "b", "sign", "when", "real", "word"]);
    const groups = groupsOf(filter.rows, names.map((name) => columns[name]!));
    const firstRows = groups.map(([row]) => row!);
    const order = ordered(firstRows, names.map((name) => ({ values: columns[name]!, descending: false })));
    const byFirst = new Map(groups.map((group) => [group[0]!, group]));
    const expected = order.map((first) => {
      const group = byFirst.get(first)!;
      const values = present(columns[of]!, group);
      const small = present(columns["small"]!, group) as bigint[];
      return [
        ...names.map((name) => columns[name]![first]!),
        BigInt(group.length),
        small.length === 0 ? null : small.reduce((sum, each) => sum + each, 0n),
        extreme(values, -1),
        extreme(values, 1),
        values[0] ?? null,
        values.at(-1) ?? null,
        BigInt(new Set(values).size),
        BigInt(group.filter((row) => columns["flag"]![row] === true).length),
      ];
    });
    const aggregates =
      `n = count(), s = sum(small), lo = min(${of}), hi = max(${of}), f = first(${of}), l = last(${of}), ` +
      `d = distinct(${of}), yes = count() if flag`;
    const keys = names.join(", ");
    const query = `t ${filter.text}| by ${keys}: ${aggregates} | sort ${keys}`;
    assertRows(await answer(table, query), expected, `${label}: ${query}`);
    // The fast path and the general one count alike.
    const counted = `t ${filter.text}| by ${keys}: n = count(), s = sum(small) | sort ${keys}`;
    assertRows(
      await answer(table, counted),
      expected.map((row) => row.slice(0, names.length + 2)),
      `${label}: ${counted}`,
    );
    const distinct = `t ${filter.text}| distinct ${keys} | sort ${keys}`;
    assertRows(
      await answer(table, distinct),
      expected.map((row) => row.slice(0, names.length)),
      `${label}: ${distinct}`,
    );
  });
});

Deno.test("by bucket() groups by powers of two, packed or not", async () => {
  await withTables(2, async (table, random, label) => {
    const { columns } = table;
    const filter = someFilter(table, random);
    const name = random.pick(["a", "b", "small"]);
    const powers = columns[name]!.map((value) =>
      value === null ? null : value === 0n ? 0n : BigInt((value as bigint).toString(2).length - 1)
    );
    const groups = groupsOf(filter.rows, [powers]);
    const order = ordered(groups.map(([row]) => row!), [{ values: powers, descending: false }]);
    const byFirst = new Map(groups.map((group) => [group[0]!, group]));
    const expected = order.map((first) => {
      const small = present(columns["small"]!, byFirst.get(first)!) as bigint[];
      return [
        powers[first]!,
        BigInt(byFirst.get(first)!.length),
        small.length === 0 ? null : small.reduce((sum, each) => sum + each, 0n),
      ];
    });
    const query = `t ${filter.text}| by k = bucket(${name}): n = count(), s = sum(small) | sort k`;
    assertRows(await answer(table, query), expected, `${label}: ${query}`);
  });
});

Deno.test("summarize is exact in 128 bits, and fails if a sum does not fit into 64", async () => {
  await withTables(1, async (table, random, label) => {
    const { columns } = table;
    const filter = someFilter(table, random);
    for (const name of ["a", "sign"]) {
      const values = present(columns[name]!, filter.rows) as bigint[];
      const sum = values.reduce((total, each) => total + each, 0n);
      const fits = name === "a" ? sum < 2n ** 64n : sum >= -(2n ** 63n) && sum < 2n ** 63n;
      const query = `t ${filter.text}| summarize s = sum(${name})`;
      if (fits) {
        assertRows(await answer(table, query), [[values.length === 0 ? null : sum]], `${label}: ${query}`);
      } else {await assertRejects(
          () => answer(table, query),
          QueryError,
          "does not fit",
          `${label}: ${query}`,
        );}
      const [[mean]] = await answer(table, `t ${filter.text}| summarize avg(${name})`) as [[number | null]];
      if (values.length === 0) assertEquals(mean, null, label);
      else {
        const exact = Number(sum / BigInt(values.length));
        assertAlmostEquals(mean!, exact, Math.abs(exact) * 1e-12 + 1, label);
      }
    }
  });
});

Deno.test("hist counts every value in the range that holds it", async () => {
  await withTables(1, async (table, random, label) => {
    const filter = someFilter(table, random);
    const name = random.pick(["a", "b", "small", "when"]);
    const values = present(table.columns[name]!, filter.rows) as bigint[];
    const bins = random.oneIn(3) ? 0 : 1 + random.below(30);
    const query = `t ${filter.text}| hist ${name}${bins === 0 ? "" : ` bins ${bins}`}`;
    const found = await answer(table, query) as [bigint, bigint | null, bigint][];
    assertEquals(found.reduce((sum, row) => sum + row[2], 0n), BigInt(values.length), `${label}: ${query}`);
    let before: bigint | null = null;
    for (const [from, to, count] of found) {
      const inside = values.filter((value) => value >= from && (to === null || value < to));
      assertEquals(count, BigInt(inside.length), `${label}: ${query} from ${from}`);
      assert(before === null || from === before, `${label}: ${query}: ranges follow one another`);
      assert(to === null || to > from, `${label}: ${query}: ${from}..${to}`);
      before = to;
    }
    if (bins > 0) assert(found.length <= bins, `${label}: ${query}: ${found.length} ranges`);
    if (values.length > 0) {
      assert(found[0]![2] > 0n && found.at(-1)![2] > 0n, `${label}: ${query}: no empty ends`);
    }
  });
});
