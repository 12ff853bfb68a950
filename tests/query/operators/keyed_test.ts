/** Joins and groups on keys of one word, over several blocks, compared with lists and maps. */
import { assertEquals, assertGreater } from "@std/assert";
import { QUERY_LIMITS } from "../../../src/base/limits/query_limits.ts";
import { atFullEffort, entriesOf } from "../../support/effort.ts";
import { generatedSession } from "../../support/generated_session.ts";
import { rowsOf } from "../../support/rows_of.ts";

const memory = await generatedSession(68_000);
/** Rows on both sides of the end of a block. */
const SOME = "events | where seq in 64000..67000";

Deno.test("groups by numbers, by several keys and by nulls equal those of a map", async () => {
  const COLUMNS = ["alloc", "addr", "size", "func", "kind", "line"];
  const rows = await rowsOf(memory, `${SOME} | select ${COLUMNS.join(", ")}`);
  for (
    const keys of [["alloc"], ["addr"], ["addr", "size", "func"], ["func", "kind", "line"], ["alloc", "kind"]]
  ) {
    const places = keys.map((key) => COLUMNS.indexOf(key));
    const groups = new Map<string, unknown[]>();
    for (const row of rows) {
      const own = places.map((place) => row[place]!);
      const name = own.join("|");
      let group = groups.get(name);
      if (!group) groups.set(name, group = [...own, 0n, null, null, null]);
      const at = own.length;
      const size = row[2] as bigint | null;
      (group[at] as bigint)++;
      if (size === null) continue;
      group[at + 1] = (group[at + 1] as bigint | null ?? 0n) + size;
      const [least, most] = [group[at + 2], group[at + 3]] as [bigint | null, bigint | null];
      group[at + 2] = least === null || size < least ? size : least;
      group[at + 3] = most === null || size > most ? size : most;
    }
    const found = await rowsOf(
      memory,
      `${SOME} | by ${keys.join(", ")}: n = count(), b = sum(size), lo = min(size), hi = max(size)`,
    );
    const name = (row: readonly unknown[]): string => row.slice(0, keys.length).join("|");
    const sorted = (list: readonly unknown[][]): unknown[][] =>
      [...list].sort((a, b) => (name(a) < name(b) ? -1 : 1));
    assertEquals(sorted(found), sorted([...groups.values()]), keys.join(", "));
  }
});

Deno.test(atFullEffort("joins on one key and on two give the same rows as nested loops"), async () => {
  const lefts = await rowsOf(memory, `${SOME} | select seq, alloc, kind, size`);
  const side = "events | where size > 700000 | select alloc, big = seq, kind";
  const rights = await rowsOf(memory, side) as [bigint | null, bigint, string][];
  for (const kind of ["", "left "]) {
    const expected: unknown[][] = [];
    for (const [seq, alloc] of lefts as [bigint, bigint | null][]) {
      const found = alloc === null ? [] : rights.filter((each) => each[0] === alloc);
      for (const each of found) expected.push([seq, each[1]]);
      if (found.length === 0 && kind !== "") expected.push([seq, null]);
    }
    assertEquals(
      await rowsOf(
        memory,
        `${SOME} | join ${kind}(${side} | drop kind) on alloc | select seq, big`,
      ),
      expected,
      kind,
    );
  }
  const both = await rowsOf(
    memory,
    `${side} | join (${side} | select alloc, kind, other = big) on alloc, kind`,
  );
  assertGreater(both.length, 100);
  const pairs = rights.flatMap((left) =>
    rights.filter((right) => left[0] !== null && left[0] === right[0] && left[2] === right[2])
      .map((right) => [...left, right[1]])
  );
  assertEquals(both, pairs);
});

Deno.test("rows of a join find their partners in any order of the left side, also few rows among many", async () => {
  const lives = "(allocs | select alloc, life, freed) on alloc";
  const unsorted = await rowsOf(
    memory,
    `events | where size > 30000 | join left ${lives} | select seq, life`,
  );
  assertEquals(
    await rowsOf(
      memory,
      `events | where size > 30000 | sort size | join left ${lives} | sort seq | select seq, life`,
    ),
    unsorted,
  );
  assertEquals(
    await rowsOf(memory, `events | where seq in 500..520 | join ${lives} | select seq, life`),
    await rowsOf(memory, `events | join ${lives} | tail 9999999 | where seq in 500..520 | select seq, life`),
  );
  for (const kind of ["semi", "anti"]) {
    const none = kind === "anti" ? "not " : "";
    assertEquals(
      await rowsOf(
        memory,
        `events | join ${kind} (leaks | select alloc) on alloc | summarize count(), sum(seq)`,
      ),
      await rowsOf(
        memory,
        `events | where ${none}(alloc in (leaks | select alloc)) | summarize count(), sum(seq)`,
      ),
    );
    assertEquals(
      await rowsOf(
        memory,
        `events | sort size | join ${kind} (leaks | select alloc) on alloc | summarize sum(seq)`,
      ),
      await rowsOf(memory, `events | join ${kind} (leaks | select alloc) on alloc | summarize sum(seq)`),
    );
  }
});

Deno.test("in (query) agrees with in over a list of its values", async () => {
  const wheres = [
    "where size > 700000",
    "where seq in 65000..66000",
    "where seq > 99999",
    "skip 64000 | take 3000",
  ];
  for (const [at, column] of ["alloc", "addr", "size", "seq", "line", "index"].entries()) {
    for (const from of entriesOf(wheres, 0.6, at)) {
      const values = `events | ${from} | select ${column}`;
      const known = new Set((await rowsOf(memory, values)).map(([value]) => value));
      known.delete(null);
      const rows = await rowsOf(memory, `${SOME} | select seq, ${column}`);
      const expected = rows.filter(([, value]) => known.has(value!)).length;
      assertEquals(await rowsOf(memory, `${SOME} | where ${column} in (${values}) | count`), [[
        BigInt(expected),
      ]]);
    }
  }
});

Deno.test("comparisons of whole blocks agree with conditions of aggregates, row by row", async () => {
  for (const op of ["<", "<=", "==", "!=", ">=", ">"]) {
    const both = [`max_size ${op} first_size * 2`, `freed ${op} seq + 9`, `first_size ${op} size`];
    for (const sides of entriesOf(both, 0.45, op.length)) {
      assertEquals(
        await rowsOf(memory, `allocs | where ${sides} | count`),
        await rowsOf(memory, `allocs | summarize count() if ${sides}`),
        sides,
      );
    }
  }
});

Deno.test("a join that is only counted may have more pairs than the limit of rows", async () => {
  const [[rows]] = await rowsOf(memory, "events | count") as [[bigint]];
  assertGreater(rows * rows, BigInt(QUERY_LIMITS.joinRows.most));
  for (const key of ["1", "1.5"]) {
    const side = `events | extend k = ${key}`;
    const found = await rowsOf(memory, `${side} | join (${side} | select k) on k | count`);
    assertEquals(found, [[rows * rows]], key);
  }
});
