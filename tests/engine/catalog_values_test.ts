/** Values in the catalog, used for suggestions and warnings, compared with lists. */
import { assert, assertEquals } from "@std/assert";
import { randomTable } from "../query/operators/random_table.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

/** Values of a column with their counts; null does not count. */
function counted(values: readonly unknown[]): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

Deno.test("Catalog.distinct() and minMax() are right for dense and sparse columns, with and without nulls", () => {
  let asked = 0;
  let sparse = 0;
  for (let seed = 1; seed <= seeds(60); seed++) {
    const random = new Random(seed);
    const rows = random.pick([0, 1, 2, 40, 300]);
    const { session, columns } = randomTable(random, rows);
    assertEquals(session.catalog.rowCount!("t", null), rows);
    for (const [name, values] of Object.entries(columns)) {
      const label = `seed ${seed}, ${name}`;
      const found = session.catalog.distinct!("t", name, 1000);
      if (["row", "a", "b", "small", "word"].includes(name)) {
        const counts = counted(values);
        asked++;
        const far = [...counts.keys()].some((value) => typeof value === "bigint" && value > 2n ** 40n);
        if (far && values.includes(null)) sparse++;
        assertEquals(new Map(found!.map(({ value, count }) => [value, count])), counts, label);
        const order = found!.map(({ count }) => count);
        assertEquals(order, order.toSorted((left, right) => right - left), label);
        if (found!.length > 0) {
          assertEquals(session.catalog.distinct!("t", name, found!.length - 1), undefined, label);
          assertEquals(session.catalog.distinct!("t", name, found!.length)!.length, found!.length, label);
        }
      }
      const wholes = values.filter((value) => typeof value === "bigint");
      if (name === "word" || name === "real" || name === "flag") continue;
      const bounds = session.catalog.minMax("t", name);
      if (wholes.length === 0) assertEquals(bounds, undefined, label);
      else {
        const sorted = wholes.toSorted((left, right) => left < right ? -1 : left > right ? 1 : 0);
        assertEquals(bounds, { min: sorted[0]!, max: sorted.at(-1)! }, label);
      }
    }
    session.closeAll();
  }
  assert(
    asked >= seeds(250) && sparse > seeds(5),
    `${asked} columns, ${sparse} of them sparse and with nulls`,
  );
});
